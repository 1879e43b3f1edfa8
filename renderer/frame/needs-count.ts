import type { Overview } from '#shared/app-api/views.ts';
import { openRefusals } from '#shared/domain/standing.ts';

/** How many documents wait for the person; shown on the rail. */
export function needsCount({ counts }: Overview): number {
  return openRefusals(counts) + counts.unfit + counts.held + counts.noAnswer + counts.unproven;
}
