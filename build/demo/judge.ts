import { basename } from 'node:path';
import { unreachable } from '#shared/lib/unreachable.ts';
import { isFinal, reasonOf, type Seen } from './follow.ts';
import type { Sample } from './sample.ts';

/** The outcome of one sample. `wrong` is null if it is the expected one. */
export type Verdict = { readonly sample: Sample; readonly state: string; readonly reason: string; readonly wrong: string | null };

export function judge(sample: Sample, seen: Seen | undefined): Verdict {
  if (seen === undefined) return { sample, state: 'lost', reason: '', wrong: 'it was never seen' };
  const { item } = seen;
  const linked = seen.path !== seen.first;
  const state = linked ? `${item.state.kind} (linked)` : item.state.kind;
  const reason = linked ? `same as ${basename(seen.first)}` : reasonOf(item);
  return { sample, state, reason, wrong: isFinal(item) ? wrongEnd(sample, seen) : 'it did not come to an end' };
}

function wrongEnd(sample: Sample, { item, path, first }: Seen): string | null {
  if (sample.ending !== 'duplicate' && path !== first) return 'it was taken for the copy of another file';
  switch (sample.ending) {
    case 'accepted':
      return item.state.kind === 'accepted' ? null : 'it should be accepted';
    case 'refused':
      return item.state.kind === 'refused' && item.state.reason === sample.reason ? null : `it should be refused: ${sample.reason}`;
    case 'unfit':
      return item.state.kind === 'unfit' && item.state.problem.kind === sample.reason ? null : `it should be unfit: ${sample.reason}`;
    case 'duplicate':
      return path === first ? 'it should be linked to the file before' : null;
    default:
      return unreachable(sample.ending);
  }
}
