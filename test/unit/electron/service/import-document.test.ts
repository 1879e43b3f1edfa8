import { describe, expect, it } from 'vitest';
import { onTestFinished } from 'vitest';
import { type ImportDeps, importDocument } from '#electron/service/import-document.ts';
import type { Outgoing } from '#shared/domain/item/sending/sent-name.ts';
import type { IntegrationId, Reference } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { depositDate } from '#shared/domain/item/outcome.ts';
import type { Http } from '#shared/ports/http.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import { type Scripted, type ScriptedServer, scriptedServer } from '#test/support/network/scripted-server.ts';
import { seededRandom, virtualClock } from '#test/support/virtual-world.ts';

const DOCUMENT = '0a6f8e1c-3c3f-4a53-9a40-6f1d2a7b0c11';
const RECEIVED = { status: 200, body: { documentId: DOCUMENT } };
const COMPANY = 'c0000000-0000-4000-8000-000000000001' as CompanyId;
const WHAT: Outgoing = {
  integrationId: '11111111-1111-4111-8111-111111111111' as IntegrationId,
  companyId: COMPANY,
  importType: 'purchase-invoices',
  reference: 'iy1abc00' as Reference,
  sentName: 'Facture été.pdf',
  userEmail: 'anne@example.test',
  mediaType: 'application/pdf',
  bytes: new TextEncoder().encode('%PDF-1.4 %%EOF'),
  leave: async () => true,
};
const NEVER = new AbortController().signal;

async function aService(...answers: readonly Scripted[]) {
  const left = [...answers];
  const server = await scriptedServer(() => left.shift() ?? { status: 500 });
  let tokens = 0;
  const clock = virtualClock();
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const withoutSecret: CompanyId[] = [];
  const worked: CompanyId[] = [];
  const deps: ImportDeps = {
    http,
    clock,
    random: seededRandom(7),
    tokens: tokenCache(async () => ok({ value: `token-${(tokens += 1)}`, expiresInSeconds: 3600 }), clock),
    profile: () => profileOf(server.url),
    secretOf: async () => ok('s3cret'),
    noSecret: (companyId) => withoutSecret.push(companyId),
    worked: (companyId) => worked.push(companyId),
  };
  return { server, deps, clock, withoutSecret, worked };
}

function profileOf(url: string) {
  return serviceProfileSchema.parse({
    baseUrl: `${url}/v1`,
    authUrl: url,
    jwksUrl: url,
    issuer: 'https://service.test',
    apiKeyHeader: 'X-Brand-Key',
  });
}

async function readForm(server: ScriptedServer, at = 0): Promise<FormData> {
  const asked = server.asked[at];
  if (asked === undefined) throw new Error('nothing was asked');
  return new Response(new Uint8Array(asked.body), { headers: { 'content-type': asked.headers['content-type'] ?? '' } }).formData();
}

describe('an import', () => {
  it('sends what the contract asks for, and reports the document', async () => {
    const { server, deps } = await aService(RECEIVED);
    expect(await importDocument(deps)(WHAT, NEVER)).toEqual({ kind: 'received', documentId: DOCUMENT });
    expect(server.asked).toHaveLength(1);
    const { method, path, headers } = server.asked[0] ?? { method: '', path: '', headers: {} };
    expect([method, path]).toEqual(['POST', `/v1/integrations/${WHAT.integrationId}/purchase-invoices`]);
    expect(headers).toMatchObject({ authorization: 'Bearer token-1', 'x-brand-key': 's3cret' });
    const form = await readForm(server);
    expect(Object.fromEntries([...form].filter(([name]) => name !== 'file'))).toEqual({
      filename: 'Facture été.pdf',
      userEmail: 'anne@example.test',
      externalReference: 'iy1abc00',
    });
    expect([...form.keys()].at(-1)).toBe('file');
    expect(await (form.get('file') as File).text()).toBe('%PDF-1.4 %%EOF');
  });

  it('says what the form has as it leaves, and what was answered, cut and without what a careless server repeats', async () => {
    const echo = { status: 400, body: `no s3cret, no Bearer token-1; ${'x'.repeat(5_000)}` };
    const { deps } = await aService(echo);
    const told: unknown[] = [];
    const leave = async (fields: unknown) => told.push(fields) > 0;
    await importDocument(deps)({ ...WHAT, comment: 'la suite', leave, answered: (answer) => told.push(answer) }, NEVER);
    const fields = { filename: 'Facture été.pdf', userEmail: 'anne@example.test', comment: 'la suite' };
    const body = expect.stringMatching(/^no \(secret removed\), no Bearer \(secret removed\); x+$/) as string;
    expect(told).toEqual([fields, { status: 400, body }]);
    expect((told[1] as { body: string }).body).toHaveLength(4_096);
  });

  it('leaves out an address if there is none', async () => {
    const { server, deps } = await aService(RECEIVED);
    await importDocument(deps)({ ...WHAT, userEmail: null }, NEVER);
    expect((await readForm(server)).has('userEmail')).toBe(false);
  });

  it('meets one 401 with a fresh token, the same reference and the same bytes', async () => {
    const { server, deps } = await aService({ status: 401 }, RECEIVED);
    expect(await importDocument(deps)(WHAT, NEVER)).toMatchObject({ kind: 'received' });
    expect(server.asked.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect((await readForm(server, 1)).get('externalReference')).toBe('iy1abc00');
    expect(await ((await readForm(server, 1)).get('file') as File).text()).toBe('%PDF-1.4 %%EOF');
  });

  it('takes a second 401 for an answer', async () => {
    const { server, deps, worked } = await aService({ status: 401 }, { status: 401 }, RECEIVED);
    expect(await importDocument(deps)(WHAT, NEVER)).toEqual({ kind: 'unauthorised' });
    expect(server.asked).toHaveLength(2);
    expect(worked).toEqual([]);
    await importDocument(deps)(WHAT, NEVER);
    expect(worked).toEqual([COMPANY]);
  });

  it('meets a 401 with the secret as it is by then: the company may have been reconnected', async () => {
    const { server, deps } = await aService({ status: 401 }, RECEIVED);
    const secrets = ['old', 'new'];
    expect(await importDocument({ ...deps, secretOf: async () => ok(secrets.shift() ?? 'new') })(WHAT, NEVER)).toMatchObject({
      kind: 'received',
    });
    expect(server.asked.map(({ headers }) => headers['x-brand-key'])).toEqual(['old', 'new']);
  });

  it('does not call a connection in doubt whose secret was replaced while the last answer was on its way', async () => {
    const { deps } = await aService({ status: 401 }, { status: 401 });
    const secrets = ['old', 'old'];
    expect(await importDocument({ ...deps, secretOf: async () => ok(secrets.shift() ?? 'new') })(WHAT, NEVER)).toEqual({
      kind: 'failed',
      failure: { kind: 'company' },
      retryAfterMs: null,
    });
  });

  it('fetches one token for many imports, and one more when it has aged', async () => {
    const { server, deps, clock } = await aService(...Array.from({ length: 6 }, () => RECEIVED));
    const send = importDocument(deps);
    await Promise.all([send(WHAT, NEVER), send(WHAT, NEVER), send(WHAT, NEVER)]);
    await clock.advance(0.8 * 3_600_000);
    await Promise.all([send(WHAT, NEVER), send(WHAT, NEVER), send(WHAT, NEVER)]);
    const used = server.asked.map(({ headers }) => headers['authorization']);
    expect(used).toEqual([...Array(3).fill('Bearer token-1'), ...Array(3).fill('Bearer token-2')]);
  });

  it('calls a lost answer broken, because the service may have received it', async () => {
    const { deps } = await aService('cut');
    expect(await importDocument(deps)(WHAT, NEVER)).toMatchObject({ kind: 'failed', failure: { kind: 'broken', tries: 1 } });
  });

  it('calls it offline when nobody listens', async () => {
    const { deps } = await aService();
    const nobody = { ...deps, profile: () => profileOf('http://127.0.0.1:9') };
    expect(await importDocument(nobody)(WHAT, NEVER)).toEqual({
      kind: 'failed',
      failure: { kind: 'offline', code: 'ECONNREFUSED' },
      retryAfterMs: null,
    });
  });

  it.each([
    [{ status: 429, headers: { 'retry-after': '90' } }, { kind: 'service', status: 429 }, 90_000],
    [
      { status: 503, headers: { 'retry-after': 'Mon, 05 Jan 2026 08:00:40 GMT', date: 'Mon, 05 Jan 2026 08:00:00 GMT' } },
      { kind: 'service', status: 503 },
      40_000,
    ],
    [{ status: 200, body: '<html>welcome to the hotel</html>' }, { kind: 'not-understood', status: 200, tries: 1 }, null],
    [{ status: 200, body: 'x'.repeat(70_000) }, { kind: 'not-understood', status: 0, tries: 1 }, null],
  ])('waits and tries again after %j', async (answer, failure, retryAfterMs) => {
    const { deps } = await aService(answer);
    expect(await importDocument(deps)(WHAT, NEVER)).toEqual({ kind: 'failed', failure, retryAfterMs });
  });

  it('waits a minute, and as long as the poorest line takes for the bytes: five minutes more for the largest file, not for ever', async () => {
    const { deps } = await aService();
    const limits: number[] = [];
    const http: Http = {
      send: async ({ timeoutMs }) => {
        limits.push(timeoutMs);
        return fail({ kind: 'timed-out', sent: 'maybe-received', code: 'TIMED_OUT' });
      },
      open: () => Promise.reject(new Error('not asked')),
    };
    for (const length of [0, 16_384, 5_242_880]) await importDocument({ ...deps, http })({ ...WHAT, bytes: new Uint8Array(length) }, NEVER);
    expect(limits).toEqual([60_000, 61_000, 380_000]);
  });

  it('never follows a redirection with its secret', async () => {
    const elsewhere = await scriptedServer(() => RECEIVED);
    const { deps } = await aService({ status: 307, headers: { location: elsewhere.url } });
    expect(await importDocument(deps)(WHAT, NEVER)).toEqual({ kind: 'unclear', status: 307 });
    expect(elsewhere.asked).toEqual([]);
  });

  it('asks nothing of the service while the vault is locked, and says whose queue waits', async () => {
    const { server, deps, withoutSecret } = await aService(RECEIVED);
    const locked = { ...deps, secretOf: async () => fail({ kind: 'locked' }) };
    expect(await importDocument(locked)(WHAT, NEVER)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'no-token', code: 'vault-locked' },
    });
    expect(withoutSecret).toEqual([COMPANY]);
    expect(server.asked).toEqual([]);
  });

  it('sends nothing once its document has a result, not even with a fresh token', async () => {
    const { server, deps } = await aService({ status: 401 }, RECEIVED);
    const nothing = { kind: 'failed', failure: { kind: 'offline', code: 'NOT_WANTED' }, retryAfterMs: null };
    expect(await importDocument(deps)({ ...WHAT, leave: async () => false }, NEVER)).toEqual(nothing);
    expect(server.asked).toEqual([]);
    expect(await importDocument(deps)({ ...WHAT, leave: async () => server.asked.length === 0 }, NEVER)).toEqual(nothing);
    expect(server.asked).toHaveLength(1);
  });

  it('ends early when it is stopped', async () => {
    const { deps } = await aService(() => undefined);
    const stop = new AbortController();
    const sent = importDocument(deps)(WHAT, stop.signal);
    setImmediate(() => setImmediate(() => stop.abort()));
    expect(await sent).toMatchObject({ kind: 'failed' });
  });
});

const DEPOSITED = Date.UTC(2026, 2, 12, 8, 30);

describe('the date of an existing import, in whatever shape the service gives it,', () => {
  it.each([
    ['2026-03-12T08:30:00Z', DEPOSITED],
    ['2026-03-12T08:30:00.000+00:00', DEPOSITED],
    ['2026-03-12T09:30:00+01:00', DEPOSITED],
    ['2026-03-12T08:30:00', DEPOSITED],
    ['2026-03-12 08:30:00', DEPOSITED],
    ['2026-03-12', Date.UTC(2026, 2, 12)],
    [DEPOSITED, DEPOSITED],
    [DEPOSITED / 1_000, DEPOSITED],
    [String(DEPOSITED), DEPOSITED],
    [String(DEPOSITED / 1_000), DEPOSITED],
  ])('is read: %j', (value, at) => {
    expect(depositDate(value)).toBe(at);
  });

  it.each([[undefined], [null], [''], ['yesterday'], ['12/03/2026 à midi'], [-1], [Number.NaN], [{}], [[DEPOSITED]], [true]])(
    'is nothing: %j',
    (value) => {
      expect(depositDate(value)).toBeNull();
    },
  );
});
