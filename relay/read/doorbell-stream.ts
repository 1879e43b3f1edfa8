import type { IntegrationId } from '#shared/contract/ids.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import type { RelayCore } from '../relay-core.ts';
import type { Ring } from './bell.ts';

export type Doorbell = { readonly body: ReadableStream<Uint8Array>; close(): void };

/**
 * One device's stream. What it has to say is a map from integration to newest seq, written when the reader has room: a slow
 * reader costs one entry an integration, however many events there are. `closed` is called once.
 */
export function doorbellStream(core: RelayCore, deviceId: string, closed: () => void): Doorbell {
  const news = newsOf(core, deviceId);
  let over = false;
  let nap = new AbortController();

  const deaf = core.bell.listen((ring) => {
    if (news.hear(ring)) nap.abort();
  });
  const close = (): void => {
    if (over) return;
    over = true;
    deaf();
    core.stop.removeEventListener('abort', close);
    nap.abort();
    closed();
  };
  core.stop.addEventListener('abort', close, { once: true });

  /** The next text, as soon as there is one; null at the end. */
  const next = async (): Promise<string | null> => {
    while (true) {
      if (over) return null;
      nap = new AbortController();
      const text = await news.told();
      if (text === null) close();
      else if (text !== '') return text;
      else {
        await core.clock.sleep(HEARTBEAT_MS, nap.signal);
        if (!nap.signal.aborted) return ': alive\n\n';
      }
    }
  };

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const text = await next();
        if (text === null) controller.close();
        else controller.enqueue(utf8(text));
      } catch {
        // The store cannot be read, or the reader went meanwhile: the device comes again.
        close();
        controller.close();
      }
    },
    cancel: close,
  });
  return { body, close };
}

type News = {
  /** Whether the ring concerns this device. */
  hear(ring: Ring): boolean;
  /** What there is to say now, perhaps nothing; null when the device is gone. */
  told(): Promise<string | null>;
};

function newsOf(core: RelayCore, deviceId: string): News {
  const pending = new Map<IntegrationId, number>();
  let mine: ReadonlySet<IntegrationId> = new Set();
  // On connecting and whenever its links change, the device's heads are read anew.
  let reload = true;
  // The answer's headers leave with its first bytes, so there are some at once.
  let greeting = ': connected\n\n';

  return {
    hear(ring) {
      if (ring.kind === 'links') {
        if (ring.deviceId !== deviceId) return false;
        reload = true;
      } else {
        if (!mine.has(ring.integrationId)) return false;
        pending.set(ring.integrationId, ring.seq);
      }
      return true;
    },
    async told() {
      if (reload) {
        reload = false;
        const heads = await core.store.heads(deviceId);
        if (heads === null) return null;
        mine = new Set(heads.map((head) => head.integrationId));
        for (const head of heads) pending.set(head.integrationId, head.seq);
      }
      const rings = Array.from(pending, ([integrationId, seq]) => {
        return `event: seq\ndata: ${JSON.stringify({ integrationId, epoch: core.store.epoch, seq })}\n\n`;
      });
      pending.clear();
      const text = rings.length > 0 ? rings.join('') : greeting;
      greeting = '';
      return text;
    },
  };
}
