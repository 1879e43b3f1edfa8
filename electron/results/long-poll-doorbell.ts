import type { IntegrationId } from '#shared/contract/ids.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { WAIT_SECONDS_MAX } from '#shared/relay-protocol/protocol.ts';
import type { RelayClient } from './relay-client.ts';
import type { ResultLink } from './store.ts';

export type LongPollDoorbell = {
  readonly clock: Clock;
  readonly relay: RelayClient;
  readonly links: () => readonly ResultLink[];
  readonly ring: (integrationId: IntegrationId) => void;
  /** A request got no answer. */
  readonly lost: () => void;
  readonly stop: Stop;
  readonly untilMs: number;
  /** A request was really kept waiting, or brought news. */
  readonly works: () => void;
};

/** The relay keeps four requests of a device waiting; one stays free for another Intray on the same profile that is just ending. */
export const LONG_POLLS_MAX = 3;
const FAILURES_MAX = 3;
/** An empty answer that comes sooner was not kept waiting: something in between gives it. */
const KEPT_MS_MIN = 5 * SECOND_MS;
/** The look that the news triggers has to move the cursor first. */
const AFTER_NEWS_MS = SECOND_MS;
/** If too many requests are waiting: as long as the relay says, within these milliseconds. */
const LIMITED_MS = { usual: WAIT_SECONDS_MAX * SECOND_MS, least: SECOND_MS, most: MINUTE_MS };

/**
 * For each link asks for what comes after its cursor, and lets the relay hold the request. The answer is a doorbell like any other: the
 * look reads it again. Returns when the time is over, or when it does not work for any link.
 */
export async function longPollDoorbell(of: LongPollDoorbell): Promise<void> {
  const ids = of.links().map(({ integrationId }) => integrationId);
  await Promise.all(ids.slice(0, LONG_POLLS_MAX).map((integrationId) => listenTo(of, integrationId)));
}

async function listenTo(of: LongPollDoorbell, integrationId: IntegrationId): Promise<void> {
  const { clock, stop } = of;
  let failures = 0;
  let told: string | null = null;
  while (!stop.aborted && clock.monotonicMs() < of.untilMs && failures < FAILURES_MAX) {
    const at = cursorOf(of, integrationId);
    const answer = await ask(of, integrationId);
    if (stop.aborted) return;
    // The look found nothing after the cursor, so this was no news: something makes it up, or the page cannot be taken now.
    const heard = answer === 'news' && told === at ? 'failed' : answer;
    if (heard === 'news') told = at;
    if (heard === 'failed') failures += 1;
    else {
      failures = 0;
      of.works();
    }
    if (heard === 'news') of.ring(integrationId);
    if (heard !== 'quiet') await clock.sleep(AFTER_NEWS_MS * 2 ** failures, stop);
  }
}

function cursorOf({ links }: LongPollDoorbell, integrationId: IntegrationId): string {
  const cursor = links().find((one) => one.integrationId === integrationId)?.cursor;
  return `${cursor?.epoch ?? ''} ${cursor?.seq ?? 0}`;
}

async function ask(of: LongPollDoorbell, integrationId: IntegrationId): Promise<'news' | 'quiet' | 'failed'> {
  const link = of.links().find((one) => one.integrationId === integrationId);
  if (link === undefined) return 'failed';
  const askedAtMs = of.clock.monotonicMs();
  const page = await of.relay.page(integrationId, link.cursor?.seq ?? 0, of.stop, { rows: 1, waitSeconds: WAIT_SECONDS_MAX });
  if (!page.ok && page.failure.kind === 'limited') {
    // The connection did not break; the next request waits until there may be room for it.
    await of.clock.sleep(within(page.failure.retryAfterMs ?? LIMITED_MS.usual, LIMITED_MS), of.stop);
    return 'failed';
  }
  if (!page.ok) {
    of.lost();
    return 'failed';
  }
  if (page.value.events.length > 0 || (link.cursor !== null && link.cursor.epoch !== page.value.epoch)) return 'news';
  return of.clock.monotonicMs() - askedAtMs >= KEPT_MS_MIN ? 'quiet' : 'failed';
}

/** The number nearest to `value` that is neither below `least` nor above `most`. */
export function within(value: number, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.min(Math.max(value, least), most);
}
