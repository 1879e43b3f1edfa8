import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeVaultFile } from '#electron/companies/vault-file.ts';
import { unless } from '#test/support/why-skipped.ts';
import { COPY } from '../../build/windows/copy.ts';
import { ends, journalOf, STEPS, type Setups, tellWindows, uninstalls, until } from '../../build/package/installer/installer-steps.ts';
import { dataFolder, lookAt, programOf, countRunning } from '../../build/package/installer/traces.ts';
import { compileProgram, makeSmallInstaller, makeStandIn } from '../package/installer/small-installer.ts';
import { type WineWindows, wineWindows } from './wine-machine.ts';

const ROOT = process.env['INTRAY_WINE_ROOT'];
const NO_WINE = ROOT === undefined ? 'there is no Wine: npm run windows -- installer' : null;
const VERSIONS = ['0.1.0', '0.2.0'] as const;
/** The buttons that a user presses. */
const [OK, YES, NO] = ['1', '6', '7'] as const;
const KEY = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const OLD_KEY = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const OTHERS_KEY = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const NODE = 'Z:\\w\\package\\bin\\node.exe';
const QUESTION =
  /^Intray Uninstall \| Delete what Intray remembers as well\?.*choose No: it then goes on where it stopped.* \| default 7 \|/s;

let place: WineWindows;
let setups: Setups;
let before: readonly string[];

describe('the installer, by electron-builder’s scripts with ours in them', unless(NO_WINE), () => {
  beforeAll(async () => {
    place = await wineWindows(ROOT ?? '');
    setups = await makeAll(ROOT ?? '');
    before = filesOf('C:\\users\\root');
  }, 600_000);
  afterAll(async () => {
    await place?.close();
    for (const made of ['setups', 'stand-in']) rmSync(join(ROOT ?? '', 'w', made), { recursive: true, force: true });
  });

  it.each(STEPS.map(({ name, run }) => [name, run] as const))('%s', async (_name, run) => {
    await run(place, setups);
    expect(lines().filter((line) => line.includes('failed'))).toEqual([]);
  });

  it('has left no file but those of others', () => {
    place.remove(`${place.folders.local}\\intray-updater`);
    // Windows creates this folder itself when asked for a user's own programs.
    const others = /\\Temp(\\|$)|^AppData\\Local\\Programs$/;
    expect(filesOf('C:\\users\\root').filter((file) => !before.includes(file) && !others.test(file))).toEqual([]);
  });

  it('had each running one end by itself, asked as the app is asked', async () => {
    await ends(place, setups.first, ['/S']);
    await start();
    await ends(place, setups.next, ['/S']);
    expect(lines()).toEqual(['0.1.0 started with “--hidden”', '0.1.0 heard “--quit”', '0.1.0 closed']);
    // A journal that was closed properly leaves no files beside it.
    expect(place.exists(`${journalOf(place)}-wal`)).toBe(false);
  });

  it('ends by force what does not answer, and leaves a program of the same name elsewhere alone', async () => {
    const other = 'C:\\Elsewhere\\Intray.exe';
    await copyNode(other);
    place.start(other, ['-e', 'setTimeout(()=>{},600000)']);
    await start();
    place.write(`${dataFolder(place)}\\deaf`, '');
    await ends(place, setups.next, ['/S']);
    expect(lines().at(-1)).toBe('0.2.0 heard “--quit”');
    expect(place.exists(`${journalOf(place)}-wal`)).toBe(true);
    expect(await countRunning(place)).toBe(1);
    await place.run('taskkill.exe', ['/F', '/IM', 'Intray.exe']);
    place.remove(`${dataFolder(place)}\\deaf`);
  });

  it('asks a person who uninstalls about the profile, and keeps it where the answer is no', async () => {
    await start();
    await tellWindows(place);
    const said = await answering([OK, NO], () => uninstalls(place, [], ['profile']));
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/Are you sure you want to uninstall Intray/);
    expect(said[1]).toMatch(QUESTION);
    expect(place.exists(journalOf(place))).toBe(true);
  });

  it('keeps all of the profile, and says so, where another program has it open', async () => {
    await ends(place, setups.next, ['/S']);
    const note = `${dataFolder(place)}\\profile\\host.json`;
    place.remove(note);
    place.start(NODE, hostOf(place.folders.roaming));
    await until('the host has the profile', async () => place.exists(note));
    const files = filesOf(dataFolder(place));
    const said = await answering([OK, YES, OK], () => uninstalls(place, [], ['profile']));
    expect(said[2]).toMatch(/was not deleted, as another program is using it.*C:\\users\\root\\AppData\\Roaming\\Intray \| default 1/s);
    expect(files.filter((file) => !filesOf(dataFolder(place)).includes(file))).toEqual([]);
    await place.run('taskkill.exe', ['/F', '/IM', 'node.exe']);
  });

  it('deletes the profile with its keys where the answer is yes, and no key of another one', async () => {
    await ends(place, setups.next, ['/S']);
    const vault = writeVaultFile(new Map(), { keyId: KEY, key: new Uint8Array(32), nonce: new Uint8Array(12) });
    place.write(`${dataFolder(place)}\\profile\\vault.json`, Buffer.from(vault).toString());
    place.write(`${dataFolder(place)}\\profile\\vault-kept-${OLD_KEY}.json`, '');
    for (const id of [KEY, OLD_KEY, OTHERS_KEY]) expect(await credentials('set', id)).toBe(0);
    expect(await credentials('get', KEY)).toBe(0);
    const said = await answering([OK, YES], () => uninstalls(place, [], []));
    expect(said[1]).toMatch(QUESTION);
    expect(await Promise.all([KEY, OLD_KEY, OTHERS_KEY].map((id) => credentials('get', id)))).toEqual([1, 1, 0]);
  });

  it('asks nothing about a profile where there is none', async () => {
    await ends(place, setups.next, ['/S']);
    expect(await answering([OK], () => uninstalls(place, [], []))).toHaveLength(1);
  });

  it('shows a person nothing to decide when it installs, and starts the app', async () => {
    await ends(place, setups.next, []);
    await until('it runs', async () => place.exists(journalOf(place)) && (await countRunning(place)) > 0);
    expect(lines()[0]).toBe('0.2.0 started with “”');
    await uninstalls(place, ['/S', '--delete-app-data'], []);
    expect(Object.values(await lookAt(place)).filter((trace) => trace !== null)).toEqual([]);
  });
});

async function start(): Promise<void> {
  const note = `${dataFolder(place)}\\profile\\host.json`;
  for (const file of [log(), note]) place.remove(file);
  place.start(programOf(place), ['--hidden']);
  await until('it runs', async () => lines().length > 0 && place.exists(note));
}

/** What the stand-in has recorded since it was started. */
function lines(): readonly string[] {
  if (!place.exists(log())) return [];
  return readFileSync(place.local(log()), 'utf8').trimEnd().split('\n');
}

function log(): string {
  return `${dataFolder(place)}\\stand-in.log`;
}

/** The texts of the windows that appeared meanwhile, in order. */
async function answering(presses: readonly string[], act: () => Promise<void>): Promise<readonly string[]> {
  const out = 'C:\\answers.txt';
  place.remove(out);
  place.start('Z:\\w\\setups\\answer.exe', [out, ...presses]);
  await act();
  const last = ` | pressed ${presses.at(-1)}`;
  const text = (): string => (place.exists(out) ? readFileSync(place.local(out), 'utf16le').slice(1) : '');
  await until('all is answered', async () => text().trimEnd().endsWith(last) || text().includes('nobody asked'));
  return text()
    .trimEnd()
    .split(/(?<= \| pressed \d)\n/);
}

async function credentials(what: 'set' | 'get', id: string): Promise<number | null> {
  const { code } = await place.run(NODE, [
    `Z:\\${COPY.replaceAll('/', '\\')}\\test\\windows\\programs\\credentials.mjs`,
    what,
    `vault-key-${id}`,
  ]);
  return code;
}

/** Starts a host on the app's own profile, as a user does on the command line. */
function hostOf(roaming: string): readonly string[] {
  return ['Z:\\w\\stand-in\\resources\\app\\dist\\headless\\main.js', '--profile', `${roaming}\\Intray\\profile`, '--port', '0'];
}

function filesOf(folder: string): readonly string[] {
  const local = place.local(folder);
  return readdirSync(local, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('/', '\\'));
}

async function copyNode(to: string): Promise<void> {
  mkdirSync(dirname(place.local(to)), { recursive: true });
  await ends(place, 'cmd.exe', ['/c', 'copy', NODE, to]);
}

/** Installers of two versions, and the program that answers for a user. */
async function makeAll(root: string): Promise<Setups> {
  const folder = join(root, 'w', 'setups');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const app = join(root, 'w', 'stand-in');
  const run = async (program: string): Promise<void> => ends(place, windowsPath(root, program), []);
  const [first = '', next = ''] = VERSIONS.map((version) => join(folder, `setup-${version}.exe`));
  for (const [at, out] of [first, next].entries()) {
    const version = VERSIONS[at] ?? '';
    makeStandIn({ node: join(root, 'w/package/bin/node.exe'), project: join(root, COPY), version, out: app });
    expect(await makeSmallInstaller({ version, app, out, wide: true }, run)).toEqual({ ok: true });
  }
  expect(await compileProgram('answer.nsi', join(folder, 'answer.exe'))).toEqual({ ok: true });
  return { first: windowsPath(root, first), next: windowsPath(root, next), versions: VERSIONS };
}

function windowsPath(root: string, path: string): string {
  return `Z:${path.slice(root.length).replaceAll('/', '\\')}`;
}
