import { existsSync } from 'node:fs';
import { arch, homedir, hostname, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { shell } from 'electron/common';
import { app, dialog } from 'electron/main';
import type { RunsOn } from '#shared/app-api/diagnostics.ts';
import { translatorFor } from '#shared/i18n/translate.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { pinoLog } from '#shared/node/log.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Converter } from '#shared/ports/converter.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { rotatingFile } from './platform/files/rotating-file.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { gunzip } from '#shared/node/http/gunzip.ts';
import { openEngine, openWhenReady } from './engine/open-when-ready.ts';
import { endingProcesses } from './file-process/ended-children.ts';
import { openDisks } from './file-process/open-disks.ts';
import { createRouter } from './engine/create-router.ts';
import type { Autostart, EngineDeps } from './engine/engine.ts';
import { crashGuard, endOverBug } from './desktop/crash-guard.ts';
import { autostartEntry, keepEntry } from './desktop/autostart/autostart.ts';
import { registerAppScheme } from './desktop/window/app-scheme.ts';
import { besideArchive } from './desktop/app-files.ts';
import {
  APP_ID,
  builtInConfiguration,
  foreignSwitch,
  type LaunchOptions,
  launchOptions,
  startedByComputer,
} from './desktop/launch-options.ts';
import { hearInvitations, InvitationArrivals } from './desktop/invitation/arrivals.ts';
import { openedWith } from './desktop/invitation/opened-with.ts';
import { endOverFault, sayThatStartWaits, startAgain } from './desktop/start-fault.ts';
import { openShell } from './desktop/shell.ts';
import { startFileProcess, utilityConverter } from './desktop/start-file-process.ts';
import type { Updates } from './desktop/updates/updates.ts';
import { isWindowShown, openUpdates } from './desktop/updates/open-updates.ts';
import { openMail } from './desktop/open-mail.ts';
import { quietStart } from './desktop/updates/quiet-start.ts';
import { MIGRATIONS } from './journal/schema.ts';
import { watchPower } from './desktop/quit.ts';
import { systemProxy } from './desktop/system-proxy.ts';
import { endAtOnce } from './platform/parent-process.ts';
import { claimProfile } from './platform/claim-profile.ts';
import { readInvitationFile } from './platform/files/read-invitation-file.ts';
import { keyFile } from './platform/secrets/key-file.ts';
import { keychain } from './platform/secrets/keychain.ts';
import { makePrivate } from './platform/make-private.ts';
import { createWorld } from './platform/create-world.ts';

/** Enough for a year in an office; nobody reads further back. */
const LOG_SIZE = { bytesMax: 2 * 1024 * 1024, keep: 3 };

const options = launchOptions(process.argv, process.env);
// The single-instance lock is one per userData folder, so another profile is another Intray.
if (options.profile !== null) app.setPath('userData', join(options.profile, 'electron'));
// Before the app is ready: macOS may have been asked to open one already.
const arrivals = new InvitationArrivals(readInvitationFile);
hearInvitations(process.platform, (opened) => void arrivals.take(opened));
// Windows groups notifications by this id, and shows none without it.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
registerAppScheme();
const foreign = app.isPackaged ? foreignSwitch(process.argv, process) : null;
// A second start asks the first one to open its window or to end, and ends itself.
if (foreign !== null) endOverSwitch(foreign);
else if (app.requestSingleInstanceLock() && !options.quit) void app.whenReady().then(() => run(options).catch(endOverStart));
else app.quit();

async function run({ profile, key, hidden }: LaunchOptions): Promise<void> {
  const log = openLog();
  const clock = nodeClock();
  const locale = app.getLocale();
  const bugs = guardAgainstBugs(log, locale);
  const secrets = key.kind === 'keychain' ? keychain({ clock }) : keyFile(key);
  const folder = profile ?? join(app.getPath('userData'), 'profile');
  const root = app.getAppPath();
  const { disks, converter } = openProcesses({ root, folder, log, clock });
  const world = createWorld({ log, secrets, files: disks.files });
  const quiet = quietStart(app.getPath('userData'), () => clock.wallMs());
  const updates = await openUpdates({
    root,
    resources: process.resourcesPath,
    folder: app.getPath('userData'),
    journal: MIGRATIONS.length,
    clock,
    random: nodeRandom(),
    log,
    quiet,
  });
  const translate = translatorFor(locale);
  const autostart = profile === null ? autostartOf(log, !existsSync(join(folder, 'journal.sqlite'))) : null;
  const deps = lent({ folder, root, locale, key, log, bugs, reader: disks.reader, converter, updates, autostart });
  await takeInvitation();
  const made = await openWhenReady({ world, open: () => openEngine(world, deps), tell: sayThatStartWaits(translate, process.platform) });
  if (!made.ok) {
    log.error('the profile does not open', { fault: made.failure.kind, detail: made.failure.detail });
    return endOverFault(made.failure, translate);
  }
  await made.value.start();
  const { api, ...running } = endingProcesses(made.value, [disks, converter]);
  const engine = { ...running, router: createRouter(api, () => running.durable()) };
  await openShell({
    engine,
    log,
    root,
    locale,
    platform: process.platform,
    hidden: startedByComputer(hidden, process.platform) || quiet.isAnnounced(),
    afterCrash: bugs.afterCrash,
    onClosedNow: bugs.end,
    windowNote: join(folder, 'window.json'),
    arrivals,
    replace: async (inTime) => updates?.installAtEnd(inTime),
  });
  log.info('the tray is there');
  updates?.start(() => ({ uploading: engine.overview().counts.uploading, windowShown: isWindowShown() }));
}

type OpenProcesses = { readonly root: string; readonly folder: string; readonly log: Log; readonly clock: Clock };

/** The processes that read the user's files and convert them; each is started when it is first needed. */
function openProcesses({ root, folder, log, clock }: OpenProcesses) {
  const program = (name: string): string => join(root, 'dist', 'main', name);
  return {
    disks: openDisks({ clock, log, profile: folder, start: startFileProcess(program('file-process.js')) }),
    converter: utilityConverter({ clock, log, file: program('conversion-process.js') }),
  };
}

/** The one that the system started this with. */
async function takeInvitation(): Promise<void> {
  const opened = openedWith(process.argv, process.platform);
  if (opened !== null) await arrivals.take(opened);
}

function openLog(): Log {
  return pinoLog({ name: 'intray', also: rotatingFile({ path: join(app.getPath('userData'), 'logs', 'intray.log'), ...LOG_SIZE }) });
}

/** Runs before anything is opened: no profile, no window, no page. */
function endOverSwitch(name: string): void {
  openLog().error('a start with a switch that is not Intray’s own was ended; start it without', { switch: name });
  app.exit(2);
}

type Lent = {
  readonly folder: string;
  readonly root: string;
  readonly locale: string;
  readonly key: LaunchOptions['key'];
  readonly log: Log;
  readonly bugs: GuardedRun;
  readonly reader: FileReader;
  readonly converter: Converter;
  readonly updates: Updates | null;
  readonly autostart: Autostart | null;
};

/** What Electron and this computer provide to the engine. */
function lent({ folder, root, locale, key, log, bugs, reader, converter, updates, autostart }: Lent): EngineDeps {
  return {
    profile: folder,
    host: 'electron',
    version: app.getVersion(),
    locale,
    deviceName: hostname(),
    home: homedir(),
    surroundings: { temp: tmpdir(), env: process.env },
    sha256: nodeSha256,
    unpack: gunzip(WEBHOOK_BYTES_MAX),
    digest: nodeDigest,
    reader,
    converter,
    onLostJournal: bugs.lostJournal,
    proxies: { environment: process.env, system: systemProxy },
    runsOn: runsOn(key.kind),
    chooseFolder,
    open: (path) => void shell.openPath(path),
    reveal: (path) => shell.showItemInFolder(path),
    writeMail: openMail((href) => shell.openExternal(href)),
    saveFile,
    fontFolder: join(besideArchive(root), 'build', 'fonts'),
    pagesThread: pathToFileURL(join(root, 'dist', 'thread', 'pages-thread.cjs')),
    run: nodeRandom().uuid(),
    claim: (place) => claimProfile(place, { log }),
    makePrivate,
    autostart,
    arrivals,
    configuration: builtInConfiguration(root),
    power: watchPower(),
    updates: updates ?? UPDATES_OFF,
  };
}

/** `afterCrash`: whether the previous start ended over a bug or a lost journal. After `end`, an error no longer counts as a bug. */
type GuardedRun = { readonly afterCrash: boolean; readonly end: () => void; readonly lostJournal: () => void };

function guardAgainstBugs(log: Log, locale: string): GuardedRun {
  const guard = crashGuard(app.getPath('userData'));
  const afterCrash = guard.wasCrash();
  const translate = translatorFor(locale);
  let isOver = false;
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (bug) => {
      if (!isOver) endOverBug(bug, { log, guard, now: Date.now(), argv: process.argv, translate });
    });
  const end = (): void => {
    isOver = true;
  };
  const lostJournal = (): void => {
    // Electron's helper waits until this process is gone. The next start says that Intray was started again.
    if (guard.crashed(Date.now()) === 'start-again') startAgain({ argv: process.argv, hidden: true });
    endAtOnce(log);
  };
  return { afterCrash, end, lostJournal };
}

/** An unpackaged build is started only by its developer. With `--profile` the entry is left alone, since it starts the default profile. */
function autostartOf(log: Log, isFirst: boolean): Autostart | null {
  if (!app.isPackaged) return null;
  const { platform, env } = process;
  const note = join(app.getPath('userData'), 'autostart');
  return keepEntry(autostartEntry({ platform, env, home: homedir(), program: app.getPath('exe'), note }), { platform, isFirst, log });
}

const UPDATES_OFF = { view: () => ({ kind: 'off' as const }), installNow: () => false, onChange: () => () => undefined };

function runsOn(key: LaunchOptions['key']['kind']): RunsOn {
  // Typed as optional, although Node declares them as always present: under the stand-in, `electron` is missing.
  const { node, electron }: Readonly<Partial<Record<string, string>>> = process.versions;
  return { node: node ?? '', electron: electron ?? null, system: `${type()} ${release()} ${arch()}`, key };
}

/** Without this, the app would keep running without window, tray or engine, and nobody would notice. */
function endOverStart(bug: unknown): void {
  endOverFault({ kind: 'unreadable', detail: String(bug) }, translatorFor(app.getLocale()));
}

async function chooseFolder(): Promise<string | null> {
  const answer = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'], defaultPath: homedir() });
  return answer.filePaths[0] ?? null;
}

async function saveFile(name: string): Promise<string | null> {
  const answer = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), name) });
  return answer.canceled ? null : answer.filePath;
}
