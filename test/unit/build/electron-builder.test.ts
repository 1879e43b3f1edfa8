import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { APP_ID } from '#electron/desktop/app-id.ts';

type Config = Readonly<Record<string, unknown>>;
type BuilderConfig = {
  readonly getConfig: (projectDir: string, configPath: string, options: null) => Promise<Config>;
  readonly validateConfiguration: (config: Config, debugLogger: { readonly isEnabled: false; add(): void }) => Promise<void>;
};

// electron-builder's own copy of the module that reads and checks the file before a build.
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { getConfig, validateConfiguration } = builder('app-builder-lib/out/util/config/config.js') as BuilderConfig;

const config = () => getConfig(process.cwd(), 'electron-builder.yml', null);
const check = (of: Config) => validateConfiguration(of, { isEnabled: false, add: () => undefined });

describe('the packaging', () => {
  it('is understood by electron-builder, which would say so if it were not', async () => {
    await expect(check(await config())).resolves.toBeUndefined();
    await expect(check({ ...(await config()), asarUnpak: [] })).rejects.toThrow(/asarUnpak/);
  });

  it('carries the id that the app gives to Windows', async () => {
    expect((await config())['appId']).toBe(APP_ID);
  });

  it('closes every door into the signed program', async () => {
    expect((await config())['electronFuses']).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});
