import type { World } from '#shared/ports/world.ts';
import type { Journal } from '../journal/open-journal.ts';

/** Makes all that waits due now. A doorbell only: where the disk does not take it, everything comes at the time it has. */
export function makeAllDueNow({ clock, log }: Pick<World, 'clock' | 'log'>, journal: Journal): void {
  try {
    journal.delivery.makeAllDueNow(clock.wallMs());
  } catch (error) {
    log.warn('what waits was not made due', { error: error instanceof Error ? error.name : typeof error });
  }
}
