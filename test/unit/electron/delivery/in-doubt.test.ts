import { describe, expect, it } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  INTEGRATION,
  item,
  OTHER_INTEGRATION,
  page,
} from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type Service } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

const DOCUMENT = 'dddddddd-0000-4000-8000-000000000077';
const lost: Outcome = { kind: 'failed', failure: { kind: 'timed-out' }, retryAfterMs: null };

/** A scan that got these answers under the first connection, and a company that was then given another connection. */
async function reconnected(answers: readonly Outcome[], to = OTHER_INTEGRATION) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  files.all.set(`${folder.path}/scan`, Buffer.from('scan'));
  const left = [...answers];
  const references: string[] = [];
  const upload: Service = async (what) => {
    references.push(what.reference);
    return left.shift() ?? service.take(what);
  };
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: 'scan', content: 'scan' }));
  const life = aLife({ ...open, files, upload });
  await life.delivery.start();
  await open.clock.run(() => left.length === 0);
  open.journal.companies.reconnect(company.id, to, open.clock.wallMs());
  await open.clock.advance(MINUTE_MS);
  return { ...open, ...life, service, references, itemId };
}

describe('after a reconnect under another integration', () => {
  it.each([
    ['a time-out', [lost]],
    ['a broken connection', [{ kind: 'failed', failure: { kind: 'broken', code: 'ECONNRESET', tries: 1 }, retryAfterMs: null }]],
    ['a 503', [{ kind: 'failed', failure: { kind: 'service', status: 503 }, retryAfterMs: null }]],
    ['a time-out, and then the end of the connection', [lost, { kind: 'revoked', reason: 'SMB_CLOSED' }]],
  ] as const)('what may have been received (%s) is not sent a second time, but asked about', async (_what, answers) => {
    const all = await reconnected(answers);
    expect(all.service.requests).toEqual([]);
    expect(item(all, all.itemId).state).toEqual({ kind: 'held', question: { kind: 'maybe-received' } });
    expect(all.told).toContainEqual({ itemId: all.itemId, chores: ['tell-question'] });
  });

  it.each([
    ['never left', [{ kind: 'failed', failure: { kind: 'offline', code: 'ENETUNREACH' }, retryAfterMs: null }]],
    [
      'met a refusal of the company’s own client credentials',
      [{ kind: 'failed', failure: { kind: 'credentials', code: 'status-401' }, retryAfterMs: null }],
    ],
    ['met a proxy that let nothing pass', [{ kind: 'failed', failure: { kind: 'proxy', code: 'PROXY_407' }, retryAfterMs: null }]],
    ['met a closed company at once', [{ kind: 'revoked', reason: 'SMB_CLOSED' }]],
    ['met a 401 at once', [{ kind: 'unauthorised' }]],
  ] as const)('what %s is sent', async (_what, answers) => {
    const all = await reconnected(answers);
    expect(all.service.requests.map(({ integrationId }) => integrationId)).toEqual([OTHER_INTEGRATION]);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('under the same one it is asked again under its reference', async () => {
    const all = await reconnected([lost], INTEGRATION);
    expect(new Set(all.references).size).toBe(1);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('a result under the old reference ends the question by itself', async () => {
    const all = await reconnected([lost]);
    page(all, [anEvent({ seq: 1, data: { documentId: DOCUMENT, documentState: 'Accepted', externalReference: all.references[0] } })]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'accepted', documentId: DOCUMENT });
    expect(all.service.requests).toEqual([]);
  });

  it('a person may send it all the same, once', async () => {
    const all = await reconnected([lost]);
    expect(all.journal.list.allow([all.itemId])).toBe(1);
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('or leave it, which can be taken back', async () => {
    const all = await reconnected([lost]);
    expect(all.journal.list.putAside([all.itemId])).toBe(1);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'aside' });
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    all.journal.list.allow([all.itemId]);
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
  });
});

describe('the same bytes under the other type', () => {
  it('can be left, and are then not sent', async () => {
    const open = anOpenJournal();
    const company = aCompany(open);
    open.journal.intake.enqueue(aFile(aFolder(open, company), { content: 'twin' }));
    const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, company, 'sales-invoices'), { content: 'twin' }));
    expect(item(open, itemId).state).toMatchObject({ kind: 'held', question: { kind: 'other-type' } });
    expect(open.journal.list.putAside([itemId])).toBe(1);
    expect(item(open, itemId).state).toMatchObject({ kind: 'aside', why: 'user' });
    expect(open.journal.list.putAside([itemId])).toBe(0);
    expect(open.journal.list.putBack([itemId])).toBe(1);
    expect(item(open, itemId).state).toMatchObject({ kind: 'held', question: { kind: 'other-type' } });
    expect(open.journal.list.putBack([itemId])).toBe(0);
  });
});
