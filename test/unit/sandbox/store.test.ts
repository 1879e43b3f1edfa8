import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '#sandbox/store/store.ts';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const random = seededRandom(7);
const INTEGRATION = integrationIdSchema.parse('0d9c7a7e-6d1b-4c55-8b53-51f2a2ab7c01');

describe('the store', () => {
  it('keeps what was recorded over a restart', () => {
    const file = join(tempFolder(), 'sandbox.db');
    const first = opened(file);
    first.integrations.put(INTEGRATION, 'hash', 1);
    const document = put(first, 'a');
    first.close();
    expect(opened(file).documents.all()).toMatchObject([{ id: document.id, reference: 'a' }]);
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
