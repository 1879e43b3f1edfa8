import { join } from 'node:path';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';

export type KeepReserve = {
  start(): void;
  /** The disk is full: what the journal has begun may have its room. */
  giveUp(): void;
  close(): Promise<void>;
};

export type KeepReserveDeps = {
  readonly profile: string;
  readonly world: Pick<World, 'clock' | 'files' | 'log' | 'random'>;
  /** Its room is free: what the disk did not take may be tried again. */
  readonly freed: () => void;
};

/** Some two hundred pages of the journal: the answers to all that can be under way, and the next start, several times over. */
export const RESERVE_BYTES = 1_048_576;
/** It is made where so much is left beside it, and given up where nothing is: in between it stays as it is. */
export const LEFT_BESIDE_RESERVE_BYTES = 2 * RESERVE_BYTES;
const LOOK_EVERY_MS = MINUTE_MS;

/**
 * Keeps a file that holds room for the journal (ADR-34). It is of chance bytes, because a disk that packs what it keeps gives a file of
 * zeros no room. Where the system does not tell how much room is free, none is made.
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

/** True where there was one, and its room is free now. */
export async function giveUpReserve(files: Pick<Files, 'stat' | 'remove'>, profile: string): Promise<boolean> {
  const path = pathIn(profile);
  return (await files.stat(path)).ok && (await files.remove(path)).ok;
}

function pathIn(profile: string): string {
  return join(profile, 'reserve');
}
