import { pause } from '../../demo/pause.ts';
import {
  dataFolder,
  KEYS,
  existingTraces,
  lookAt,
  openCommandKey,
  programFolder,
  programOf,
  countRunning,
  setValue,
  type Trace,
  type Traces,
  readValue,
} from './traces.ts';
import type { WindowsPlace } from './windows-place.ts';

export type Setups = {
  /** The installer that runs first, and the one that updates it; the same if there is only one. */
  readonly first: string;
  readonly next: string;
  /** Their versions. */
  readonly versions: readonly [string, string];
};

export type Step = { readonly name: string; readonly run: (place: WindowsPlace, setups: Setups) => Promise<void> };

const WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 500;
/** Ids that nobody else uses, in place of the one that Electron generates. */
const OURS = `${KEYS.classes}\\{6f0b2f8e-2d0f-4c52-9f5e-1d8e0c6a7b01}`;
const OTHERS = `${KEYS.classes}\\{6f0b2f8e-2d0f-4c52-9f5e-1d8e0c6a7b02}`;
const ELSEWHERE = 'C:\\Elsewhere\\Intray.exe';
const OTHER_CLASS = 'Elsewhere.Invitation';
const INVITATIONS: readonly Trace[] = ['addresses', 'files of invitations'];
const INSTALLED: readonly Trace[] = ['program', 'start menu', 'desktop', 'list of programs', 'place of the program', ...INVITATIONS];
const TOLD: readonly Trace[] = ['start at log-in', 'switch of that start', 'clicks on notifications'];

/** Each step continues where the previous one ended. The steps begin and end with a Windows without Intray. */
export const STEPS: readonly Step[] = [
  { name: 'begins where nothing of Intray is', run: async (place) => expectLeft(await lookAt(place), []) },
  {
    name: 'installs for this person without a question: program, two shortcuts, an entry in the list of programs, and what opens invitations',
    run: installed,
  },
  { name: 'starts from its folder, with a profile', run: started },
  { name: 'updates over the running one: that one has ended, the new one runs, and what Windows was told stays', run: updated },
  { name: 'uninstalls silently: nothing is left but the profile, and nothing of others is touched', run: uninstalled },
  { name: 'installs again, and takes up the profile that was kept', run: installedAgain },
  { name: 'uninstalls silently with the profile, where the command line says so: nothing is left at all', run: uninstalledWhole },
];

async function installed(place: WindowsPlace, { first, versions }: Setups): Promise<void> {
  await ends(place, first, ['/S']);
  const traces = await lookAt(place);
  expectLeft(traces, [...INSTALLED, ...tracesOfRealInstaller(place, ['packages of updates'])]);
  same('the version in the list of programs', traces['list of programs'], versions[0]);
  same('the place of the program', traces['place of the program'], programFolder(place));
  same('the kind of .intray files', traces['files of invitations'], 'Intray.Invitation');
  for (const key of [KEYS.addresses, KEYS.fileClass])
    same(key, await readValue(place, openCommandKey(key), null), `"${programOf(place)}" -- "%1"`);
  same('programs of ours that run', await countRunning(place), 0);
}

async function started(place: WindowsPlace): Promise<void> {
  place.start(programOf(place), ['--hidden']);
  await until('it runs, with a journal', async () => place.exists(journalOf(place)) && (await countRunning(place)) > 0);
  if (place.isRealApp) {
    await until('it has told Windows to start it at log-in', async () => (await readValue(place, KEYS.run, place.ids.app)) !== null);
    same('what starts at log-in', await readValue(place, KEYS.run, place.ids.app), `"${programOf(place)}" --hidden`);
  }
}

async function updated(place: WindowsPlace, { next, versions }: Setups): Promise<void> {
  await tellWindows(place);
  place.write(`${dataFolder(place)}\\profile\\marker.txt`, 'kept');
  const before = await lookAt(place);
  await ends(place, next, ['--updated', '/S', '--force-run']);
  const after = await lookAt(place);
  same('what is there', JSON.stringify(after), JSON.stringify({ ...before, 'list of programs': versions[1] }));
  keptMarker(place);
  await until('the new one runs', async () => (await countRunning(place)) > 0);
}

async function uninstalled(place: WindowsPlace): Promise<void> {
  await setValue(place, `${OTHERS}\\LocalServer32`, null, ELSEWHERE);
  place.write(`${place.folders.local}\\intray-updater\\installer.exe`, 'as electron-builder keeps it');
  await uninstalls(place, ['/S'], ['profile']);
  keptMarker(place);
  same('programs of ours that run', await countRunning(place), 0);
  same('what opened .intray files', await readValue(place, openCommandKey(KEYS.fileClass), null), null);
  same('what belongs to others', await readValue(place, `${OTHERS}\\LocalServer32`, null), ELSEWHERE);
}

async function installedAgain(place: WindowsPlace, { next }: Setups): Promise<void> {
  await ends(place, next, ['/S']);
  await started(place);
  keptMarker(place);
  // Addresses and files belong to the program that registered last.
  await setValue(place, openCommandKey(KEYS.addresses), null, `"${ELSEWHERE}" "%1"`);
  await setValue(place, KEYS.files, null, OTHER_CLASS);
}

async function uninstalledWhole(place: WindowsPlace): Promise<void> {
  await uninstalls(place, ['/S', '--delete-app-data'], INVITATIONS);
  const traces = await lookAt(place);
  same('addresses that lead elsewhere', traces.addresses, `"${ELSEWHERE}" "%1"`);
  same('files that are of another kind', traces['files of invitations'], OTHER_CLASS);
  for (const key of [KEYS.addresses, KEYS.files, OTHERS]) await place.run('reg.exe', ['delete', key, '/f']);
}

/** Writes what the app will register, and already registers itself if it is the real one; a switch in the Task Manager is set by the user. */
export async function tellWindows(place: WindowsPlace): Promise<void> {
  const program = programOf(place);
  if (!place.isRealApp) await setValue(place, KEYS.run, place.ids.app, `"${program}" --hidden`);
  await setValue(place, KEYS.runSwitch, place.ids.app, '030000000000000000000000', 'REG_BINARY');
  await setValue(place, `${OURS}\\LocalServer32`, null, program);
  expectLeft(await lookAt(place), [...INSTALLED, ...TOLD, 'profile', ...tracesOfRealInstaller(place, ['packages of updates'])]);
}

/** Runs the uninstaller, which continues from a copy of itself, and waits until only the traces in `but` are left. */
export async function uninstalls(place: WindowsPlace, args: readonly string[], but: readonly Trace[]): Promise<void> {
  const { code } = await place.run(`${programFolder(place)}\\Uninstall Intray.exe`, args);
  same('the code of the uninstaller', code, 0);
  let last: Traces | null = null;
  await until('all is gone', async () => {
    last = await lookAt(place);
    return existingTraces(last).join() === [...but].join();
  }).catch(() => expectLeft(last ?? {}, but));
}

export function journalOf(place: WindowsPlace): string {
  return `${dataFolder(place)}\\profile\\journal.sqlite`;
}

/** Fails if the traces that exist are not exactly the wanted ones. */
export function expectLeft(traces: Partial<Traces>, wanted: readonly Trace[]): void {
  const there = Object.entries(traces).flatMap(([trace, value]) => (value === null ? [] : [trace]));
  same('what is there', there.toSorted().join(', '), [...wanted].toSorted().join(', '));
}

export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const late = performance.now() + WITHIN_MS; performance.now() < late; await pause(LOOK_EVERY_MS)) if (await holds()) return;
  throw new Error(`it did not happen: ${what}`);
}

export async function ends(place: WindowsPlace, program: string, args: readonly string[]): Promise<void> {
  same(`the code of ${program}`, (await place.run(program, args)).code, 0);
}

/** Only electron-builder's own installer keeps a copy of itself. */
function tracesOfRealInstaller(place: WindowsPlace, traces: readonly Trace[]): readonly Trace[] {
  return place.isRealApp ? traces : [];
}

function keptMarker(place: WindowsPlace): void {
  for (const path of [journalOf(place), `${dataFolder(place)}\\profile\\marker.txt`]) same(path, place.exists(path), true);
}

export function same<T>(what: string, is: T, wanted: T): void {
  if (is !== wanted) throw new Error(`${what}: ${String(is)}\n  and not: ${String(wanted)}`);
}
