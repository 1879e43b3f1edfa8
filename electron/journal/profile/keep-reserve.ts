import { join } from 'node:path';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';

export type KeepReserve = {
  start(): void;
  /** The disk is full: gives the reserved space to what the journal has begun. */
  giveUp(): void;
  close(): Promise<void>;
};

export type KeepReserveDeps = {
  readonly profile: string;
  readonly world: Pick<World, 'clock' | 'files' | 'log' | 'random'>;
  /** Called when the reserved space is free: what the disk refused may be tried again. */
  readonly freed: () => void;
};

/** Some two hundred pages of the journal: enough for the answers to everything that can be under way, and for the next start, several times over. */
export const RESERVE_BYTES = 1_048_576;
/** The reserve is created if this much stays free beside it, and given up if the disk is full; in between it stays as it is. */
export const LEFT_BESIDE_RESERVE_BYTES = 2 * RESERVE_BYTES;
const LOOK_EVERY_MS = MINUTE_MS;

/**
 * Keeps a file that reserves disk space for the journal (ADR-34). It consists of random bytes, because a disk that compresses gives a file
 * of zeros no space. If the system does not report the free space, there is no reserve.
 */
export function keepReserve({ profile, world, freed }: KeepReserveDeps): KeepReserve {
  const { clock, files, log, random } = world;
  let leaving: Promise<void> | null = null;
  const look = async (stop: Stop): Promise<void> => {
    await leaving;
    const free = await files.room(profile);
    if (free === null || free < RESERVE_BYTES + LEFT_BESIDE_RESERVE_BYTES || stop.aborted) return;
    if ((await files.stat(pathIn(profile))).ok) return;
    const made = await files.writeDurably(pathIn(profile), random.bytes(RESERVE_BYTES));
    if (made.ok) log.info('room is kept for the journal', { bytes: RESERVE_BYTES });
  };
  const leave = async (): Promise<void> => {
    const was = await giveUpReserve(files, profile);
    leaving = null;
    if (!was) return;
    log.warn('the disk is full; the journal has the room that was kept for it', { bytes: RESERVE_BYTES });
    freed();
  };
  const loop = new SweepLoop({
    clock,
    look: async ({ stop }) => {
      await look(stop);
      return LOOK_EVERY_MS;
    },
    failed: { log: (fields) => log.error('keeping room for the journal broke off', fields), restMs: LOOK_EVERY_MS },
  });
  return {
    start: () => void loop.start(),
    giveUp: () => {
      leaving ??= leave();
    },
    close: async () => {
      await Promise.all([loop.close(), leaving]);
    },
  };
}

/** True if there was a reserve and its space is free now. */
export async function giveUpReserve(files: Pick<Files, 'stat' | 'remove'>, profile: string): Promise<boolean> {
  const path = pathIn(profile);
  return (await files.stat(path)).ok && (await files.remove(path)).ok;
}

function pathIn(profile: string): string {
  return join(profile, 'reserve');
}
