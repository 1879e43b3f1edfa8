import type { AnswersView, RelayView } from '#shared/app-api/views.ts';
import { DAY_MS, type WallMs } from '#shared/lib/duration.ts';
import type { RelayHeard } from './relay-heard.ts';

/** Accountants work by the day; a relay of one company may hear nothing over a weekend, which is why it is only to be known. */
const QUIET_MS = DAY_MS;

type Seen = {
  readonly relay: RelayView;
  readonly heard: RelayHeard;
  /** Since when the oldest received document waits for its answer; asked only where it matters. */
  readonly oldestAwaiting: () => WallMs | null;
  readonly now: WallMs;
};

/** Whether results may not be reaching Intray though the relay can be read: nothing comes to the relay either (C38). */
export function quietWay({ relay, heard: { lastVerifiedAt }, oldestAwaiting, now }: Seen): Pick<AnswersView, 'quiet'> {
  // Before the first page nothing is known, and what is unreachable is said as that.
  if (relay.kind !== 'connected' || lastVerifiedAt === undefined) return {};
  if (lastVerifiedAt !== null && now - lastVerifiedAt < QUIET_MS) return {};
  const since = oldestAwaiting();
  return since !== null && now - since >= QUIET_MS ? { quiet: { lastVerifiedAt } } : {};
}
