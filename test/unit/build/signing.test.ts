import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { type Elsewhere, signedElsewhere } from '../../../build/package/release/signed-elsewhere.ts';
import { type Signing, signingOf } from '../../../build/package/signing.ts';

type Builder = {
  readonly getConfig: (projectDir: string, configPath: string, options: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly validateConfiguration: (config: object, debugLogger: { readonly isEnabled: false; add(): void }) => Promise<void>;
};
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { getConfig, validateConfiguration } = builder('app-builder-lib/out/util/config/config.js') as Builder;

const PROGRAMS = ['Intray.exe', 'elevate.exe', 'Intray-1.1.0-win-x64.__uninstaller.exe', 'Intray-1.1.0-win-x64.exe'];
const KEY = { APPLE_API_KEY: '/run/key.p8', APPLE_API_KEY_ID: 'K1', APPLE_API_ISSUER: 'issuer' };
const APPLE_ID = { APPLE_ID: 'a@example.org', APPLE_APP_SPECIFIC_PASSWORD: 'word', APPLE_TEAM_ID: 'T1' };
const CERTIFICATE = { CSC_LINK: 'MIIK', CSC_KEY_PASSWORD: 'word' };

/** The configuration as electron-builder merges it with electron-builder.yml. Throws if electron-builder rejects it. */
async function built({ config }: Signing): Promise<Readonly<Record<string, unknown>>> {
  const whole = await getConfig(process.cwd(), 'electron-builder.yml', config);
  await validateConfiguration(whole, { isEnabled: false, add: () => undefined });
  return whole;
}

describe('on Windows', () => {
  it('a certificate in the store, with its key in hardware, signs', async () => {
    const named = { INTRAY_CERTIFICATE_SHA1: 'A1B2', INTRAY_PUBLISHER: 'Intray Ltd' };
    expect((await built(signingOf('win32', named)))['win']).toMatchObject({
      signtoolOptions: { certificateSha1: 'A1B2', publisherName: 'Intray Ltd', signingHashAlgorithms: ['sha256'] },
    });
    expect(signingOf('win32', named).missing).toEqual([]);
    expect(signingOf('win32', { ...named, INTRAY_PUBLISHER: '' }).missing).toEqual([expect.stringMatching(/^INTRAY_PUBLISHER/)]);
  });

  it('a release ends where nobody signs, also with a certificate in a file, as none are issued any more', () => {
    for (const environment of [{}, CERTIFICATE, { WIN_CSC_LINK: 'MIIK' }])
      expect(signingOf('win32', environment).missing).toEqual([expect.stringMatching(/^INTRAY_CERTIFICATE_SHA1/)]);
  });
});

describe('on macOS', () => {
  it('without a certificate an app is built that starts there: signed ad hoc, and not hardened against its own framework', async () => {
    const signing = signingOf('darwin', { CSC_LINK: '', CSC_NAME: '' });
    const whole = await built(signing);
    expect(whole['mac']).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false, entitlements: expect.any(String) });
    expect(whole['electronFuses']).toMatchObject({ resetAdHocDarwinSignature: true, runAsNode: false });
    expect(signing.missing).toEqual([expect.stringMatching(/^CSC_LINK or CSC_NAME/)]);
    expect(signing.by).toContain('ad-hoc');
  });

  it.each([
    ['a key of App Store Connect', KEY],
    ['an Apple ID', APPLE_ID],
  ])('with a certificate it is hardened, and Apple sees it by %s', async (_by, notary) => {
    const signing = signingOf('darwin', { ...CERTIFICATE, ...notary });
    expect(signing.missing).toEqual([]);
    const { mac, electronFuses } = await built(signing);
    expect(mac).toMatchObject({ hardenedRuntime: true });
    expect(mac).not.toHaveProperty('identity');
    expect(electronFuses).toMatchObject({ resetAdHocDarwinSignature: true });
  });

  it.each([...Object.keys(KEY), ...Object.keys(APPLE_ID)])('a release ends where Apple is asked without %s', (name) => {
    const notary = name in KEY ? KEY : APPLE_ID;
    expect(signingOf('darwin', { ...CERTIFICATE, ...notary, [name]: '' }).missing).toEqual([expect.stringContaining(`${name}: `)]);
  });

  it('a release ends where Apple is not asked at all, which electron-builder would only warn of', () => {
    expect(signingOf('darwin', CERTIFICATE).missing).toEqual([expect.stringMatching(/APPLE_API_KEY.*APPLE_ID/)]);
  });
});

const collected = () => {
  const [from, folder] = [tempFolder(), join(tempFolder(), 'to-sign')];
  for (const name of PROGRAMS) writeFileSync(join(from, name), `unsigned ${name}`);
  return { from, folder };
};
const signBy = async (elsewhere: Elsewhere, path: string): Promise<void> => {
  const { config } = signedElsewhere('win32', 'Intray Ltd', elsewhere);
  const sign = config.win?.signtoolOptions?.sign;
  if (typeof sign !== 'function') throw new Error('no function signs');
  await sign({ path } as Parameters<typeof sign>[0]);
};

describe('where another computer signs', () => {
  it('the programs of the app and of the installer are collected, and put back with their signatures', async () => {
    const { from, folder } = collected();
    for (const name of PROGRAMS) await signBy({ how: 'collect', folder }, join(from, name));
    // The installer is made later, and signed then.
    expect(readdirSync(folder).toSorted()).toEqual(['Intray.exe', 'elevate.exe', 'uninstaller.exe']);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), `signed ${name}`);
    for (const name of PROGRAMS) await signBy({ how: 'swap', folder }, join(from, name));
    expect(PROGRAMS.map((name) => readFileSync(join(from, name), 'utf8'))).toEqual([
      'signed Intray.exe',
      'signed elevate.exe',
      'signed uninstaller.exe',
      'unsigned Intray-1.1.0-win-x64.exe',
    ]);
  });

  it('a program without its signature, or one that nobody knows, ends it', async () => {
    const { from, folder } = collected();
    await expect(signBy({ how: 'swap', folder }, join(from, 'Intray.exe'))).rejects.toThrow('was not handed over');
    await expect(signBy({ how: 'collect', folder }, join(from, 'more.exe'))).rejects.toThrow('nobody signs more.exe');
  });

  it('electron-builder is told by whom, and needs no certificate', async () => {
    const signing = signedElsewhere('win32', 'Intray Ltd', { how: 'collect', folder: 'x' });
    expect((await built(signing))['win']).toMatchObject({
      signtoolOptions: { publisherName: 'Intray Ltd', signingHashAlgorithms: ['sha256'] },
    });
    expect(signing.missing).toEqual([]);
    expect(signedElsewhere('win32', null, { how: 'collect', folder: 'x' }).missing).toEqual([expect.stringMatching(/^INTRAY_PUBLISHER/)]);
    expect((await built(signedElsewhere('darwin', null, { how: 'swap', folder: 'x' })))['mac']).toMatchObject({ identity: null });
    expect((await built(signedElsewhere('darwin', null, { how: 'collect', folder: 'x' })))['mac']).toMatchObject({ identity: '-' });
  });
});

it('packages of Linux are signed by nobody, and lack nothing', () => {
  expect(signingOf('linux', {})).toMatchObject({ config: {}, missing: [] });
});
