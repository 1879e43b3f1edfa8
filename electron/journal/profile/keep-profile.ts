import { StopSource } from '#shared/async/stop-source.ts';
import { Mutex } from '#shared/async/semaphore.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { throttle } from '#shared/async/single-flight.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { isGoodCopy } from '../../platform/sqlite/copy-database.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import { backupPath, listBackups, tidyBackups } from './backups.ts';
import { isMirrorKept, mirrorText, writeMirror } from './mirror.ts';
import type { Journal } from '../open-journal.ts';

export type KeepProfileDeps = {
  readonly profile: string;
  readonly world: Pick<World, 'clock' | 'files' | 'log'>;
  readonly journal: Journal;
  /** Whether copies are made at all: a simulated computer has no thread to make them on. */
  readonly backups: boolean;
};

export type KeepProfile = {
  start(): void;
  /** Something was committed. */
  ring(): void;
  /** Whether the set-up lies beside the journal as it is now, looked at on the disk and written anew if it does not: the code of why it cannot be. */
  setUpFault(): Promise<string | null>;
  /** Ends both loops. A copy that is being made may be cut off when the journal closes; the next start removes it. */
  close(): Promise<void>;
};

/** A company that was connected less than this before a power cut has to be connected again, if the journal is lost with it. */
const MIRROR_WITHIN_MS = SECOND_MS;
/** What kept it from being written may pass without another change of the set-up. */
const MIRROR_AGAIN_MS = MINUTE_MS;
const BACKUP_EVERY_MS = 24 * HOUR_MS;
/** By the wall clock, so that a computer that sleeps at night gets its backup in the morning. */
const LOOK_EVERY_MS = HOUR_MS;

/** Keeps what a damaged journal can be rebuilt from: the set-up as text at each change, and a copy of the whole once a day. */
export function keepProfile(of: KeepProfileDeps): KeepProfile {
  const stop = new StopSource();
  const mirror = mirrorKeeper(of, stop);
  const copies = copyLoop(of);
  return {
    start: () => {
      mirror.ring();
      if (of.backups) void copies.start();
    },
    ring: () => mirror.ring(),
    setUpFault: () => mirror.fault(),
    close: async () => {
      stop.abort();
      await Promise.all([mirror.end(), copies.close()]);
    },
  };
}

/**
 * Writes at most once per period, so that a thousand commits cause one write. What is still unwritten at the end is written then. A write that
 * failed is repeated until one succeeds.
 */
function mirrorKeeper({ profile, world, journal }: KeepProfileDeps, stop: Stop) {
  const { clock, files, log } = world;
  let kept = '';
  let fault: string | null = null;
  let isWaiting = false;
  const againLater = async (): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    await clock.sleep(MIRROR_AGAIN_MS, stop);
    isWaiting = false;
    written.call();
  };
  const write = async (): Promise<void> => {
    const text = textOf(journal);
    // Another profile may be at this path by now.
    if (text === null || text === kept || !journal.isInPlace()) return;
    const result = await writeMirror(files, profile, text);
    if (result.ok) kept = text;
    else if (fault !== result.failure.code) log.warn('the set-up could not be kept beside the journal', { code: result.failure.code });
    fault = result.ok ? null : result.failure.code;
    if (!result.ok && !stop.aborted) void againLater();
  };
  // Whoever asks and the throttle may write at the same moment.
  const turns = new Mutex();
  const inTurn = (): Promise<void> => turns.run(write);
  const written = throttle({ clock, everyMs: MIRROR_WITHIN_MS, edge: 'trailing', stop }, inTurn);
  return {
    ring: () => written.call(),
    fault: async () => {
      if (!(await isMirrorKept(files, profile, kept))) kept = '';
      await inTurn();
      return fault;
    },
    end: async () => {
      await written.idle();
      await inTurn();
    },
  };
}

function textOf(journal: Journal): string | null {
  const companies = journal.companies.companies();
  const removed = journal.companies.removed();
  const settings = journal.settings.read();
  // Nothing has been set up yet, so there is nothing to lose.
  if (companies.length + removed.length === 0 && settings === null) return null;
  return mirrorText({ companies, removed, folders: journal.folders.folders(), mappings: journal.mappings.kept(), settings });
}

function copyLoop(of: KeepProfileDeps): SweepLoop {
  const { profile, world, journal } = of;
  const { clock, log, files } = world;
  const look = async (stop: Stop): Promise<void> => {
    const [newest] = await listBackups(files, profile);
    const now = clock.wallMs();
    // A backup from the future was dated by a wrong clock.
    const isDue = newest === undefined || newest.at > now || now - newest.at >= BACKUP_EVERY_MS;
    if (isDue && !stop.aborted && journal.isInPlace()) await copyNow(of, stop);
  };
  let isTidied = false;
  return new SweepLoop({
    clock,
    look: async ({ stop }) => {
      // Removes what an earlier start left unfinished.
      if (!isTidied) await tidyBackups(files, profile);
      isTidied = true;
      await look(stop);
      return LOOK_EVERY_MS;
    },
    failed: { log: (fields) => log.error('keeping copies of the journal broke off', fields), restMs: LOOK_EVERY_MS },
  });
}

async function copyNow({ profile, world, journal }: KeepProfileDeps, stop: Stop): Promise<void> {
  const path = backupPath(profile, world.clock.wallMs());
  try {
    await journal.copyTo(path);
    if (stop.aborted) return;
    if (!isGoodCopy(path)) {
      // The journal or the disk is damaged: the older copies stay, and the next start checks the journal itself.
      world.log.error('a backup of the journal is not good');
      await world.files.remove(path);
      return;
    }
    await tidyBackups(world.files, profile);
    world.log.info('the journal was copied');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'none';
    if (!stop.aborted) world.log.warn('the journal could not be copied', { code });
  }
}
