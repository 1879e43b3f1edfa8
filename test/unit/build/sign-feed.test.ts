import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/folders.ts';
import { loadedBy } from './feed-of-test.ts';
import { createRequire } from 'node:module';
import { type Elsewhere, signedElsewhere } from '../../../build/package/release/signed-elsewhere.ts';
import { type Signing, signingOf } from '../../../build/package/signing.ts';

const SIGNS = 'build/package/feed/finish-feed.ts';
const PAIR = generateKeyPairSync('ed25519');
const SIGN_FEED_KEY = PAIR.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const SIGNING_KEY = PAIR.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const PACKAGE = 'Intray-0.1.0-linux-x86_64.AppImage';

/** The project as in a job that installed nothing, and a feed of one package as the packaging leaves it. */
function aFeed({ change = {} }: { readonly change?: object } = {}) {
  const root = tempFolder();
  for (const path of ['package.json', 'build/package', 'shared/domain', 'docs/release-notes'])
    cpSync(path, join(root, path), { recursive: true });
  const feed = join(root, 'feed');
  mkdirSync(feed);
  const bytes = Buffer.from('a package');
  writeFileSync(join(feed, PACKAGE), bytes);
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const built = {
    version: '0.1.0',
    journal: 7,
    files: [{ url: PACKAGE, sha512, size: bytes.byteLength }],
    path: PACKAGE,
    sha512,
    ...change,
  };
  writeFileSync(join(feed, 'latest-linux.yml'), JSON.stringify(built));
  const keysOf = (current: string): string => {
    writeFileSync(join(root, 'keys.json'), JSON.stringify({ current, spare: null, withdrawn: [] }));
    return join(root, 'keys.json');
  };
  const signed = (key = SIGN_FEED_KEY) =>
    spawnSync(process.execPath, [SIGNS, 'feed', '--percentage', '10', '--keys', keysOf(key)], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, INTRAY_UPDATE_SIGNING_KEY: SIGNING_KEY },
    });
  const checked = (version = '0.1.0', key = SIGN_FEED_KEY) =>
    spawnSync(process.execPath, ['build/package/feed/check-feed.ts', feed, version, '--keys', keysOf(key)], { encoding: 'utf8' });
  return { root, feed, signed, checked };
}

describe('what runs beside the private key', () => {
  it.each([SIGNS, 'build/package/feed/renew-feed.ts', 'build/package/release/handed-over.ts', 'build/package/release/sign-mac-app.ts'])(
    'is Node and a few files of ours alone: %s',
    (program) => {
      const loaded = loadedBy(program);
      const shared = ['shared/domain/update-text.ts', 'shared/node/is-signed-by.ts'];
      const foreign = [...loaded.keys()].filter((path) => !/^build\/package\/(feed|release)\//.test(path) && !shared.includes(path));
      expect(foreign).toEqual([]);
      expect(loaded.size).toBeLessThan(12);
      const others = [...loaded.values()].flat().filter((name) => !name.startsWith('node:') && !name.startsWith('.'));
      expect(others).toEqual([]);
    },
  );

  it('runs where nothing is installed, and makes a feed that installations take', () => {
    const { root, feed, signed, checked } = aFeed();
    for (let at = root; at !== dirname(at); at = dirname(at)) expect(existsSync(join(at, 'node_modules'))).toBe(false);
    expect(signed()).toMatchObject({ status: 0, stderr: '' });
    expect(checked()).toMatchObject({ status: 0, stderr: '' });
    const sum = createHash('sha256')
      .update(readFileSync(join(feed, PACKAGE)))
      .digest('hex');
    expect(readFileSync(join(feed, 'SHA256SUMS'), 'utf8')).toBe(`${sum}  ${PACKAGE}\n`);
  });

  it('signs for no package that is another one than is announced', () => {
    for (const change of [
      { files: [{ url: PACKAGE, sha512: 'A'.repeat(88), size: 9 }] },
      { files: [{ url: 'package.json', sha512: 'x', size: 1 }] },
    ]) {
      const { feed, signed } = aFeed({ change });
      expect(signed()).toMatchObject({ status: 1, stderr: expect.stringContaining('is not the package that is announced') });
      expect(existsSync(join(feed, 'SHA256SUMS'))).toBe(false);
      expect(readFileSync(join(feed, 'latest-linux.yml'), 'utf8')).not.toContain('signature');
    }
  });
});

describe('what is looked at before it is published', () => {
  it('is refused with another key, as another version, and after any change', () => {
    const { feed, signed, checked } = aFeed();
    signed();
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(checked('0.1.0', other)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/yml is not signed[^]*SHA256SUMS is not signed/),
    });
    expect(checked('0.2.0')).toMatchObject({ status: 1, stderr: 'latest-linux.yml announces 0.1.0\n' });
    writeFileSync(join(feed, PACKAGE), 'b package');
    expect(checked()).toMatchObject({ status: 1, stderr: expect.stringContaining('is not the one that') });
    writeFileSync(resolve(feed, 'latest-linux.yml'), '{}');
    expect(checked()).toMatchObject({ status: 1, stderr: expect.stringContaining('none that an installation would read') });
  });
});

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
async function builtConfiguration({ config }: Signing): Promise<Readonly<Record<string, unknown>>> {
  const whole = await getConfig(process.cwd(), 'electron-builder.yml', config);
  await validateConfiguration(whole, { isEnabled: false, add: () => undefined });
  return whole;
}

describe('on Windows', () => {
  it('a certificate in the store, with its key in hardware, signs', async () => {
    const named = { INTRAY_CERTIFICATE_SHA1: 'A1B2', INTRAY_PUBLISHER: 'Intray Ltd' };
    expect((await builtConfiguration(signingOf('win32', named)))['win']).toMatchObject({
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
    const whole = await builtConfiguration(signing);
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
    const { mac, electronFuses } = await builtConfiguration(signing);
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
    expect((await builtConfiguration(signing))['win']).toMatchObject({
      signtoolOptions: { publisherName: 'Intray Ltd', signingHashAlgorithms: ['sha256'] },
    });
    expect(signing.missing).toEqual([]);
    expect(signedElsewhere('win32', null, { how: 'collect', folder: 'x' }).missing).toEqual([expect.stringMatching(/^INTRAY_PUBLISHER/)]);
    expect((await builtConfiguration(signedElsewhere('darwin', null, { how: 'swap', folder: 'x' })))['mac']).toMatchObject({
      identity: null,
    });
    expect((await builtConfiguration(signedElsewhere('darwin', null, { how: 'collect', folder: 'x' })))['mac']).toMatchObject({
      identity: '-',
    });
  });
});

it('packages of Linux are signed by nobody, and lack nothing', () => {
  expect(signingOf('linux', {})).toMatchObject({ config: {}, missing: [] });
});
