import type { IntegrationId } from '#shared/contract/ids.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import type { RelayCore } from '../relay-core.ts';

export type Doorbell = { readonly body: ReadableStream<Uint8Array>; close(): void };

/**
 * One device's stream. What it has to say is a map from integration to newest seq, written when the reader has room: a slow
 * reader costs one entry an integration, however many events there are. `closed` is called once.
 */
export function doorbellStream(core: RelayCore, deviceId: string, closed: () => void): Doorbell {
  const pending = new Map<IntegrationId, number>();
  let mine: ReadonlySet<IntegrationId> = new Set();
  // On connecting and whenever its links change, the device's heads are read anew.
  let reload = true;
  let greeted = false;
  let over = false;
  let nap = new AbortController();

  const deaf = core.bell.listen((ring) => {
    if (ring.kind === 'links') {
      if (ring.deviceId !== deviceId) return;
      reload = true;
    } else {
      if (!mine.has(ring.integrationId)) return;
      pending.set(ring.integrationId, ring.seq);
    }
    nap.abort();
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

  const look = async (): Promise<void> => {
    reload = false;
    const heads = await core.store.heads(deviceId);
    if (heads === null) return close();
    mine = new Set(heads.map((head) => head.integrationId));
    for (const head of heads) pending.set(head.integrationId, head.seq);
  };
  const say = (): string => {
    const rings = Array.from(pending, ([integrationId, seq]) => {
      return `event: seq\ndata: ${JSON.stringify({ integrationId, epoch: core.store.epoch, seq })}\n\n`;
    });
    pending.clear();
    greeted = true;
    return rings.join('');
  };
  const next = async (): Promise<string | null> => {
    while (true) {
      if (over) return null;
      nap = new AbortController();
      if (reload) await look();
      if (over) return null;
      if (pending.size > 0) return say();
      // The answer's headers leave with its first bytes, so there are some at once.
      if (!greeted) return `${say()}: connected\n\n`;
      await core.clock.sleep(HEARTBEAT_MS, nap.signal);
      if (!nap.signal.aborted) return ': alive\n\n';
    }
  };

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const text = await next();
        if (text === null) controller.close();
        else controller.enqueue(utf8(text));
      } catch {
        // The store cannot be read: the device comes again.
        close();
        controller.close();
      }
    },
    cancel: close,
  });
  return { body, close };
}
