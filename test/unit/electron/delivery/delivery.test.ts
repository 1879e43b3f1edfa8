import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item, OTHER_INTEGRATION } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type LifeOf, shownBytes, SPOOL, type Service } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

function setUp(upload: Service, more: Pick<LifeOf, 'parallel' | 'digest'> = {}) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const drop = (content: string, into = folder): ItemId => {
    files.all.set(`${into.path}/${content}`, Buffer.from(content));
    return open.journal.intake.enqueue(aFile(into, { name: content, content })).itemId;
  };
  const life = aLife({ ...open, files, upload, ...more });
  return { ...open, ...life, files, company, folder, drop };
}

const busy = (status: number, retryAfterMs: number | null = null): Outcome => ({
  kind: 'failed',
  failure: { kind: 'service', status },
  retryAfterMs,
});

describe('delivery', () => {
  it('sends what is dropped, with the private copy there as long as the answer is out', async () => {
    const service = aService();
    const copies: boolean[] = [];
    const all = setUp(async (what) => {
      copies.push([...all.files.all.keys()].some((path) => path.startsWith(SPOOL)));
      return service.take(what);
    });
    await all.delivery.start();
    const itemId = all.drop('scan');
    await all.clock.settle();
    expect(item(all, itemId)).toMatchObject({ attempts: 1, state: { kind: 'awaiting', documentId: expect.any(String) } });
    expect(copies).toEqual([true]);
    await all.clock.advance(SECOND_MS);
    expect([...all.files.all.keys()]).toEqual([join(all.folder.path, 'scan')]);
  });

  it('takes half a copy, as a power cut may leave one, for none', async () => {
    const service = aService();
    const all = setUp(async (what) => service.take(what));
    const itemId = all.drop('a whole scan');
    all.files.all.set(`${SPOOL}/${itemId}`, Buffer.from('a whole'));
    await all.delivery.start();
    await all.clock.settle();
    expect([...service.documents.values()].map(({ content }) => content)).toEqual(['a whole scan']);
  });

  it('sends the bytes that were looked at, from the copy that was made then, without reading the file again', async () => {
    const service = aService();
    const all = setUp(async (what) => service.take(what));
    await all.delivery.start();
    const copy = all.delivery.ahead.take();
    if (copy === null) throw new Error('nothing lies ahead yet');
    const bytes = Buffer.from('as it was');
    await all.files.writeOver(copy.path, [copyHeader(copy.itemId, bytes.byteLength), bytes]);
    all.delivery.ahead.keep({ ...copy, bytes: bytes.byteLength });
    const found = aFile(all.folder, { name: 'as it was', content: 'as it was' });
    expect(all.journal.intake.enqueue({ ...found, copy: { ...copy, bytes: bytes.byteLength } }).itemId).toBe(copy.itemId);
    all.files.all.set(`${all.folder.path}/as it was`, Buffer.from('edited since'));
    await all.clock.settle();
    expect([...service.documents.values()].map(({ content }) => content)).toEqual(['as it was']);
    // The copy is gone when everything is at rest.
    await all.clock.advance(SECOND_MS);
    expect([...all.files.all.keys()]).toEqual([join(all.folder.path, 'as it was')]);
  });

  it('shows a document by a copy that is gone afterwards, and says when our disk has no room for one', async () => {
    const service = aService();
    const all = setUp(async (what) => service.take(what));
    await all.delivery.start();
    const itemId = all.drop('scan');
    await all.clock.settle();
    expect((await shownBytes(all.delivery, itemId)).toString()).toBe('scan');
    await all.clock.advance(SECOND_MS);
    expect([...all.files.all.keys()]).toEqual([join(all.folder.path, 'scan')]);
    all.files.full = { kind: 'full', code: 'ENOSPC' };
    expect(await all.delivery.bytesOf(itemId)).toEqual({ ok: false, failure: 'no-room' });
  });

  it('fetches what went to the cloud before it was sent, and does not fetch what is only looked at', async () => {
    const service = aService();
    const all = setUp(async (what) => service.take(what));
    const itemId = all.drop('scan');
    all.files.inCloud.set(`${all.folder.path}/scan`, true);
    expect(await all.delivery.bytesOf(itemId)).toEqual({ ok: false, failure: 'in-cloud' });
    expect(all.files.inCloud.size).toBe(1);
    await all.delivery.start();
    await all.clock.settle();
    expect(item(all, itemId)).toMatchObject({ state: { kind: 'awaiting' } });
    expect(all.files.inCloud.size).toBe(0);
  });

  it('asks again and again with the same reference, ever more slowly, but never more slowly than every 15 minutes', async () => {
    const at: number[] = [];
    const references = new Set<string>();
    const all = setUp(async (what) => {
      at.push(all.clock.monotonicMs());
      references.add(what.reference);
      return busy(503);
    });
    all.drop('scan');
    await all.delivery.start();
    await all.clock.run(() => at.length >= 14);
    const gaps = at.slice(1).map((one, index) => one - (at[index] ?? 0));
    expect(gaps[0]).toBeLessThanOrEqual(2 * SECOND_MS);
    expect(gaps[5]).toBeGreaterThan(gaps[1] ?? 0);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(15 * MINUTE_MS);
    expect(Math.min(...gaps.slice(-3))).toBeGreaterThan(7 * MINUTE_MS);
    expect(references.size).toBe(1);
  });

  it('waits as long as the service asks for', async () => {
    const at: number[] = [];
    const all = setUp(async () => {
      at.push(all.clock.monotonicMs());
      return busy(429, 10 * MINUTE_MS);
    });
    all.drop('scan');
    await all.delivery.start();
    await all.clock.run(() => at.length >= 2);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBe(10 * MINUTE_MS);
  });

  it('goes at once when the network is back, but not sooner than a busy service asked for', async () => {
    const sent: string[] = [];
    const all = setUp(async ({ bytes }) => {
      const content = Buffer.from(bytes).toString();
      sent.push(content);
      if (content === 'busy') return busy(429, 10 * MINUTE_MS);
      return { kind: 'failed', failure: { kind: 'offline', code: 'ENETUNREACH' }, retryAfterMs: 10 * MINUTE_MS };
    });
    all.drop('busy');
    all.drop('offline');
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    all.delivery.makeAllDueNow();
    await all.clock.settle();
    expect(sent).toEqual(['busy', 'offline', 'offline']);
  });

  it('goes at once when the network is back, also when the attempt that has no answer yet fails afterwards', async () => {
    const lost = Promise.withResolvers<Outcome>();
    const sent: string[] = [];
    const all = setUp(async ({ bytes }) => {
      sent.push(Buffer.from(bytes).toString());
      return sent.length === 1 ? lost.promise : busy(503);
    });
    all.drop('scan');
    await all.delivery.start();
    await all.clock.settle();
    all.delivery.makeAllDueNow();
    lost.resolve({ kind: 'failed', failure: { kind: 'offline', code: 'ETIMEDOUT' }, retryAfterMs: 10 * MINUTE_MS });
    await all.clock.settle();
    expect(sent).toEqual(['scan', 'scan']);
  });

  it('keeps to the number of uploads at a time, and never has two of one reference', async () => {
    const out = new Set<string>();
    let most = 0;
    let parallel = 2;
    const service = aService();
    const all = setUp(
      async (what) => {
        expect(out.has(what.reference)).toBe(false);
        out.add(what.reference);
        most = Math.max(most, out.size);
        await all.clock.sleep(SECOND_MS);
        out.delete(what.reference);
        return service.take(what);
      },
      { parallel: () => parallel },
    );
    for (let file = 0; file < 12; file += 1) all.drop(`scan ${file}`);
    await all.delivery.start();
    for (let ring = 0; ring < 5; ring += 1) all.delivery.ring();
    await all.clock.run(() => all.journal.items.counts().awaiting === 6);
    expect(most).toBe(2);
    parallel = 4;
    await all.clock.run(() => all.journal.items.counts().awaiting === 12);
    expect(most).toBe(4);
    expect(service.requests).toHaveLength(12);
  });

  it('stops one company at its first SMB_CLOSED, with its queue kept, while the others go on', async () => {
    const sent: string[] = [];
    const service = aService();
    const all = setUp(
      async (what) => {
        sent.push(what.integrationId);
        await all.clock.sleep(SECOND_MS);
        return what.integrationId === OTHER_INTEGRATION ? service.take(what) : { kind: 'revoked', reason: 'SMB_CLOSED' };
      },
      { parallel: () => 1 },
    );
    const other = aFolder(all, aCompany(all, OTHER_INTEGRATION), 'purchase-invoices', '/other');
    for (let file = 0; file < 5; file += 1) {
      all.drop(`closed ${file}`);
      all.drop(`open ${file}`, other);
    }
    await all.delivery.start();
    await all.clock.run(() => all.journal.items.counts().awaiting === 5, MINUTE_MS);
    expect(sent.filter((integrationId) => integrationId !== OTHER_INTEGRATION)).toHaveLength(1);
    expect(all.journal.items.counts()).toMatchObject({ waiting: 5, awaiting: 5 });
    expect(all.journal.companies.get(all.company.id)?.connection).toMatchObject({ kind: 'invalid', reason: 'SMB_CLOSED' });
  });

  it('puts a company in doubt after a 401 and asks for it to be checked', async () => {
    const all = setUp(async () => ({ kind: 'unauthorised' }));
    const itemId = all.drop('scan');
    await all.delivery.start();
    await all.clock.settle();
    expect(all.doubted).toEqual([all.company.id]);
    expect(all.journal.companies.get(all.company.id)?.connection).toMatchObject({ kind: 'checking' });
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'company' } });
  });

  it('never sends bytes that changed after they were looked at', async () => {
    const service = aService();
    const all = setUp(async (what) => service.take(what));
    const itemId = all.drop('scan');
    all.files.all.set(`${all.folder.path}/scan`, Buffer.from('edited'));
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(service.requests).toEqual([]);
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'no-file', code: 'CHANGED' } });
    all.files.all.set(`${all.folder.path}/scan`, Buffer.from('scan'));
    await all.clock.run(() => service.requests.length > 0);
    expect(item(all, itemId).state.kind).toBe('awaiting');
  });

  it('never sends other bytes of the same size and time, whatever the journal knows of the file', async () => {
    const service = aService();
    const all = setUp(async (what) => service.take(what));
    const itemId = all.drop('scan');
    all.files.all.set(`${all.folder.path}/scan`, Buffer.from('nacs'));
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(service.requests).toEqual([]);
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'no-file', code: 'CHANGED' } });
  });

  it('sets a declined file aside and tells of it', async () => {
    const problem = { kind: 'declined', errorCode: 'VALIDATION_ERROR', detail: 'no' } as const;
    const all = setUp(async () => ({ kind: 'declined', problem }));
    const itemId = all.drop('scan');
    await all.delivery.start();
    await all.clock.settle();
    expect(item(all, itemId).state).toEqual({ kind: 'unfit', by: 'service', problem });
    expect(all.told).toEqual([{ itemId, chores: ['drop-spool', 'tell-unfit'] }]);
  });

  it('takes an upload that throws for a broken one', async () => {
    const all = setUp(async () => {
      throw new Error('a bug');
    });
    const itemId = all.drop('scan');
    await all.delivery.start();
    await all.clock.settle();
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'broken' } });
  });

  it('stops within its patience, cuts what is still out, and leaves it to be asked again', async () => {
    const all = setUp(async (_what, stop) => {
      await all.clock.sleep(60 * MINUTE_MS, stop);
      return { kind: 'failed', failure: { kind: 'broken', code: 'ABORTED', tries: 1 }, retryAfterMs: null };
    });
    const itemId = all.drop('scan');
    await all.delivery.start();
    await all.clock.settle();
    let closed = false;
    const close = async (): Promise<void> => {
      await all.delivery.close(5 * SECOND_MS);
      closed = true;
    };
    const closing = close();
    await all.clock.advance(4 * SECOND_MS);
    expect(closed).toBe(false);
    await all.clock.advance(2 * SECOND_MS);
    await closing;
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'broken' } });
  });
});
