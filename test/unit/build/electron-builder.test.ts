import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { APP_ID } from '#electron/desktop/app-id.ts';
import { LANGUAGES } from '#shared/i18n/language.ts';
import { projectText } from '#test/support/project-text.ts';

type Config = Readonly<Record<string, unknown>>;
type BuilderConfig = {
  readonly getConfig: (projectDir: string, configPath: string, options: null) => Promise<Config>;
  readonly validateConfiguration: (config: Config, debugLogger: { readonly isEnabled: false; add(): void }) => Promise<void>;
};

// electron-builder's own copy of the module that reads and checks the configuration before a build.
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

  it('installs on Windows for this person alone, in the languages that Intray speaks, with our part of the script', async () => {
    expect((await config())['nsis']).toEqual({
      oneClick: true,
      perMachine: false,
      deleteAppDataOnUninstall: false,
      installerLanguages: ['en_US', 'fr_FR'],
      include: 'build/installer.nsh',
    });
    expect(LANGUAGES).toEqual(['en', 'fr']);
  });

  it('is for macOS a hardened program that may compile JavaScript and nothing more', async () => {
    const mac = z
      .object({ target: z.array(z.string()), hardenedRuntime: z.literal(true), entitlements: z.string(), entitlementsInherit: z.string() })
      .parse((await config())['mac']);
    // Updates are made from the zip.
    expect(mac.target).toEqual(['dmg', 'zip']);
    for (const file of [mac.entitlements, mac.entitlementsInherit])
      expect([...projectText(file).matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
  });

  it('starts on macOS without an icon in the Dock', async () => {
    expect(z.object({ extendInfo: z.unknown() }).parse((await config())['mac']).extendInfo).toEqual({ LSUIElement: true });
  });

  it('closes every door into the signed program', async () => {
    expect((await config())['electronFuses']).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});
