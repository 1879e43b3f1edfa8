import type { IntegrationId } from '#shared/contract/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { DOORBELL_EVENTS, type LogHead } from '#shared/relay-protocol/messages.ts';
import type { RelayCore } from '../relay-core.ts';
import type { Ring } from './pub-sub.ts';

export type DoorbellNews = {
  /** What there is to say now, perhaps nothing; null if the device is gone, or may read less than before. */
  told(): Promise<string | null>;
  close(): void;
};

/** What one device has not been told yet: the newest `seq` of each of its logs. `rung` is called when there is something. */
export function doorbellNews(core: RelayCore, deviceId: string, rung: () => void): DoorbellNews {
  const untold = newestPlaces();
  // The device's heads are read again on connecting and whenever its links change.
  let reload = true;
  let [gone, revoked] = [false, ''];
  let greeting = GREETING;

  const subscription = core.pubSub.subscribe(deviceId, (ring) => hear(ring) && rung());
  const take = (heads: readonly LogHead[]): boolean => {
    const mine = new Set(heads.map((head) => head.integrationId));
    // The device lost an integration, or has none to hear about: the stream ends, and the next one is authorised again.
    gone ||= mine.size === 0 || untold.lack(mine);
    subscription.follow(mine);
    return heads.filter((head) => untold.learn(head.integrationId, head.seq)).length > 0 || gone;
  };
  const hear = (ring: Ring): boolean => {
    switch (ring.kind) {
      case 'links':
        reload = true;
        return true;
      case 'seq':
        return untold.learn(ring.integrationId, ring.seq);
      case 'revocation':
        revoked = REVOCATION;
        return true;
      case 'heads':
        gone ||= ring.heads === null;
        return gone || take(ring.heads ?? []);
      default:
        return unreachable(ring);
    }
  };

  return {
    close: () => subscription.close(),
    async told() {
      if (reload && !gone) {
        reload = false;
        const heads = await core.store.heads(deviceId);
        if (heads === null) gone = true;
        else take(heads);
      }
      if (gone) return null;
      const rings = Array.from(untold.taken(), ([integrationId, seq]) => rungOf({ integrationId, epoch: core.store.epoch, seq }));
      const text = rings.join('') + revoked || greeting;
      [greeting, revoked] = ['', ''];
      return text;
    },
  };
}

/** The headers leave with the first bytes of the answer, so some are sent at once. */
const GREETING = ': connected\n\n';

/** Carries no truth either: an integration was revoked, and the service knows which. */
const REVOCATION = `event: ${DOORBELL_EVENTS.revocation}\ndata: {}\n\n`;

function rungOf(head: LogHead): string {
  return `event: ${DOORBELL_EVENTS.seq}\ndata: ${JSON.stringify(head)}\n\n`;
}

/** The newest known `seq` of each log, and which of them have not been told yet. */
function newestPlaces() {
  const known = new Map<IntegrationId, number>();
  let pending = new Map<IntegrationId, number>();
  return {
    learn(integrationId: IntegrationId, seq: number): boolean {
      // Another node's announcement may be older than what was seen here since.
      if (seq <= (known.get(integrationId) ?? -1)) return false;
      known.set(integrationId, seq);
      pending.set(integrationId, seq);
      return true;
    },
    lack: (mine: ReadonlySet<IntegrationId>): boolean => [...known.keys()].some((id) => !mine.has(id)),
    taken(): ReadonlyMap<IntegrationId, number> {
      const taken = pending;
      pending = new Map();
      return taken;
    },
  };
}
