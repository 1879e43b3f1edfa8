import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type Signing, signingOf } from '../../../build/package/signing.ts';

type Builder = {
  readonly getConfig: (projectDir: string, configPath: string, options: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly validateConfiguration: (config: object, debugLogger: { readonly isEnabled: false; add(): void }) => Promise<void>;
};
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { getConfig, validateConfiguration } = builder('app-builder-lib/out/util/config/config.js') as Builder;

const AZURE = {
  INTRAY_AZURE_ENDPOINT: 'https://weu.codesigning.example/',
  INTRAY_AZURE_ACCOUNT: 'intray',
  INTRAY_AZURE_PROFILE: 'public',
  INTRAY_PUBLISHER: 'Intray Ltd',
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  AZURE_CLIENT_SECRET: 'secret',
};
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
  it('Azure signs, with the publisher by whom installations know a newer version', async () => {
    const signing = signingOf('win32', AZURE);
    expect(signing.missing).toEqual([]);
    const [endpoint, codeSigningAccountName, certificateProfileName, publisherName] = Object.values(AZURE);
    expect((await built(signing))['win']).toMatchObject({
      target: ['nsis'],
      azureSignOptions: { endpoint, codeSigningAccountName, certificateProfileName, publisherName },
    });
    // The signing program reads the credentials from the environment; they are in no configuration, which a log might show.
    expect(JSON.stringify(signing)).not.toMatch(/tenant|client|secret/);
  });

  it.each(Object.keys(AZURE))('a release ends where Azure is named without %s', (name) => {
    const { missing, config } = signingOf('win32', { ...AZURE, [name]: '' });
    expect(missing.map((one) => one.split(':')[0])).toEqual([name]);
    expect(config).toEqual({});
  });

  it('a certificate in the store, with its key in hardware, signs too', async () => {
    const named = { INTRAY_CERTIFICATE_SHA1: 'A1B2', INTRAY_PUBLISHER: 'Intray Ltd' };
    expect((await built(signingOf('win32', named)))['win']).toMatchObject({
      signtoolOptions: { certificateSha1: 'A1B2', publisherName: 'Intray Ltd', signingHashAlgorithms: ['sha256'] },
    });
    expect(signingOf('win32', named).missing).toEqual([]);
    expect(signingOf('win32', { ...named, INTRAY_PUBLISHER: '' }).missing).toEqual([expect.stringMatching(/^INTRAY_PUBLISHER/)]);
  });

  it('a release ends where nobody signs, also with a certificate in a file, as none are issued any more', () => {
    for (const environment of [{}, CERTIFICATE, { WIN_CSC_LINK: 'MIIK' }])
      expect(signingOf('win32', environment).missing).toEqual([expect.stringMatching(/AZURE_TENANT_ID.*INTRAY_CERTIFICATE_SHA1/)]);
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

it('packages of Linux are signed by nobody, and lack nothing', () => {
  expect(signingOf('linux', {})).toMatchObject({ config: {}, missing: [] });
});
