import type { Configuration } from '#shared/app-api/installation.ts';
import { throttle } from '#shared/async/single-flight.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import type { Journal } from '../journal/open-journal.ts';
import { openProfile } from '../journal/profile/open-profile.ts';
import { beginWithConfiguration, keepAutostart } from '../settings/create-settings.ts';
import { appHandlers } from './app-handlers.ts';
import { type Changes, createChanges } from './changes.ts';
import { createParts } from './create-parts.ts';
import type { Parts } from './parts.ts';
import type { Engine, EngineDeps, EngineFault } from './engine.ts';
import { connectWakeUps, createWakeUps } from './wake-ups.ts';
import { retry } from '#shared/async/retry.ts';
import { diskFaultOf } from '../journal/sqlite/disk-fault.ts';
import { standingOf } from '#shared/app-api/needs-of.ts';
import type { AnswersView, Overview, RelayView } from '#shared/app-api/views.ts';
import { DELAY_MS } from '#shared/domain/item/failure.ts';
import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { compareBirths } from '#shared/domain/folder/same-folder.ts';
import type { Files } from '#shared/ports/files.ts';
import { folderStat } from '../folders/folder-rules.ts';
import type { RelayHeard } from '../results/relay-standing.ts';

/** A change is shown at most this much later; a thousand changes in between are shown as one. */
const SHOW_WITHIN_MS = 50;
/** How long the loops may take to notice that they are to end, in addition to the patience for uploads. */
const END_WITHIN_MS = 2 * SECOND_MS;

/** The engine of one profile: the only place where its parts meet. Nothing runs before `start`. */
export async function createEngine(world: World, deps: EngineDeps): Promise<Result<Engine, EngineFault>> {
  const claimed = await deps.claim?.(deps.profile);
  if (claimed?.ok === false) return fail({ kind: 'in-use', detail: claimed.failure });
  const release = async (): Promise<void> => claimed?.value.release();
  const closed = (await deps.makePrivate?.(deps.profile)) ?? ok(null);
  const opened = closed.ok ? await openProfile({ profile: deps.profile, world, onLost: deps.onLostJournal }) : closed;
  if (!opened.ok) {
    await release();
    return opened;
  }
  const engine = assemble(world, deps, opened.value);
  const close = async (patienceMs: number): Promise<void> => {
    await engine.close(patienceMs);
    await release();
  };
  return ok({ ...engine, close });
}

function assemble(world: World, deps: EngineDeps, journal: Journal): Engine {
  const { clock } = world;
  const waking = { journal, parts: () => parts };
  const wake = createWakeUps(waking);
  const parts: Parts = createParts(world, deps, { journal, wake });
  const [closing, ended] = [new AbortController(), new AbortController()];
  const changes = createChanges();
  // Whoever looks again sees nothing that a power cut could still undo.
  const shown = throttle({ clock, everyMs: SHOW_WITHIN_MS, edge: 'trailing', stop: ended.signal }, () =>
    journal.whenDurable(() => changes.ring()),
  );
  connectWakeUps(waking, deps, () => shown.call());
  const looks = createLooks(parts, world.files);
  const overview = () => overviewOf(parts, looks.seen(), clock.wallMs());
  return {
    api: appHandlers({ world, deps, parts, wake, changes, overview }),
    overview,
    durable: () => new Promise((resolve) => journal.whenDurable(resolve)),
    onChange: (ring) => changes.onRing(ring),
    onNotice: (tell) => parts.notify.onNotice(tell),
    lookOnce: () => looks.once(),
    start: () => {
      looks.end();
      keepAutostart(deps.autostart ?? null, parts.settings);
      return start(world, parts, { configuration: deps.configuration ?? null, closing: closing.signal });
    },
    lookAgain: wake.lookAgain,
    close: async (patienceMs) => {
      closing.abort();
      const loops = closeLoops(parts);
      await parts.delivery.close(patienceMs);
      const closed = Promise.all([loops, parts.keep.close(), parts.reserve.close()]);
      await withTimeout(closed, { clock, withinMs: END_WITHIN_MS, stop: ended.signal, late: () => null });
      closeLast(parts, changes, ended);
    },
    closeNow: () => {
      closing.abort();
      closeLast(parts, changes, ended);
    },
  };
}

function closeLast({ notify, journal }: Parts, changes: Changes, ended: AbortController): void {
  ended.abort();
  notify.close();
  changes.close();
  journal.close();
}

function closeLoops({ intake, results, noAnswers, companies, tidy, serviceKeys }: Parts): Promise<unknown> {
  return Promise.all([intake, results, noAnswers, companies, tidy, serviceKeys].map((part) => part.close()));
}

type Start = { readonly configuration: Configuration | null; readonly closing: Stop };

/** Restores what was under way, then every loop begins with a look of its own: at once, or as soon as the disk accepts a write. */
async function start(world: World, parts: Parts, { configuration, closing }: Start): Promise<void> {
  parts.reserve.start();
  const go = (restarted: number): Promise<void> => {
    if (beginWithConfiguration(configuration, parts.settings)) world.log.info('service and relay are those of this build');
    return begin(world, parts, restarted);
  };
  const restarted = restart(parts);
  if (restarted !== null) return go(restarted);
  void restartLater(world, parts, closing).then((later) => (later === null ? undefined : go(later)));
}

async function begin({ log }: World, parts: Parts, restarted: number): Promise<void> {
  const { journal, notify, delivery, companies, vault } = parts;
  const known = journal.companies.companies();
  log.info('engine starts', { restarted, companies: known.length });
  notify.companies(known);
  void vault.look();
  await delivery.start();
  companies.start();
  const { intake, serviceKeys, results, noAnswers, keep, tidy } = parts;
  for (const part of [intake, serviceKeys, results, noAnswers, keep, tidy]) part.start();
}

/** The same interval at which delivery retries a row that the disk refused. */
const AGAIN_MS = 5 * SECOND_MS;

/** Puts every upload that was in progress back to waiting. Returns how many there were; null if the disk does not accept that now. */
export function restart({ journal }: Pick<Parts, 'journal'>): number | null {
  try {
    return journal.restart();
  } catch (error) {
    // The journal has reported this to the disk watch already, which shows it.
    if (diskFaultOf(error) === null) throw error;
    return null;
  }
}

/** Retries `restart` until the disk accepts it; null if the engine is closed before that. */
export function restartLater({ clock }: Pick<World, 'clock'>, parts: Pick<Parts, 'journal'>, closing: Stop): Promise<number | null> {
  return retry({ clock, firstAfterMs: AGAIN_MS, restMs: AGAIN_MS, stop: closing }, () => restart(parts));
}

/** By how much the clock must be off to be shown: dates and ages are wrong by as much, and a smaller drift needs nobody's attention. */
const CLOCK_SHOWN_MS = 5 * MINUTE_MS;

/** What the tray and the head of the window show. */
export function overviewOf(parts: Parts, looked: Looked, now: WallMs): Overview {
  const { journal, intake, results, vault, disk, dates, other } = parts;
  const [relay, vaultDetail, clockAheadMs] = [results.view(), vault.detail(), dates.aheadMs()];
  const companies = [...journal.companies.companies()];
  const misplaced = intake.misplaced().map(({ names, ...place }) => ({ ...place, names: [...names] }));
  const ignoredMisplaced = intake.ignoredMisplaced().map((one) => ({ ...one }));
  const unfinished = intake.unfinished().map((one) => ({ ...one, files: [...one.files] }));
  // Documents of the others wait for a user or for the service's word on the company, and say so themselves.
  const companyIds = companies.filter(({ connection }) => connection.kind === 'active').map(({ id }) => id);
  const lastReceivedAt = journal.months.lastReceivedAt();
  const bulkArrivals = journal.bulkArrivals.bulkArrivals();
  const sentBefore = journal.sentBefore.groups();
  const quiet = quietWay({ relay, heard: results.heard(), now, oldestAwaiting: () => journal.noAnswers.oldestAwaiting() });
  const shown = {
    delay: journal.delays.delay({ before: wallMs(now - DELAY_MS), companyIds }),
    counts: journal.items.counts(),
    ...(bulkArrivals.length > 0 ? { bulkArrivals: [...bulkArrivals] } : {}),
    ...(sentBefore.length > 0 ? { sentBefore: sentBefore.map((one) => ({ ...one, names: [...one.names] })) } : {}),
    companies,
    removed: [...journal.companies.removed()],
    folders: foldersOf(parts, looked),
    misplaced,
    ...(ignoredMisplaced.length > 0 ? { ignoredMisplaced } : {}),
    ...(unfinished.length > 0 ? { unfinished } : {}),
    relay,
    answers: { ...results.way(), ...journal.results.figures(), ...quiet },
    vault: vault.view(),
    ...(vaultDetail === null ? {} : { vaultDetail }),
    disk: disk.view(),
    recovery: journal.recovery.unseen(),
    ...(clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_SHOWN_MS ? { clockAheadMs } : {}),
    ...(lastReceivedAt === null ? {} : { lastReceivedAt }),
    ...(parts.waitsForMains() ? { waitsForMains: true } : {}),
    ...(other.isThere() ? { isCopied: true } : {}),
    ...(looked.noHost ? { noHost: true } : {}),
    now,
  };
  return { standing: standingOf(shown), ...shown };
}

function foldersOf({ journal, intake }: Parts, { folderStates }: Looked): Overview['folders'] {
  return journal.folders.folders().map((folder) => ({
    ...folder,
    state: folderStates.get(folder.id) ?? folder.state,
    watching: intake.watching(folder.id),
    ...intake.passedOver(folder.id),
  }));
}

type FolderStates = ReadonlyMap<FolderId, FolderState>;

/** `noHost` is true until the engine is started. */
type Looked = { readonly noHost: boolean; readonly folderStates: FolderStates };

type Inside = Pick<Parts, 'journal' | 'results' | 'vault'>;

/** Remembers what one-time looks found; `end` forgets it when the loops begin, which know better. */
function createLooks(parts: Inside, files: Files): { seen(): Looked; once(): Promise<void>; end(): void } {
  let looked: Looked = { noHost: true, folderStates: new Map() };
  return {
    seen: () => looked,
    once: async () => {
      looked = { ...looked, folderStates: await lookOnce(parts, files) };
    },
    end: () => {
      looked = { noHost: false, folderStates: new Map() };
    },
  };
}

/**
 * Takes one look each at vault, relay and folders, for a command that opens the engine without starting its loops. Nothing is taken up,
 * sent, or read into the journal.
 */
async function lookOnce({ journal, results, vault }: Inside, files: Files): Promise<FolderStates> {
  await vault.look();
  await results.askOnce();
  // In parallel, because a folder whose disk does not answer takes until its time-out.
  const states = await Promise.all(journal.folders.folders().map(async (folder) => [folder.id, await stateNow(folder, files)] as const));
  return new Map(states);
}

/** Only a sweep can tell for certain whether it is the right folder; here its birth time alone may prove that it is not. */
async function stateNow({ path, state, identity }: Folder, files: Files): Promise<FolderState> {
  const stat = await folderStat(files, path);
  if (!stat.ok) return stat.failure.kind === 'denied' || stat.failure.kind === 'silent' ? stat.failure.kind : 'missing';
  const isOther = identity !== null && compareBirths(identity.inode, stat.value.identity.inode) === 'other';
  return isOther || state === 'swapped' ? 'swapped' : 'present';
}

/** Accountants work in days. A relay with one company may hear nothing over a weekend, so this only informs and asks for nothing. */
const QUIET_MS = DAY_MS;

type Seen = {
  readonly relay: RelayView;
  readonly heard: RelayHeard;
  /** Since when the oldest received document has waited for its answer; called only if it matters. */
  readonly oldestAwaiting: () => WallMs | null;
  readonly now: WallMs;
};

/** Detects that results may not reach Intray although the relay can be read: the relay receives nothing either (C38). */
function quietWay({ relay, heard: { lastVerifiedAt }, oldestAwaiting, now }: Seen): Pick<AnswersView, 'quiet'> {
  // Before the first page nothing is known, and an unreachable relay is reported as such.
  if (relay.kind !== 'connected' || lastVerifiedAt === undefined) return {};
  if (lastVerifiedAt !== null && now - lastVerifiedAt < QUIET_MS) return {};
  const since = oldestAwaiting();
  return since !== null && now - since >= QUIET_MS ? { quiet: { lastVerifiedAt } } : {};
}
