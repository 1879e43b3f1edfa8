import { retry } from '#shared/async/retry.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import { diskFaultOf } from '../journal/sqlite/disk-fault.ts';
import type { Parts } from './create-parts.ts';

/** As often as delivery asks a disk that did not take a row. */
const AGAIN_MS = 5 * SECOND_MS;

/** Every upload that was under way waits for its next try: how many they were; null where the disk does not take that now. */
export function restart({ journal }: Pick<Parts, 'journal'>): number | null {
  try {
    return journal.restart();
  } catch (error) {
    // The journal has told the disk's watch, which shows it.
    if (diskFaultOf(error) === null) throw error;
    return null;
  }
}

/** The same, asked again until the disk takes it; null where the engine was closed before. */
export function restartLater({ clock }: Pick<World, 'clock'>, parts: Pick<Parts, 'journal'>, closing: Stop): Promise<number | null> {
  return retry({ clock, firstAfterMs: AGAIN_MS, restMs: AGAIN_MS, stop: closing }, () => restart(parts));
}
