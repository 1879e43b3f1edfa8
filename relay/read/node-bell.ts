import type { IntegrationId } from '#shared/contract/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Store, StoreRing } from '../store/store.ts';
import type { Bell, Ring } from './bell.ts';

/** Rings within so long are announced together: 20 a second at most, however many events there are. */
const ANNOUNCE_EVERY_MS = 50;
/** How late a device hears when every announcement is lost. */
const SWEEP_MS = 5 * SECOND_MS;
const DEVICES_OF_QUESTION = 500;

export type NodeBellBy = {
  readonly store: Pick<Store, 'nodes' | 'headsOf' | 'changedElsewhere'>;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly onceLog: Pick<Log, 'warn'>;
};

export type NodeBell = Bell & {
  /** Hears the other nodes from here on, until `stop`; resolves after it. Nothing to do when there are none. */
  run(): Promise<void>;
};

/**
 * The bell of all processes on one store: what is rung here is announced to the others, what they announce is rung here,
 * and a sweep finds what got lost on the way. Where there are no other nodes, it sweeps when a command has written.
 */
export function nodeBell(local: Bell, by: NodeBellBy): NodeBell {
  const announcer = announcing(by);
  return {
    ring(ring) {
      local.ring(ring);
      announcer.note(ring);
    },
    listen: (deviceId, listener) => local.listen(deviceId, listener),
    devices: () => local.devices(),
    get size() {
      return local.size;
    },
    async run() {
      const { nodes } = by.store;
      if (nodes === undefined) return afterCommands(local, by);
      let nap = new AbortController();
      const deaf = await nodes.listen((rings) => {
        if (rings === 'lost') nap.abort();
        else for (const ring of rings) local.ring(ring);
      });
      const wake = (): void => nap.abort();
      by.stop.addEventListener('abort', wake, { once: true });
      while (!by.stop.aborted) {
        await by.clock.sleep(SWEEP_MS, nap.signal);
        nap = new AbortController();
        await sweep(local, by).catch(() => by.onceLog.warn('doorbell sweep failed'));
      }
      await deaf();
      await announcer.idle();
    },
  };
}

async function afterCommands(local: Bell, by: NodeBellBy): Promise<void> {
  if (by.store.changedElsewhere === undefined) return;
  while (!by.stop.aborted) {
    await by.clock.sleep(SWEEP_MS, by.stop);
    if (by.stop.aborted || !by.store.changedElsewhere()) continue;
    await sweep(local, by).catch(() => by.onceLog.warn('doorbell sweep failed'));
  }
}

/** What was rung here since the last announcement, of each log the newest place alone. */
function announcing({ store, clock, stop, onceLog }: NodeBellBy) {
  const seqs = new Map<IntegrationId, number>();
  const links = new Set<string>();
  let revocation = false;
  let running: Promise<void> | null = null;

  const announce = async (): Promise<void> => {
    while (revocation || seqs.size + links.size > 0) {
      const rings: StoreRing[] = [
        ...(revocation ? [{ kind: 'revocation' } as const] : []),
        ...Array.from(seqs, ([integrationId, seq]) => ({ kind: 'seq', integrationId, seq }) as const),
        ...Array.from(links, (deviceId) => ({ kind: 'links', deviceId }) as const),
      ];
      revocation = false;
      seqs.clear();
      links.clear();
      // Lost is no harm: the others sweep.
      await store.nodes?.announce(rings).catch(() => onceLog.warn('doorbell not announced'));
      await clock.sleep(ANNOUNCE_EVERY_MS, stop);
    }
    running = null;
  };
  return {
    note(ring: Ring): void {
      if (store.nodes === undefined || ring.kind === 'heads') return;
      // Lost on the way it is late, not lost: each connection is asked about every quarter of an hour.
      if (ring.kind === 'revocation') revocation = true;
      else if (ring.kind === 'links') links.add(ring.deviceId);
      else seqs.set(ring.integrationId, Math.max(ring.seq, seqs.get(ring.integrationId) ?? 0));
      running ??= announce();
    },
    idle: async () => {
      await running;
    },
  };
}

async function sweep(local: Bell, { store, stop }: NodeBellBy): Promise<void> {
  const devices = local.devices();
  for (let at = 0; at < devices.length && !stop.aborted; at += DEVICES_OF_QUESTION) {
    const some = devices.slice(at, at + DEVICES_OF_QUESTION);
    const heads = await store.headsOf(some);
    for (const deviceId of some) local.ring({ kind: 'heads', deviceId, heads: heads.get(deviceId) ?? null });
  }
}
