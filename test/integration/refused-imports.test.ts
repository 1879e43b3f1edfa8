import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { PROBLEMS } from '../contract/fixtures/answers.ts';
import { underFire, type UnderFire } from './outcomes/outcome-bench.ts';
import { integrationFixture, RELAY } from './integration-fixture.ts';

const refused = (): Response =>
  new Response(JSON.stringify(PROBLEMS.unauthorised), { status: 401, headers: { 'content-type': 'application/problem+json' } });
/** The service is well but for the import routes, which refuse that many imports of the scan `one`. */
const refusing = (times: number): Promise<UnderFire> => underFire({ imported: (tries) => (tries <= times ? refused() : null) });

/** What the user was told meanwhile, by kind and reason. */
async function watched(fixture: UnderFire, forMs: number): Promise<readonly string[]> {
  const told = new Set<string>();
  for (let leftMs = forMs; leftMs > 0; leftMs -= 1_000) {
    const connection = await fixture.connection();
    told.add(connection?.kind === 'invalid' ? `${connection.kind} ${connection.reason}` : String(connection?.kind));
    await fixture.clock.advance(1_000);
  }
  return [...told];
}

/** This computer gets its tokens by itself, so that it goes on without the relay. */
async function direct(fixture: UnderFire): Promise<void> {
  const { clientId, clientSecret } = fixture.sandbox.credentials;
  await fixture.during(fixture.client().secrets.keep({ name: 'client-secret', secret: clientSecret }));
  await fixture.during(fixture.client().settings.change({ credentials: { mode: 'direct', clientId } }));
}

/** The service gave out another secret, and its status route does not look at it. */
async function changeSecret(fixture: UnderFire) {
  await fixture.control('/switches', { statusNeedsSecret: false }, 'PATCH');
  // The relay knows for an hour by which route this service tells a wrong secret from the right one.
  await fixture.clock.advance(HOUR_MS + MINUTE_MS);
  const { integrationId } = fixture.integration;
  return fixture.control<typeof fixture.integration>('/integrations', { integrationId });
}

describe('two 401 in a row from the import route of a service that is well', () => {
  it('hold the company up for seconds, and nobody is told that its secret is wrong', async () => {
    const fixture = await refusing(2);
    fixture.scan('one');
    fixture.scan('two');
    expect(await watched(fixture, MINUTE_MS)).not.toContain('invalid wrong-secret');
    await fixture.counted('awaiting', 2);
    expect(await fixture.connection()).toMatchObject({ kind: 'active' });
  });

  it('and again and again hold up no other document for long, and go through in the end', async () => {
    const fixture = await refusing(20);
    fixture.scan('one');
    fixture.scan('two');
    expect(await watched(fixture, 5 * MINUTE_MS)).not.toContain('invalid wrong-secret');
    expect(await fixture.itemOf('two')).toMatchObject({ state: { kind: 'awaiting' } });
    expect(fixture.triesOf('one').length).toBeLessThan(30);
    fixture.heal();
    await fixture.counted('awaiting', 2);
  });

  it.each([
    ['is away', () => null],
    ['is another program that says 404 to everything', () => new Response('<h1>Not Found</h1>', { status: 404 })],
    ['is of another version, and does not understand the question', () => new Response('{}', { status: 400 })],
  ])('are tried once more where the relay %s', async (_, answer) => {
    const fixture = await refusing(2);
    await direct(fixture);
    const relay = fixture.relay.fetch;
    fixture.network.set(RELAY, async (request) =>
      request.method === 'POST' && new URL(request.url).pathname === RELAY_PATHS.integrations
        ? (answer() ?? new Response(null, { status: 503 }))
        : relay(request),
    );
    fixture.scan('one');
    expect(await watched(fixture, 3 * MINUTE_MS)).not.toContain('invalid wrong-secret');
    await fixture.counted('awaiting', 1);
    expect(fixture.triesOf('one')).toHaveLength(3);
  });
});

describe('a secret that is no longer the right one', () => {
  it('is told within seconds, costs the relay few proofs, and is mended by the person at once', async () => {
    const fixture = await refusing(0);
    const anew = await changeSecret(fixture);
    fixture.scan('one');
    await fixture.until(async () => (await fixture.connection())?.kind === 'invalid', 'told');
    expect(await fixture.connection()).toMatchObject({ reason: 'wrong-secret' });
    let proofs = 0;
    const relay = fixture.relay.fetch;
    fixture.network.set(RELAY, async (request) => {
      if (request.method === 'POST' && new URL(request.url).pathname === RELAY_PATHS.integrations) proofs += 1;
      return relay(request);
    });
    await fixture.clock.advance(24 * HOUR_MS);
    expect(proofs).toBeLessThan(16);
    expect(fixture.triesOf('one')).toHaveLength(2);
    await fixture.during(fixture.client().companies.reconnect({ companyId: fixture.company.id, ...anew }));
    await fixture.counted('awaiting', 1);
  });

  it('is told within minutes without the relay, and imports are tried now and then, with nothing said', async () => {
    const fixture = await refusing(0);
    await direct(fixture);
    await fixture.during(fixture.relay.close());
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    await changeSecret(fixture);
    fixture.scan('two');
    await fixture.until(async () => (await fixture.connection())?.kind === 'invalid', 'told');
    expect(await fixture.connection()).toMatchObject({ reason: 'wrong-secret' });
    expect(await watched(fixture, HOUR_MS)).toEqual(['invalid wrong-secret']);
    expect(fixture.triesOf('two').length).toBeGreaterThan(6);
    expect(fixture.triesOf('two').length).toBeLessThan(24);
    expect(await fixture.itemOf('two')).toMatchObject({ state: { kind: 'waiting', last: { kind: 'company' } } });
  });

  it('that was none heals by itself, also after a restart: no document waits for a person', async () => {
    const fixture = await refusing(2);
    // For some minutes the relay, too, is told by the service that the secret is wrong.
    const relay = fixture.relay.fetch;
    const no = { type: 'about:blank', title: 'Not Found', status: 404, code: 'not-found' };
    fixture.network.set(RELAY, async (request) =>
      request.method === 'POST' && new URL(request.url).pathname === RELAY_PATHS.integrations
        ? Response.json(no, { status: 404 })
        : relay(request),
    );
    fixture.scan('one');
    await fixture.until(async () => (await fixture.connection())?.kind === 'invalid', 'told');
    fixture.scan('two');
    await fixture.clock.advance(20_000);
    fixture.desktop.kill();
    await fixture.during(fixture.desktop.start());
    fixture.network.set(RELAY, relay);
    await fixture.clock.advance(3 * MINUTE_MS);
    expect(await fixture.connection()).toMatchObject({ kind: 'active' });
    await fixture.counted('awaiting', 2);
  });
});

describe('a connection that was revoked while no webhook is sent', () => {
  it.each(['status', 'state', 'revokedAt', 'valid'])('is known by the member %s of a 200 of the status route', async (revokedMember) => {
    const fixture = await integrationFixture();
    const integration = await fixture.integration();
    await fixture.connect('Bakery', integration);
    await fixture.control('/switches', { webhooksOff: true, revokedStatus: 200, revokedMember }, 'PATCH');
    await fixture.clock.advance(20 * MINUTE_MS);
    expect((await fixture.overview()).companies[0]?.connection.kind).toBe('active');
    await fixture.control(`/integrations/${integration.integrationId}/revoke`, {});
    await fixture.clock.advance(20 * MINUTE_MS);
    expect((await fixture.overview()).companies[0]?.connection.kind).toBe('invalid');
  });
});
