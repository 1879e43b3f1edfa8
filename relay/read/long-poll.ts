import { WakeSignal } from '#shared/async/wake-signal.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { LogHead } from '#shared/relay-protocol/messages.ts';
import type { RelayCore } from '../relay-core.ts';
import type { DeviceLink, PageRequest, StoredPage } from '../store/store.ts';
import { heldUpTo } from './held.ts';

/** Requests of one device that may wait at the same time. */
const WAITS_MAX = 4;

/** `too-many`: the limit of waiting requests is reached. */
type LongPoll = (
  link: DeviceLink,
  request: PageRequest,
  wait: { readonly seconds: number; readonly address: string },
) => Promise<StoredPage | null | 'too-many'>;

/** Returns a page: at once if it has events, otherwise when the doorbell rings or the wait is over. The doorbell only says "look again". */
export function longPoll(core: RelayCore): LongPoll {
  const heldByDevice = heldUpTo(WAITS_MAX);

  const waited = async (link: DeviceLink, request: PageRequest, waitSeconds: number): Promise<StoredPage | null> => {
    const untilMs = core.clock.monotonicMs() + waitSeconds * SECOND_MS;
    const signal = new WakeSignal(core.clock);
    // Subscribe before the first look, so that nothing is missed in between.
    const subscription = core.pubSub.subscribe(link.deviceId, (ring) => {
      if (ring.kind === 'revocation') return;
      if (ring.kind !== 'heads' || isNews(ring.heads, link, request.after)) signal.wake();
    });
    subscription.follow([link.integrationId]);
    try {
      for (;;) {
        const page = await core.store.page(link, request);
        const leftMs = untilMs - core.clock.monotonicMs();
        if (page === null || page.events.length > 0 || leftMs <= 0 || core.stop.aborted) return page;
        await signal.wait(leftMs, core.stop);
      }
    } finally {
      subscription.close();
    }
  };

  return async (link, request, { seconds, address }) => {
    if (seconds === 0) return waited(link, request, 0);
    const ofDevice = heldByDevice.take(link.deviceId);
    const ofAddress = ofDevice === null ? null : core.heldByAddress.take(address);
    try {
      return ofAddress === null ? 'too-many' : await waited(link, request, seconds);
    } finally {
      ofDevice?.();
      ofAddress?.();
    }
  };
}

/** Whether the sweep found more than the device has, or that it may no longer read the log. */
function isNews(heads: readonly LogHead[] | null, { integrationId }: DeviceLink, after: number): boolean {
  const head = heads?.find((one) => one.integrationId === integrationId);
  return head === undefined || head.seq > after;
}
