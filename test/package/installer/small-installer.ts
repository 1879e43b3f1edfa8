import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { appIds } from '../../../build/package/installer/app-ids.ts';
import process from 'node:process';

const PROJECT = resolve(import.meta.dirname, '../../..');
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const TEMPLATES = join(dirname(builder.resolve('app-builder-lib/package.json')), 'templates', 'nsis');

type Generator = {
  include(file: string): void;
  addIncludeDir(folder: string): void;
  flags(names: readonly string[]): void;
  build(): string;
};
type Languages = { readonly langs: readonly string[] };
type LanguageModule = {
  readonly LangConfigurator: new (options: object) => Languages;
  readonly createAddLangsMacro: (to: Generator, languages: Languages) => void;
  readonly addCustomMessageFileInclude: (file: string, packager: object, to: Generator, languages: Languages) => Promise<void>;
};
const { NsisScriptGenerator } = builder('app-builder-lib/out/targets/nsis/nsisScriptGenerator.js') as {
  readonly NsisScriptGenerator: new () => Generator;
};
const languageModule = builder('app-builder-lib/out/targets/nsis/nsisLang.js') as LanguageModule;

/** All command-line words that electron-builder's scripts look for. */
const FLAGS = ['updated', 'force-run', 'keep-shortcuts', 'no-desktop-shortcut', 'delete-app-data', 'allusers', 'currentuser'];
/** Calls of plugins that are only in electron-builder's own bundle: a banner, and one that marks shortcuts with the app's id. */
const OWN_PLUGINS = /^[ \t]*(?:WinShell|SpiderBanner)::.*$/gm;

export type SmallInstaller = {
  readonly version: string;
  /** The folder to install, with `Intray.exe` in it. */
  readonly app: string;
  /** The installer to be made. */
  readonly out: string;
  /** Another text in place of build/installer.nsh. */
  readonly own?: string;
  /** 64-bit, for systems where nothing else runs. electron-builder's are 32-bit. */
  readonly wide?: boolean;
};

export const MAKENSIS = '/usr/bin/makensis';

/**
 * The installer and the uninstaller from electron-builder's own scripts in node_modules and build/installer.nsh, compiled by Debian's
 * `makensis`. Calls of plugins that are only in electron-builder's bundle are left out; NSIS itself packs the files. `run` runs a Windows
 * program: the one that writes the uninstaller, as electron-builder makes it. A failure is the output of makensis.
 */
export async function makeSmallInstaller(ask: SmallInstaller, run: (program: string) => Promise<void>): Promise<Result<void, string>> {
  return inScripts(ask, async (scripts) => {
    const [writer, uninstaller] = [`${ask.out}.writer.exe`, `${ask.out}.uninstaller.exe`];
    const written = await compile({ ...ask, out: writer }, scripts, {
      BUILD_UNINSTALLER: null,
      UNINSTALLER_OUT_FILE: '$EXEDIR\\uninstaller.exe',
    });
    if (!written.ok) return written;
    await run(writer);
    cpSync(join(dirname(writer), 'uninstaller.exe'), uninstaller);
    const made = await compile(ask, scripts, { UNINSTALLER_OUT_FILE: uninstaller });
    for (const file of [writer, uninstaller, join(dirname(writer), 'uninstaller.exe')]) rmSync(file);
    return made;
  });
}

/** Whether both compile without a warning; nothing is run. */
export async function compileBoth(ask: SmallInstaller): Promise<Result<void, string>> {
  return inScripts(ask, async (scripts) => {
    const uninstaller = join(scripts, 'written-by-the-first.exe');
    writeFileSync(uninstaller, '');
    const first = await compile(ask, scripts, { BUILD_UNINSTALLER: null, UNINSTALLER_OUT_FILE: uninstaller });
    return first.ok ? compile(ask, scripts, { UNINSTALLER_OUT_FILE: uninstaller }) : first;
  });
}

/** A copy of electron-builder's scripts, because they cannot be told that a plugin is missing. */
async function inScripts<T>({ own }: SmallInstaller, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'intray-nsis-'));
  try {
    cpSync(TEMPLATES, folder, { recursive: true });
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ns[ih]$/.test(file))) {
      const path = join(folder, name);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(OWN_PLUGINS, ''));
    }
    cpSync(join(import.meta.dirname, 'command-line.nsh'), join(folder, 'include', 'StdUtils.nsh'));
    writeFileSync(join(folder, 'own.nsh'), own ?? readFileSync(join(PROJECT, 'build', 'installer.nsh'), 'utf8'));
    writeFileSync(join(folder, 'whole.nsi'), (await header(folder)) + readFileSync(join(folder, 'installer.nsi'), 'utf8'));
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In electron-builder's order (computeCommonInstallerScriptHeader), by its own parts. */
async function header(folder: string): Promise<string> {
  const generator = new NsisScriptGenerator();
  const languages = new languageModule.LangConfigurator(described().nsis);
  generator.include(join(folder, 'include', 'StdUtils.nsh'));
  generator.addIncludeDir(join(folder, 'include'));
  generator.flags(FLAGS);
  languageModule.createAddLangsMacro(generator, languages);
  const packager = { getTempFile: (name: string) => Promise.resolve(join(folder, name)) };
  await languageModule.addCustomMessageFileInclude('messages.yml', packager, generator, languages);
  generator.addIncludeDir(join(PROJECT, 'build'));
  generator.include(join(folder, 'own.nsh'));
  return generator.build();
}

/** The custom macros that electron-builder's scripts call if they are defined. */
export function macrosOfTemplates(): readonly string[] {
  const scripts = readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ns[ih]$/.test(file));
  return scripts.flatMap((file) =>
    [...readFileSync(join(TEMPLATES, file), 'utf8').matchAll(/!ifmacrodef (\w+)\s+!insertmacro \1\b/g)].map(([, name = '']) => name),
  );
}

/** A small Windows program of our own. */
export async function compileProgram(script: string, out: string): Promise<Result<void, string>> {
  return makensis(['-V2', '-WX', '-INPUTCHARSET', 'UTF8', '-XTarget amd64-unicode', `-DOUT=${out}`, script], import.meta.dirname);
}

async function compile(ask: SmallInstaller, scripts: string, more: Readonly<Record<string, string | null>>): Promise<Result<void, string>> {
  mkdirSync(dirname(ask.out), { recursive: true });
  const defines = Object.entries({ ...definesOf(ask), ...more }).map(([name, value]) =>
    value === null ? `-D${name}` : `-D${name}=${value}`,
  );
  const commands = [
    `OutFile "${ask.out}"`,
    `Target ${ask.wide === true ? 'amd64' : 'x86'}-unicode`,
    'SetCompressor zlib',
    `VIProductVersion ${ask.version}.0`,
    ...['ProductName', 'FileDescription', 'LegalCopyright'].map((key) => `VIAddVersionKey /LANG=1033 ${key} "Intray"`),
    ...['ProductVersion', 'FileVersion'].map((key) => `VIAddVersionKey /LANG=1033 ${key} "${ask.version}"`),
  ];
  // In a 64-bit installer NSIS' own check for 64 bits has a branch that is never taken, which causes a warning.
  const words = [
    '-V2',
    ...(ask.wide === true ? [] : ['-WX']),
    '-INPUTCHARSET',
    'UTF8',
    ...defines,
    ...commands.map((command) => `-X${command}`),
    'whole.nsi',
  ];
  return makensis(words, scripts);
}

async function makensis(words: readonly string[], folder: string): Promise<Result<void, string>> {
  try {
    await promisify(execFile)(MAKENSIS, words, { cwd: folder });
    return ok(undefined);
  } catch (error) {
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? `${String(error.stdout)}${String(error.stderr)}` : String(error);
    return fail(said.trim());
  }
}

/** As electron-builder's NsisTarget defines them for a one-click, per-user installation. */
function definesOf({ version, app }: SmallInstaller): Record<string, string | null> {
  const { productName, win } = described();
  const { app: id, installation: guid } = appIds();
  const icon = join(PROJECT, win.icon);
  return {
    APP_ID: id,
    APP_GUID: guid,
    UNINSTALL_APP_KEY: guid,
    PRODUCT_NAME: productName,
    PRODUCT_FILENAME: productName,
    APP_FILENAME: 'intray',
    APP_PRODUCT_FILENAME: productName,
    APP_PACKAGE_NAME: 'intray',
    APP_DESCRIPTION: 'Intray',
    APP_INSTALLER_STORE_FILE: 'intray-updater\\installer.exe',
    VERSION: version,
    PROJECT_DIR: PROJECT,
    BUILD_RESOURCES_DIR: join(PROJECT, 'build'),
    MUI_ICON: icon,
    MUI_UNICON: icon,
    // Packed by NSIS itself, in place of an archive for the plugin Nsis7z.
    APP_BUILD_DIR: app,
    APP_64: app,
    COMPRESSION_METHOD: '7z',
    COMPRESS: 'auto',
    ONE_CLICK: null,
    RUN_AFTER_FINISH: null,
    SHORTCUT_NAME: productName,
    UNINSTALL_DISPLAY_NAME: `${productName} ${version}`,
  };
}

const configSchema = z.object({
  productName: z.string(),
  win: z.object({ icon: z.string() }),
  nsis: z.object({ oneClick: z.literal(true), perMachine: z.literal(false), installerLanguages: z.array(z.string()) }),
});

function described(): z.infer<typeof configSchema> {
  return configSchema.parse(parse(readFileSync(join(PROJECT, 'electron-builder.yml'), 'utf8')));
}

/** Part of app-builder-lib, which uses it to write icons and versions into programs. */
type Resources = {
  readonly NtExecutable: { from(bytes: Uint8Array, options: object): { generate(): ArrayBuffer; readonly newHeader: NtHeader } };
  readonly NtExecutableResource: { from(program: object): ResourceTable };
};
type NtHeader = { readonly optionalHeader: { subsystem: number } };
type ResourceTable = {
  replaceResourceEntry(entry: { type: number; id: string; lang: number; codepage: number; bin: Uint8Array }): void;
  outputResource(program: object): void;
};
const { NtExecutable, NtExecutableResource } = createRequire(builder.resolve('app-builder-lib/package.json'))('resedit') as Resources;

const STAND_IN_APP_PROJECT = join(import.meta.dirname, '../../..');
/** From Node's documentation on single executable applications. */
const BLOB = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const RCDATA = 10;
/** Without a console, like Electron's program. */
const WINDOWS_SUBSYSTEM = 2;
const MAIN = `require('node:module').createRequire(process.execPath)('./resources/stand-in.cjs');\n`;

type StandIn = {
  /** Node for Windows, of the version that runs this. */
  readonly node: string;
  /** The built project, with the packages for Windows. */
  readonly project: string;
  readonly version: string;
  readonly out: string;
};

/** Lays out what is installed in place of the packaged app: `Intray.exe`, which is Node with a first script in it, and the built headless host. */
export function makeStandIn({ node, project, version, out }: StandIn): void {
  const app = join(out, 'resources', 'app');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  writeFileSync(join(out, 'Intray.exe'), programOf(node, join(out, 'resources')));
  cpSync(join(import.meta.dirname, 'stand-in.cjs'), join(out, 'resources', 'stand-in.cjs'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'intray', version, type: 'module' }));
  for (const part of ['dist/headless', 'dist/window', 'node_modules/keytar', 'build/fonts'])
    cpSync(join(part.startsWith('node_modules') ? project : STAND_IN_APP_PROJECT, part), join(app, part), {
      recursive: true,
      filter: isWanted,
    });
}

/** Code that another Node has compiled is useless. */
function isWanted(path: string): boolean {
  return basename(path) !== 'compiled';
}

function programOf(node: string, folder: string): Uint8Array {
  const [main, config, blob] = ['main.cjs', 'config.json', 'blob'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(main, MAIN);
  writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'ignore' });
  const program = NtExecutable.from(readFileSync(node), { ignoreCert: true });
  const resources = NtExecutableResource.from(program);
  resources.replaceResourceEntry({ type: RCDATA, id: BLOB, lang: 1033, codepage: 1200, bin: readFileSync(blob) });
  resources.outputResource(program);
  program.newHeader.optionalHeader.subsystem = WINDOWS_SUBSYSTEM;
  const bytes = Buffer.from(program.generate());
  const fuse = bytes.indexOf(`${FUSE}:0`);
  if (fuse < 0) throw new Error('this Node has no place for a first script of its own');
  bytes.write(`${FUSE}:1`, fuse);
  for (const file of [main, config, blob]) rmSync(file);
  return bytes;
}
