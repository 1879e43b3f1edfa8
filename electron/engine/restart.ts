import { retry } from '#shared/async/retry.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { World } from '#shared/ports/world.ts';
import { diskFaultOf } from '../journal/sqlite/disk-fault.ts';
import type { Parts } from './parts.ts';

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
