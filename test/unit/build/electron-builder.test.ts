import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { APP_ID } from '#electron/desktop/launch-options.ts';
import { LANGUAGES } from '#shared/i18n/language.ts';
import { projectText } from '#test/support/project-text.ts';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { trayIconPath, windowIconPath } from '#electron/desktop/app-files.ts';
import { STANDINGS } from '#shared/domain/standing.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openedWith } from '#electron/desktop/invitation/opened-with.ts';
import { QUIT_SWITCH } from '#electron/desktop/launch-options.ts';
import { unless } from '#test/support/why-skipped.ts';
import { compileBoth, macrosOfTemplates, MAKENSIS } from '../../package/installer/small-installer.ts';

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

const FOLDER = 'build/icons';
const png = (path: string) => PNG.sync.read(readFileSync(path));

/** One picture of a .ico: its width by the table and by its own header, and its colours, however it is stored. */
type InIco = { readonly table: number; readonly width: number; readonly kind: 'png' | 'bitmap'; readonly data: Uint8Array };

const BITMAP_HEADER = 40;

function inIco(path: string): readonly InIco[] {
  const ico = readFileSync(path);
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
    const entry = 6 + 16 * at;
    const [bytes, start] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
    expect(ico.readUInt16LE(entry + 6)).toBe(32);
    const picture = ico.subarray(start, start + bytes);
    const table = ico.readUInt8(entry) || 256;
    if (picture.readUInt32LE(0) !== BITMAP_HEADER) {
      const { width, data } = PNG.sync.read(picture);
      return { table, width, kind: 'png' as const, data };
    }
    const width = picture.readInt32LE(4);
    const lines = picture.readInt32LE(8) / 2;
    expect(lines).toBe(width);
    expect(bytes).toBe(BITMAP_HEADER + 4 * width * lines + 4 * Math.ceil(width / 32) * lines);
    const data = new Uint8Array(4 * width * lines);
    for (let y = 0; y < lines; y += 1)
      for (let x = 0; x < width; x += 1) {
        const [blue = 0, green = 0, red = 0, opacity = 0] = picture.subarray(BITMAP_HEADER + 4 * ((lines - 1 - y) * width + x));
        data.set([red, green, blue, opacity], 4 * (y * width + x));
      }
    return { table, width, kind: 'bitmap' as const, data };
  });
}

const sizesOf = (path: string) => inIco(path).map(({ table, width, kind }) => [table, width, kind]);
/** By shape: what a user who sees no colours can tell apart. */
const shape = (data: Uint8Array, channel: 2 | 3) => Buffer.from(data.filter((_, at) => at % 4 === channel)).toString('hex');

describe('the icons', () => {
  it.each(['linux', 'darwin'] as const)('tell each standing apart in the tray of %s, also on a fine screen', (platform) => {
    const pictures = STANDINGS.map((standing) => {
      const path = trayIconPath(standing, { folder: `${FOLDER}/tray`, platform });
      const picture = png(path);
      expect(png(path.replace('.png', '@2x.png')).width).toBe(picture.width * 2);
      return picture;
    });
    const shapes = pictures.map(({ data }) => shape(data, platform === 'darwin' ? 3 : 2));
    expect(new Set(shapes).size).toBe(STANDINGS.length);
  });

  it('tell each standing apart in the tray of Windows, in the size of each of its screens', () => {
    const paths = STANDINGS.map((standing) => trayIconPath(standing, { folder: `${FOLDER}/tray`, platform: 'win32' }));
    for (const path of paths) expect(sizesOf(path)).toEqual([16, 20, 24, 28, 32, 40, 48, 64].map((size) => [size, size, 'bitmap']));
    for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const shapes = paths.map((path) => shape(inIco(path)[at]?.data ?? new Uint8Array(), 2));
      expect(new Set(shapes).size).toBe(STANDINGS.length);
    }
  });

  it('of Windows are the same drawing as elsewhere, the right way up', () => {
    for (const standing of STANDINGS) {
      const [own] = inIco(`${FOLDER}/tray/${standing}.ico`).filter(({ width }) => width === 24);
      expect(Buffer.from(own?.data ?? []).equals(png(`${FOLDER}/tray/${standing}-24.png`).data)).toBe(true);
    }
  });

  it('of macOS are templates: black, and clear where nothing is', () => {
    const { data } = png(`${FOLDER}/tray/fine-Template.png`);
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 4));
    expect(pixels.every(([red, green, blue]) => red === 0 && green === 0 && blue === 0)).toBe(true);
    expect(pixels.some((pixel) => pixel[3] === 0)).toBe(true);
  });

  it('of the app come in every size that the systems ask for', () => {
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) expect(png(`${FOLDER}/app/${size}x${size}.png`).width).toBe(size);
  });

  it('of the app come for Windows in each size that it shows; small ones as bitmaps, which all of it reads', () => {
    expect(sizesOf(windowIconPath({ folder: FOLDER, platform: 'win32' }))).toEqual([
      ...[16, 20, 24, 32, 40, 48, 64].map((size) => [size, size, 'bitmap']),
      [256, 256, 'png'],
    ]);
  });

  it('of macOS fill their file block by block', () => {
    const icns = readFileSync(`${FOLDER}/icon.icns`);
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    const types: string[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) types.push(icns.toString('latin1', at, at + 4));
    expect(types).toEqual(['ic11', 'ic12', 'ic07', 'ic08', 'ic13', 'ic09', 'ic14', 'ic10']);
    expect(icns.readUInt32BE(4)).toBe(icns.length);
  });
});

const noMakensis = existsSync(MAKENSIS) ? null : 'makensis is not here: apt-get install nsis';
const script = projectText('build/installer.nsh');

describe('our part of the installer of Windows', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'intray-installer-'));
    writeFileSync(join(folder, 'Intray.exe'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const compiled = (own?: string) =>
    compileBoth({ version: '1.2.3', app: folder, out: join(folder, 'out', 'Intray-1.2.3.exe'), ...(own === undefined ? {} : { own }) });

  it('compiles with electron-builder’s own scripts around it, without a warning', unless(noMakensis), async () => {
    expect(await compiled()).toEqual({ ok: true, value: undefined });
  });

  it('would not compile with a text that one of the languages lacks, or a macro that is not closed', unless(noMakensis), async () => {
    const lacking = script.replace(/^ {2}LangString intrayDeleteProfile 1036 .*\n/m, '');
    expect(await compiled(lacking)).toMatchObject({ ok: false, failure: expect.stringContaining('intrayDeleteProfile') });
    expect(await compiled(script.replace('!macroend', ''))).toMatchObject({ ok: false });
  });

  it('defines macros that electron-builder’s scripts call, and no others', () => {
    const ours = [...script.matchAll(/^ *!macro (\w+)/gm)].map(([, name]) => name);
    expect(ours).toEqual(['customCheckAppRunning', 'customInstall', 'customUnInit', 'customUnInstall']);
    expect(macrosOfTemplates()).toEqual(expect.arrayContaining(ours));
  });

  it('opens links and files of invitations with one argument behind the end of all options', () => {
    const [, open] = /^!define INTRAY_OPEN '(.*)'$/m.exec(script) ?? [];
    expect(open).toBe('"${INTRAY_PROGRAM}" -- "%1"');
    const commands = [...script.matchAll(/^ *WriteRegStr HKCU .*\\shell\\open\\command" "" (.*)$/gm)].map(([, command]) => command);
    expect(commands).toEqual(["'${INTRAY_OPEN}'", "'${INTRAY_OPEN}'"]);
    // As Windows fills it in, whatever a page has put into its link.
    const argv = ['C:\\Intray\\Intray.exe', '--', `intray://relay.example.com/invitation#1.${'A'.repeat(22)}" --profile=\\\\evil\\share`];
    expect(openedWith(argv, 'win32')).toBeNull();
    expect(openedWith([argv[0] ?? '', '--', `intray://relay.example.com/invitation#1.${'A'.repeat(22)}`], 'win32')?.kind).toBe('link');
  });

  it('names what the app names so', () => {
    // electron-builder.yml contains the app's id.
    expect(script).toContain('DeleteRegValue HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Run" "${APP_ID}"');
    expect(projectText('electron-builder.yml')).toMatch(new RegExp(`^appId: ${APP_ID}$`, 'm'));
    expect(script).toContain(`" ${QUIT_SWITCH}'`);
    expect(readFileSync('electron/companies/vault.ts', 'utf8')).toContain('`vault-key-${keyId}`');
    expect(readFileSync('electron/platform/secrets/keychain.ts', 'utf8')).toContain("?? 'Intray'");
    expect(script).toContain('"Intray/vault-key-$0"');
  });
});
