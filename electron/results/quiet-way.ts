import type { AnswersView, RelayView } from '#shared/app-api/views.ts';
import { DAY_MS, type WallMs } from '#shared/lib/duration.ts';
import type { RelayHeard } from './relay-standing.ts';

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
export function quietWay({ relay, heard: { lastVerifiedAt }, oldestAwaiting, now }: Seen): Pick<AnswersView, 'quiet'> {
  // Before the first page nothing is known, and an unreachable relay is reported as such.
  if (relay.kind !== 'connected' || lastVerifiedAt === undefined) return {};
  if (lastVerifiedAt !== null && now - lastVerifiedAt < QUIET_MS) return {};
  const since = oldestAwaiting();
  return since !== null && now - since >= QUIET_MS ? { quiet: { lastVerifiedAt } } : {};
}
