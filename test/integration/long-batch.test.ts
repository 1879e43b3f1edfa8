import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { integrationFixture, SANDBOX } from './integration-fixture.ts';

/** Long times pass in a whole engine, on a machine that may have other work. */
const MANY = { timeout: 240_000 };

const SCANS = 200;

/** A folder with two hundred scans, and a count of the requests to the service. */
async function aBatch(switches: object = {}) {
  const fixture = await integrationFixture();
  await fixture.control('/switches', switches, 'PATCH');
  const integration = await fixture.integration();
  for (let scan = 0; scan < SCANS; scan += 1) fixture.scan(`scan-${scan}`);
  const asked = { tokens: 0, tokensAtOnce: 0, imports: 0, refused: 0 };
  const bearers = new Set<string>();
  let out = 0;
  fixture.network.set(SANDBOX, async (request) => {
    const { pathname } = new URL(request.url);
    const isToken = pathname.endsWith('/token');
    if (isToken) asked.tokens += 1;
    out += isToken ? 1 : 0;
    asked.tokensAtOnce = Math.max(asked.tokensAtOnce, out);
    if (pathname.endsWith('-invoices')) {
      asked.imports += 1;
      bearers.add(request.headers.get('authorization') ?? '');
    }
    const answer = await fixture.sandbox.fetch(request);
    out -= isToken ? 1 : 0;
    if (pathname.endsWith('-invoices') && answer.status === 401) asked.refused += 1;
    return answer;
  });
  const company = await fixture.connect('Bakery', integration);
  return { ...fixture, integration, company, asked, bearers };
}

type Batch = Awaited<ReturnType<typeof aBatch>>;

async function expectAllOnce({ documents, overview }: Batch): Promise<void> {
  const all = await documents();
  expect(all).toHaveLength(SCANS);
  expect(new Set(all.map(({ externalReference }) => externalReference)).size).toBe(SCANS);
  expect((await overview()).counts).toMatchObject({ unfit: 0, held: 0, waiting: 0 });
}

describe('a batch of two hundred', MANY, () => {
  it('goes through with tokens that live for two seconds, each fetched for all at once', async () => {
    const batch = await aBatch({ tokenLifeSeconds: 2 });
    const fromMs = batch.clock.monotonicMs();
    await batch.counted('awaiting', SCANS);
    const seconds = (batch.clock.monotonicMs() - fromMs) / SECOND_MS;
    await expectAllOnce(batch);
    const { tokens, tokensAtOnce, imports, refused } = batch.asked;
    expect(batch.bearers.size).toBeGreaterThan(3);
    expect(tokensAtOnce).toBe(1);
    // For each token, one fetch at its age of 1.6 seconds, and one for uploads that were refused on their way.
    expect(tokens).toBeLessThan(2 * seconds + 5);
    expect(imports).toBe(SCANS + refused);
  });

  it('goes through though all tokens are ended in the middle of it, three times', async () => {
    // So slow that more than half a minute lies between: the relay renews no token sooner at one computer's request.
    const batch = await aBatch({ importLatencyMs: 4 * SECOND_MS });
    for (const count of [40, 90, 140]) {
      await batch.until(async () => (await batch.overview()).counts.awaiting >= count, `${count} received`);
      await batch.control('/tokens/expire', {});
    }
    await batch.counted('awaiting', SCANS);
    await expectAllOnce(batch);
    // Besides the first: one for each end, however many uploads met it.
    expect(batch.asked.tokens).toBeLessThanOrEqual(1 + 2 * 3);
    expect(batch.asked.refused).toBeLessThanOrEqual(3 * 4);
    expect(batch.asked.imports).toBe(SCANS + batch.asked.refused);
  });

  it('goes on after the integration was given another secret in the middle, and sends nothing twice', async () => {
    const batch = await aBatch();
    const { integrationId } = batch.integration;
    await batch.until(async () => (await batch.overview()).counts.awaiting >= 80, '80 received');
    const anew = await batch.control<Batch['integration']>('/integrations', { integrationId });
    await batch.until(async () => (await batch.overview()).companies[0]?.connection.kind === 'invalid', 'a paused company');
    const before = batch.asked.imports;
    await batch.clock.advance(HOUR_MS);
    expect(batch.asked.imports).toBe(before);
    expect((await batch.overview()).counts).toMatchObject({ unfit: 0, held: 0 });
    await batch.during(batch.client().companies.reconnect({ companyId: batch.company.id, ...anew }));
    await batch.counted('awaiting', SCANS);
    await expectAllOnce(batch);
  });

  it('goes on where the person reconnects before anything was refused', async () => {
    const batch = await aBatch({ importLatencyMs: 500 });
    const { integrationId } = batch.integration;
    await batch.until(async () => (await batch.overview()).counts.awaiting >= 20, '20 received');
    const anew = await batch.control<Batch['integration']>('/integrations', { integrationId });
    await batch.during(batch.client().companies.reconnect({ companyId: batch.company.id, ...anew }));
    await batch.counted('awaiting', SCANS);
    await expectAllOnce(batch);
    expect((await batch.overview()).companies[0]?.connection.kind).toBe('active');
  });

  it('goes on under another integration that was given in the middle, and none is sent under both', async () => {
    const batch = await aBatch({ importLatencyMs: 500 });
    await batch.until(async () => (await batch.overview()).counts.awaiting >= 20, '20 received');
    await batch.control(`/integrations/${batch.integration.integrationId}/revoke`, {});
    const anew = await batch.control<Batch['integration']>('/integrations', {});
    await batch.during(batch.client().companies.reconnect({ companyId: batch.company.id, ...anew }));
    await batch.counted('awaiting', SCANS);
    await expectAllOnce(batch);
    expect((await batch.overview()).companies[0]?.connection.kind).toBe('active');
  });

  it('has all its results though the service changes its keys in the middle, and publishes the old ones no more', async () => {
    const batch = await aBatch({
      keyOverlap: false,
      autoDecide: { afterMs: 5 * SECOND_MS, refuseWhen: [{ contains: '7', reason: 'illisible' }] },
    });
    for (const count of [50, 120]) {
      await batch.until(async () => (await batch.documents()).length >= count, `${count} received`);
      await batch.control('/keys/rotate', {});
    }
    const isDone = async (): Promise<boolean> => {
      const { accepted, refused } = (await batch.overview()).counts;
      return accepted + refused === SCANS;
    };
    await batch.until(isDone, 'all decided');
    await expectAllOnce(batch);
    const refused = Array.from({ length: SCANS }, (_, scan) => `${scan}`).filter((scan) => scan.includes('7')).length;
    expect((await batch.overview()).counts).toMatchObject({ refused, accepted: SCANS - refused });
    expect((await batch.overview()).answers).toMatchObject({ forged: 0, missing: 0 });
    await batch.clock.advance(5 * MINUTE_MS);
    expect(batch.asked.imports).toBe(SCANS);
  });
});
