import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { cut } from '#sandbox/faults/broken-answer.ts';
import { HTML_PAGE, PROBLEMS } from '../../contract/fixtures/answers.ts';
import { type Said, type Struck, underFire, type UnderFire } from './outcome-bench.ts';

/**
 * C35, written a second time by hand: what each answer to an import does to its file, to the next one and to the company, by whose fault it
 * is. In each row the service gives this answer only to the scan `one`.
 */

/** Longer than all first attempts, and than anything may be silent. */
const LONG_MS = 20 * MINUTE_MS;
const STRANGER = '7b1f2c1e-5a52-4a0e-9f0a-3a0f5b8d2c11';

type Answer = () => Said;
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json', ...headers } });
const page =
  (status: number, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(HTML_PAGE, { status, headers: { 'content-type': 'text/html', ...headers } });
const empty =
  (status: number, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(null, { status, headers });

const service = (status: number) => ({ kind: 'service', status });
const odd = (status: number) => ({ kind: 'not-understood', status });

async function dropped(struck: Struck): Promise<UnderFire> {
  const fixture = await underFire(struck);
  fixture.scan('one');
  fixture.scan('two');
  await fixture.clock.advance(LONG_MS);
  return fixture;
}

/** Once healed, both scans end as one document each, under the first reference and with the first bytes. */
async function expectBoth(fixture: UnderFire): Promise<void> {
  fixture.heal();
  await fixture.counted('awaiting', 2);
  expect([fixture.contentsOf('one'), fixture.contentsOf('two')]).toEqual([1, 1]);
  expect(await fixture.documents()).toHaveLength(2);
}

describe('the document’s fault', () => {
  const { validation } = PROBLEMS;
  const declined = { kind: 'declined', errorCode: 'VALIDATION_ERROR', detail: validation.detail };
  const tooLarge = { kind: 'too-large', bytesMax: null };
  const rows: [string, Answer, object][] = [
    ['400 VALIDATION_ERROR', json(400, validation), declined],
    ['400 VALIDATION_ERROR without words', json(400, { errorCode: 'VALIDATION_ERROR' }), { ...declined, detail: null }],
    ['413 by the service', json(413, { ...validation, status: 413 }), { ...tooLarge, detail: validation.detail }],
    ['413 by a proxy', page(413), tooLarge],
  ];
  it.each(rows)('%s sets the one file aside after one try, with the reason, and sends the others', async (_, imported, problem) => {
    const fixture = await dropped({ imported });
    expect(await fixture.itemOf('one')).toMatchObject({ attempts: 1, state: { kind: 'unfit', by: 'service', problem } });
    expect(await fixture.itemOf('two')).toMatchObject({ state: { kind: 'awaiting' } });
    expect(fixture.triesOf('one')).toHaveLength(1);
    expect(await fixture.connection()).toMatchObject({ kind: 'active' });
    // A user who knows better sends it anyway: a 400 uses up no reference.
    fixture.heal();
    await fixture.during(fixture.client().items.sendAgain({ itemIds: [(await fixture.itemOf('one')).id] }));
    await expectBoth(fixture);
  });
});

describe('the company’s fault', () => {
  const { companyClosed, companyNotFound, firmClosed, unauthorised, revokedFirmClosed } = PROBLEMS;
  const byCode: [string, Struck, object, number][] = [
    ['400 SMB_CLOSED', { imported: json(400, companyClosed) }, { kind: 'invalid', reason: 'SMB_CLOSED' }, 1],
    ['400 SMB_NOTFOUND', { imported: json(400, companyNotFound) }, { kind: 'invalid', reason: 'SMB_NOTFOUND' }, 1],
    ['400 CPA_CLOSED', { imported: json(400, firmClosed) }, { kind: 'invalid', reason: 'CPA_CLOSED' }, 1],
  ];
  const imported = json(401, unauthorised);
  const twice = (of: Omit<Struck, 'imported'>): Struck => ({ imported, ...of });
  const by401: [string, Struck, object, number][] = [
    ['401 twice, and a status of 401', twice({ status: json(401, unauthorised) }), { kind: 'invalid', reason: 'unknown' }, 2],
    [
      '401 twice, and a status with a reason',
      twice({ status: json(401, revokedFirmClosed) }),
      { kind: 'invalid', reason: 'CPA_CLOSED' },
      2,
    ],
    ['401 twice, and a status of 404', twice({ status: empty(404) }), { kind: 'invalid', reason: 'unknown' }, 2],
    ['401 twice, and a status of 410', twice({ status: empty(410) }), { kind: 'invalid', reason: 'unknown' }, 2],
    ['401 twice, and a status of 503', twice({ status: empty(503) }), { kind: 'checking', doubt: 'unknown' }, 2],
    ['401 twice, and no answer about the status', twice({ status: () => 'never' }), { kind: 'checking', doubt: 'unknown' }, 2],
    ['401 twice, and a health of 401', twice({ health: json(401, unauthorised) }), { kind: 'checking', doubt: 'partner' }, 2],
    ['401 twice, and a health of 500', twice({ health: empty(500) }), { kind: 'checking', doubt: 'unknown' }, 2],
    ['401 twice, and a hotel’s page for everything', twice({ health: page(200) }), { kind: 'checking', doubt: 'unknown' }, 2],
  ];
  it.each([...byCode, ...by401])('%s pauses the company, keeps its queue, and burns no file', async (_, struck, connection, tries) => {
    const fixture = await underFire(struck);
    fixture.scan('one');
    await fixture.until(async () => (await fixture.connection())?.kind !== 'active', 'a paused company');
    fixture.scan('two');
    await fixture.clock.advance(LONG_MS);
    expect(await fixture.connection()).toMatchObject(connection);
    expect(await fixture.itemOf('one')).toMatchObject({ attempts: 1, state: { kind: 'waiting', last: { kind: 'company' } } });
    expect(await fixture.itemOf('two')).toMatchObject({ attempts: 0, state: { kind: 'waiting' } });
    expect([fixture.triesOf('one').length, fixture.triesOf('two').length]).toEqual([tries, 0]);
    // A second attempt is only worthwhile with another token.
    expect(new Set(fixture.triesOf('one').map(({ token }) => token)).size).toBe(tries);
    expect(fixture.tokensFetched()).toBeLessThan(LONG_MS / MINUTE_MS);
    fixture.heal();
    const { integrationId } = fixture.integration;
    const anew = await fixture.control<typeof fixture.integration>('/integrations', { integrationId });
    await fixture.during(fixture.client().companies.reconnect({ companyId: fixture.company.id, ...anew }));
    await expectBoth(fixture);
  });

  it('401 once is nobody’s: a fresh token and the same bytes, and nobody hears of it', async () => {
    const fixture = await dropped({ imported: (tries) => (tries === 1 ? imported() : null) });
    expect(fixture.triesOf('one')).toHaveLength(2);
    expect(await fixture.connection()).toMatchObject({ kind: 'active' });
    await expectBoth(fixture);
  });
});

describe('nobody’s fault', () => {
  const statuses: [string, Answer, object][] = [408, 425, 429, 500, 502, 503, 504, 507, 599].flatMap((status) => [
    [`${status} with a page`, page(status), service(status)] as [string, Answer, object],
  ]);
  const rows: [string, Answer, object][] = [
    ...statuses,
    ['429 that asks for a minute', empty(429, { 'retry-after': '60' }), service(429)],
    ['511, a portal that wants a log-in', page(511), odd(511)],
    ['500 that looks like a refusal', json(500, PROBLEMS.validation), service(500)],
    ['502 that looks like a revocation', json(502, PROBLEMS.companyClosed), service(502)],
    ['a portal’s page with 200', page(200), odd(200)],
    ['half an answer', () => new Response('{"documentId":"7b1f2c1e-5a5'), odd(200)],
    ['nothing with 200', empty(200), odd(200)],
    ['200 with a documentId that is none', json(200, { documentId: '12' }), odd(200)],
    ['201 with a documentId', json(201, { documentId: STRANGER }), odd(201)],
    ['202 with a documentId', json(202, { documentId: STRANGER }), odd(202)],
    ['204', empty(204), odd(204)],
    ['an answer of ten megabytes', () => new Response('x'.repeat(10_000_000)), odd(0)],
    ['403 of a firewall', page(403), { kind: 'forbidden' }],
    ['407 of a proxy', page(407), { kind: 'proxy', code: 'PROXY_407' }],
    ['a connection that is cut', () => cut(), { kind: 'broken' }],
    ['no answer at all', () => 'never', { kind: 'timed-out' }],
  ];
  it.each(rows)(
    '%s is tried for ever with the same reference and bytes, shows its reason, and holds up no other',
    async (_, imported, last) => {
      const fixture = await dropped({ imported });
      const one = await fixture.itemOf('one');
      expect(one).toMatchObject({ state: { kind: 'waiting', last, failingSince: expect.any(Number) } });
      // At growing intervals, but it goes on.
      expect(one.attempts).toBeGreaterThanOrEqual(5);
      expect(one.attempts).toBeLessThanOrEqual(14);
      expect(await fixture.itemOf('two')).toMatchObject({ state: { kind: 'awaiting' } });
      expect(await fixture.connection()).toMatchObject({ kind: 'active' });
      await expectBoth(fixture);
    },
  );

  it('an answer that was lost after it was recorded is asked for again, and its document adopted', async () => {
    const fixture = await dropped({
      imported: async (tries, honest) => {
        const answer = await honest();
        return tries <= 2 ? cut() : answer;
      },
    });
    expect(await fixture.itemOf('one')).toMatchObject({ attempts: 3, state: { kind: 'awaiting' } });
    await expectBoth(fixture);
  });
});

describe('a yes', () => {
  const { duplicate } = PROBLEMS;
  const rows: [string, Answer, string | null][] = [
    ['200 with a documentId', json(200, { documentId: STRANGER }), STRANGER],
    ['200 with more members than are known', json(200, { documentId: STRANGER, also: [1] }), STRANGER],
    ['200 with capitals in its documentId', json(200, { documentId: STRANGER.toUpperCase() }), STRANGER],
    ['409 of our reference', json(409, duplicate), STRANGER],
    ['409 without a documentId', json(409, { ...duplicate, documentId: undefined }), null],
    ['409 with a documentId that is none', json(409, { ...duplicate, documentId: 7 }), null],
    ['409 with an odd date', json(409, { ...duplicate, depositDate: { at: 'noon' } }), STRANGER],
  ];
  it.each(rows)('%s is received at the first try, and never asked again', async (_, imported, documentId) => {
    const fixture = await dropped({ imported });
    expect(await fixture.itemOf('one')).toMatchObject({ attempts: 1, state: { kind: 'awaiting', documentId } });
    expect(fixture.triesOf('one')).toHaveLength(1);
  });
});

describe('neither a yes nor a no', () => {
  const { validation, duplicate, companyClosed } = PROBLEMS;
  const elsewhere = { location: 'https://portal.test/login' };
  const rows: [string, Answer, number][] = [
    ['400 without a code', json(400, {}), 400],
    ['400 with a code of another day', json(400, { ...validation, errorCode: 'SMB_ASLEEP' }), 400],
    ['400 of a proxy', page(400), 400],
    ['404', page(404), 404],
    ['404 that looks like a revocation', json(404, companyClosed), 404],
    ['405', page(405), 405],
    ['410', empty(410), 410],
    ['411', page(411), 411],
    ['415', json(415, validation), 415],
    ['422', json(422, validation), 422],
    ['431', empty(431), 431],
    ['409 without a code', json(409, {}), 409],
    ['409 with a code of another day', json(409, { ...duplicate, errorCode: 'LOCKED' }), 409],
    ['409 of a proxy', page(409), 409],
    ...[301, 302, 303, 307, 308].map((status): [string, Answer, number] => [`a redirect by ${status}`, page(status, elsewhere), status]),
  ];
  it.each(rows)('%s is tried three times, then held with a question, and goes under its first reference', async (_, imported, status) => {
    const fixture = await dropped({ imported });
    const one = await fixture.itemOf('one');
    expect(one).toMatchObject({ attempts: 3, state: { kind: 'held', question: { kind: 'unclear-answer', status } } });
    expect(await fixture.itemOf('two')).toMatchObject({ state: { kind: 'awaiting' } });
    expect(await fixture.connection()).toMatchObject({ kind: 'active' });
    fixture.heal();
    await fixture.during(fixture.client().items.sendAgain({ itemIds: [one.id] }));
    await expectBoth(fixture);
  });
});
