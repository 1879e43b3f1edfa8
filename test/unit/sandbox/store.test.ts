import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '#sandbox/store/store.ts';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { rounds } from '#sandbox/create-sandbox.ts';
import { retryAt } from '#sandbox/webhooks/deliverer.ts';

const random = seededRandom(7);
const INTEGRATION = integrationIdSchema.parse('0d9c7a7e-6d1b-4c55-8b53-51f2a2ab7c01');

describe('the store', () => {
  it('keeps what was recorded over a restart', () => {
    const file = join(tempFolder(), 'sandbox.db');
    const first = opened(file);
    first.integrations.put(INTEGRATION, 'hash', 1);
    const document = put(first, 'a');
    first.received.put(document.id, { entries: Uint8Array.of(0x20, 0x7b), metadata: null });
    first.close();
    const second = opened(file);
    expect(second.documents.all()).toMatchObject([{ id: document.id, reference: 'a' }]);
    expect(second.received.get(document.id)).toEqual({ entries: Uint8Array.of(0x20, 0x7b), metadata: null });
  });

  it('gives the document that has a reference already, and records nothing', () => {
    const store = withIntegration();
    const first = put(store, 'a');
    expect(store.documents.put({ ...first, id: anId() })?.id).toBe(first.id);
    expect(store.documents.put({ ...first, id: anId(), importType: 'entries' })).toBeNull();
    expect(store.documents.all().length).toBe(2);
  });

  it('undoes all of a transaction that fails', () => {
    const store = withIntegration();
    const broken = () =>
      store.transaction(() => {
        put(store, 'a');
        throw new Error('power cut');
      });
    expect(broken).toThrow('power cut');
    expect(store.documents.all()).toEqual([]);
    put(store, 'a');
  });

  it('revokes once, and forgets it when the integration is made active again', () => {
    const store = withIntegration();
    expect([store.integrations.revoke(INTEGRATION, 'SMB_CLOSED', 5), store.integrations.revoke(INTEGRATION, null, 6)]).toEqual([
      true,
      false,
    ]);
    expect(store.integrations.get(INTEGRATION)).toMatchObject({ revokedAt: 5, revokedAs: 'SMB_CLOSED' });
    store.integrations.put(INTEGRATION, 'other', 7);
    expect(store.integrations.get(INTEGRATION)).toMatchObject({ revokedAt: null, revokedAs: null, secretHash: 'other' });
  });

  it('lets tokens die at their moment and forgets dead ones', () => {
    const store = withIntegration();
    store.secrets.keepToken({ hash: 'a', expiresAt: 10 }, 0);
    expect([store.secrets.isLive('a', 9), store.secrets.isLive('a', 10)]).toEqual([true, false]);
    store.secrets.keepToken({ hash: 'b', expiresAt: 20 }, 10);
    expect(store.secrets.isLive('a', 9)).toBe(false);
  });

  it('knows when the next document is to be decided', () => {
    const store = withIntegration();
    expect(store.documents.nextDueAt()).toBeNull();
    const late = put(store, 'late', 50);
    put(store, 'soon', 20);
    expect([store.documents.nextDueAt(), store.documents.due(49).map(({ reference }) => reference)]).toEqual([20, ['soon']]);
    store.documents.decide(late.id, { state: 'Accepted', rejectionReason: null }, 60);
    expect(store.documents.due(100).map(({ reference }) => reference)).toEqual(['soon']);
  });
});

function opened(file: string): Store {
  const store = openStore(file);
  onTestFinished(() => {
    try {
      store.close();
    } catch {
      // The test closed it itself.
    }
  });
  return store;
}

function withIntegration(): Store {
  const store = opened(':memory:');
  store.integrations.put(INTEGRATION, 'hash', 1);
  return store;
}

function anId() {
  return documentIdSchema.parse(random.uuid());
}

function put(store: Store, reference: string, decideAt: number | null = null) {
  const none = {
    filename: null,
    sha256: null,
    bytes: null,
    userEmail: null,
    comment: null,
    entryLines: null,
    organization: null,
    metadata: null,
  };
  const document = {
    ...none,
    id: anId(),
    integrationId: INTEGRATION,
    importType: 'purchase-invoices' as const,
    reference,
    receivedAt: wallMs(2),
    decoded: null,
    decideAt: decideAt === null ? null : wallMs(decideAt),
    dueState: null,
    dueReason: null,
  };
  expect(store.documents.put(document)).toBeNull();
  return document;
}

describe('rounds', () => {
  it('go when something is due, and not before', async () => {
    const { clock, at } = counted((now, count) => (count < 3 ? now + 1_000 : null));
    await clock.advance(10_000);
    expect(at).toEqual([0, 1_000, 2_000]);
  });

  it('go at once when the bell rings, also in the middle of a round', async () => {
    const { clock, at, loop } = counted((_, count, ring) => {
      if (count === 2) ring();
      return null;
    });
    await clock.advance(500);
    loop.ring();
    await clock.settle();
    expect(at).toEqual([0, 500, 500]);
  });

  it('make up for what was due long ago without going twice for it', async () => {
    const { clock, at } = counted((now, count) => (count === 1 ? now - 60_000 : null));
    await clock.advance(0);
    expect(at).toEqual([0, 0]);
  });

  it('look again within the hour even if nothing rang', async () => {
    const { clock, at } = counted(() => null);
    await clock.advance(2 * 3_600_000);
    expect(at).toEqual([0, 3_600_000, 7_200_000]);
  });

  it('end when they are closed, and leave no sleeper behind', async () => {
    const { clock, at, loop } = counted(() => null);
    await clock.settle();
    await loop.close();
    loop.ring();
    await clock.advance(10 * 3_600_000);
    expect([at, clock.sleepers]).toEqual([[0], 0]);
  });
});

function counted(round: (now: number, count: number, ring: () => void) => number | null) {
  const clock = virtualClock();
  const at: number[] = [];
  const loop = rounds({ clock, log: recordingLog() }, () => {
    at.push(clock.monotonicMs());
    return round(clock.wallMs(), at.length, () => loop.ring());
  });
  onTestFinished(() => loop.close());
  loop.start();
  return { clock, at, loop };
}

const FIRST_ATTEMPT = wallMs(1_000_000);
/** It timed out: the first failure is 10 s after the first attempt. */
const FIRST_FAILURE = wallMs(1_010_000);
const tries = (failures: number) => ({
  failures,
  firstAttemptAt: FIRST_ATTEMPT,
  firstFailureAt: FIRST_FAILURE,
  burstFrom: 'first-failure' as const,
});

describe('retryAt', () => {
  it.each([
    [1, 5_000],
    [2, 10_000],
    [3, 30_000],
    [4, 330_000],
    [5, 630_000],
  ])('after %i failures is so long after the first failure, not after the last', (failures, afterMs) => {
    expect(retryAt(tries(failures), FIRST_FAILURE)).toBe(FIRST_FAILURE + afterMs);
  });

  it('is now when a time-out has eaten its moment', () => {
    const now = wallMs(FIRST_FAILURE + 15_000);
    expect(retryAt(tries(2), now)).toBe(now);
  });

  it.each([
    [1, 5_000],
    [2, 10_000],
    [3, 30_000],
    [4, 300_000],
  ])('after %i failures is so long after the last one when the burst counts from there', (failures, afterMs) => {
    const now = wallMs(FIRST_FAILURE + 60_000);
    expect(retryAt({ ...tries(failures), burstFrom: 'last-failure' }, now)).toBe(now + afterMs);
  });

  it('is never later than 48 hours after the first attempt', () => {
    const windowEnd = FIRST_ATTEMPT + 48 * 3_600_000;
    const all = Array.from({ length: 700 }, (_, index) => retryAt(tries(index + 1), FIRST_FAILURE));
    const last = all.findIndex((at) => at === null);
    expect(all.slice(last)).toEqual(all.slice(last).map(() => null));
    expect(all[last - 1]).toSatisfy((at: number) => at <= windowEnd && at > windowEnd - 300_000);
  });
});
