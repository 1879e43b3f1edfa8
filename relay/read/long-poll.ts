import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Head } from '#shared/relay-protocol/messages.ts';
import type { RelayCore } from '../relay-core.ts';
import type { Link, PageRequest, StoredPage } from '../store/store.ts';

/** Questions of one device that may wait at once; one more is answered as it stands. */
const WAITS_MAX = 4;

type LongPoll = (link: Link, request: PageRequest, waitSeconds: number) => Promise<StoredPage | null>;

/** A page, at once when it has something, else when the bell rings or the wait is over. The bell only says "look again". */
export function longPoll(core: RelayCore): LongPoll {
  const waits = new Map<string, number>();

  const waited: LongPoll = async (link, request, waitSeconds) => {
    const untilMs = core.clock.monotonicMs() + waitSeconds * SECOND_MS;
    while (true) {
      const rung = new AbortController();
      const wake = (): void => rung.abort();
      const ear = core.bell.listen(link.deviceId, (ring) => {
        if (ring.kind === 'revocation') return;
        if (ring.kind !== 'heads' || isNews(ring.heads, link, request.after)) wake();
      });
      ear.follow([link.integrationId]);
      core.stop.addEventListener('abort', wake, { once: true });
      try {
        // The ear is open before the look, so that nothing slips in between.
        const page = await core.store.page(link, request);
        const leftMs = untilMs - core.clock.monotonicMs();
        if (page === null || page.events.length > 0 || leftMs <= 0 || core.stop.aborted) return page;
        await core.clock.sleep(leftMs, rung.signal);
      } finally {
        ear.close();
        core.stop.removeEventListener('abort', wake);
      }
    }
  };

  return async (link, request, waitSeconds) => {
    const under = waits.get(link.deviceId) ?? 0;
    if (waitSeconds === 0 || under >= WAITS_MAX) return waited(link, request, 0);
    waits.set(link.deviceId, under + 1);
    try {
      return await waited(link, request, waitSeconds);
    } finally {
      const left = (waits.get(link.deviceId) ?? 1) - 1;
      if (left === 0) waits.delete(link.deviceId);
      else waits.set(link.deviceId, left);
    }
  };
}

/** Whether the sweep found more than the asker has, or that it may read no longer. */
function isNews(heads: readonly Head[] | null, { integrationId }: Link, after: number): boolean {
  const head = heads?.find((one) => one.integrationId === integrationId);
  return head === undefined || head.seq > after;
}
