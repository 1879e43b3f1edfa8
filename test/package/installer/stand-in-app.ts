import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import process from 'node:process';

const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
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

const PROJECT = join(import.meta.dirname, '../../..');
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
    cpSync(join(part.startsWith('node_modules') ? project : PROJECT, part), join(app, part), { recursive: true, filter: isWanted });
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
