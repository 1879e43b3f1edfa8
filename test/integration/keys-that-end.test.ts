import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { integrationFixture, type IntegrationFixture, RELAY, SANDBOX } from './integration-fixture.ts';
import { randomUUID } from 'node:crypto';
import { type Lie, lyingRelay } from './answered-while-off.ts';

/** One company, documents that await their answers, and a service that publishes only its newest key. */
async function received(count: number) {
  const fixture = await integrationFixture();
  await fixture.control('/switches', { keyOverlap: false }, 'PATCH');
  const integration = await fixture.integration();
  await fixture.connect('Bakery', integration);
  for (let n = 0; n < count; n += 1) fixture.scan(`scan ${n}`);
  await fixture.counted('awaiting', count);
  const documentIds = (await fixture.documents()).map(({ documentId }) => documentId);
  /** The relay answers no question about events; the service and everyone else still reach it. */
  const holdEvents = (held: boolean): void =>
    fixture.network.set(RELAY, async (request) =>
      held && request.url.includes(`${RELAY_PATHS.integrations}/`) ? new Response(null, { status: 503 }) : fixture.relay.fetch(request),
    );
  const rotate = () => fixture.control('/keys/rotate', {});
  const restart = async (): Promise<void> => {
    fixture.desktop.kill();
    await fixture.during(fixture.desktop.start());
    await fixture.clock.advance(MINUTE_MS);
  };
  return { ...fixture, documentIds, holdEvents, rotate, restart };
}

describe('the service’s keys', () => {
  it('are read when a company is connected and at a start, before there is any event', async () => {
    const fixture = await integrationFixture();
    const { network, sandbox, clock, desktop } = fixture;
    let readings = 0;
    network.set(SANDBOX, async (request) => {
      if (request.url === sandbox.addresses.jwksUrl) readings += 1;
      return sandbox.fetch(request);
    });
    await clock.advance(MINUTE_MS);
    const before = readings;
    await fixture.connect('Bakery', await fixture.integration());
    await clock.advance(MINUTE_MS);
    expect(readings - before).toBe(1);
    desktop.kill();
    await fixture.during(desktop.start());
    await clock.advance(MINUTE_MS);
    expect(readings - before).toBe(2);
  });
});

describe('an answer by a key that is published no more', () => {
  it('counts where this computer saw the key at a start, though no event came meanwhile', async () => {
    const { documentIds, holdEvents, rotate, decide, restart, counted, overview } = await received(1);
    holdEvents(true);
    await rotate();
    await decide(documentIds[0] ?? '', 'Accepted');
    await restart();
    await rotate();
    holdEvents(false);
    await counted('accepted', 1);
    expect((await overview()).answers).toMatchObject({ forged: 0, unknownKey: 0 });
  });

  it('and that this computer never saw holds up no other answer, and is no forgery', async () => {
    const { documentIds, holdEvents, rotate, decide, clock, counted, overview, desktop, during } = await received(2);
    desktop.kill();
    holdEvents(true);
    await rotate();
    await decide(documentIds[0] ?? '', 'Accepted');
    await clock.advance(MINUTE_MS);
    await rotate();
    await decide(documentIds[1] ?? '', 'Accepted');
    await clock.advance(MINUTE_MS);
    await during(desktop.start());
    holdEvents(false);
    await counted('accepted', 1);
    expect((await overview()).counts.awaiting).toBe(1);
    expect((await overview()).answers).toMatchObject({ forged: 0, unknownKey: 1 });
  });

  it('does not count where whoever runs the relay distrusts the key', async () => {
    const { documentIds, holdEvents, decide, clock, restart, overview, relay } = await received(1);
    holdEvents(true);
    await decide(documentIds[0] ?? '', 'Accepted');
    await clock.advance(MINUTE_MS);
    relay.change(`UPDATE service_keys SET distrusted_at = ${clock.wallMs()}, distrusted_by = 'ops'`);
    await restart();
    holdEvents(false);
    await clock.advance(5 * MINUTE_MS);
    expect((await overview()).counts).toMatchObject({ accepted: 0, awaiting: 1 });
    expect((await overview()).answers).toMatchObject({ forged: 1, unknownKey: 0 });
  });
});

/** An awaited document, and a relay that lies; lasts long enough for the second look. */
async function told(lieOf: (documentId: string, integrationId: string) => Lie) {
  const fixture = await integrationFixture();
  const integration = await fixture.integration();
  await fixture.connect('Bakery', integration);
  fixture.scan('one');
  await fixture.counted('awaiting', 1);
  const documentId = (await fixture.documents())[0]?.documentId ?? '';
  lyingRelay(fixture, lieOf(documentId, integration.integrationId));
  await fixture.clock.advance(12 * MINUTE_MS);
  return { ...fixture, documentId, integration, seen: await fixture.overview(), item: (await fixture.items())[0] };
}

const status = (kid: string, documentId: string, integrationId: string): Lie => ({
  kid,
  type: 'DocumentStatus',
  data: { documentId, integrationId, documentState: 'Refused', rejectionReason: 'invented' },
});

describe('a relay that invents a key of the service', () => {
  it('is heard about a document that is awaited, and changes no state by it', async () => {
    const { seen, item } = await told((documentId, integrationId) => status('invented', documentId, integrationId));
    expect(seen.counts).toMatchObject({ awaiting: 1, refused: 0, unproven: 1 });
    expect(item?.state).toMatchObject({ kind: 'awaiting', unproven: { kind: 'refused', reason: 'invented' } });
    expect(seen.answers).toMatchObject({ unknownKey: 1 });
  });

  it('is not heard about any other document', async () => {
    const { seen, item } = await told((_, integrationId) => status('invented', randomUUID(), integrationId));
    expect(seen.counts).toMatchObject({ awaiting: 1, unproven: 0 });
    expect(item?.state).not.toHaveProperty('unproven');
    expect(seen.answers).toMatchObject({ unknownKey: 1, unmatched: 0 });
  });

  it('is not heard about a document that has its result', async () => {
    const fixture = await integrationFixture();
    const integration = await fixture.integration();
    await fixture.connect('Bakery', integration);
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    const documentId = (await fixture.documents())[0]?.documentId ?? '';
    await fixture.decide(documentId, 'Accepted');
    await fixture.counted('accepted', 1);
    const [before] = await fixture.items();
    lyingRelay(fixture, status('invented', documentId, integration.integrationId));
    await fixture.clock.advance(12 * MINUTE_MS);
    expect((await fixture.overview()).answers).toMatchObject({ unknownKey: 1 });
    expect(await fixture.items()).toEqual([before]);
  });

  it('ends no connection', async () => {
    const { seen } = await told((_, integrationId) => ({ kid: 'invented', type: 'Revocation', data: { integrationId } }));
    expect(seen.companies.map(({ connection }) => connection.kind)).toEqual(['active']);
    expect(seen.answers).toMatchObject({ unknownKey: 1 });
  });

  it('under the name of one that the service publishes is taken for what it is: a forger', async () => {
    const fixture = await integrationFixture();
    const jwks = await (await fixture.sandbox.fetch(new Request(fixture.sandbox.addresses.jwksUrl))).json();
    const kid = String((jwks as { readonly keys: readonly { readonly kid: string }[] }).keys[0]?.kid);
    const integration = await fixture.integration();
    await fixture.connect('Bakery', integration);
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    lyingRelay(fixture, status(kid, (await fixture.documents())[0]?.documentId ?? '', integration.integrationId));
    for (let minute = 0; minute < 12; minute += 1) {
      await fixture.clock.advance(MINUTE_MS);
      expect((await fixture.overview()).counts).toMatchObject({ awaiting: 1, unproven: 0 });
    }
    expect((await fixture.overview()).answers).toMatchObject({ forged: 1, unknownKey: 0 });
  });
});

const isDoorbell = (request: Request): boolean => request.url.endsWith('/doorbell');
const isWaiting = (request: Request): boolean => request.url.includes('wait=');

/** A stream from which something in between passes nothing on. */
function heldBack(): Response {
  return new Response(new ReadableStream({ start: () => undefined }), { headers: { 'content-type': 'text/event-stream' } });
}

/** One document that was received; `between` sees the requests to the relay. */
async function receivedDespite(between: (request: Request, fixture: IntegrationFixture) => Response | null) {
  const fixture = await integrationFixture();
  fixture.network.set(RELAY, async (request) => between(request, fixture) ?? fixture.relay.fetch(request));
  await fixture.connect('Bakery', await fixture.integration());
  const [document] = await sent(fixture, 'one');
  return { fixture, documentId: document?.documentId ?? '' };
}

async function sent(fixture: IntegrationFixture, name: string) {
  fixture.scan(name);
  await fixture.counted('awaiting', 1);
  return fixture.documents();
}

describe('the way to the relay', () => {
  it('is its stream where that works', async () => {
    const { fixture, documentId } = await receivedDespite(() => null);
    expect((await fixture.overview()).answers.mode).toBe('stream');
    await fixture.decide(documentId, 'Accepted');
    await fixture.clock.advance(3_000);
    expect((await fixture.overview()).counts.accepted).toBe(1);
  });

  it('is long questions behind a proxy that holds streams back, and a result still comes at once', async () => {
    const { fixture, documentId } = await receivedDespite((request) => (isDoorbell(request) ? heldBack() : null));
    await fixture.until(async () => (await fixture.overview()).answers.mode === 'long-poll', 'long polls');
    await fixture.decide(documentId, 'Accepted');
    await fixture.clock.advance(3_000);
    expect((await fixture.overview()).counts.accepted).toBe(1);
  });

  it('is plain questions where long ones do not get through either, and a result comes in ten seconds or so', async () => {
    const { fixture, documentId } = await receivedDespite((request) => {
      if (isDoorbell(request)) return heldBack();
      return isWaiting(request) ? new Response(null, { status: 504 }) : null;
    });
    await fixture.clock.advance(4 * MINUTE_MS);
    expect((await fixture.overview()).answers.mode).toBe('poll');
    await fixture.decide(documentId, 'Accepted');
    await fixture.clock.advance(13_000);
    expect((await fixture.overview()).counts.accepted).toBe(1);
  });

  it('is not believed long when somebody answers long questions at once with nothing', async () => {
    let asked = 0;
    const { fixture } = await receivedDespite((request) => {
      if (isDoorbell(request)) return heldBack();
      if (!isWaiting(request)) return null;
      asked += 1;
      return Response.json({ epoch: 'e', events: [], more: false });
    });
    await fixture.clock.advance(4 * MINUTE_MS);
    expect((await fixture.overview()).answers.mode).toBe('poll');
    expect(asked).toBeLessThan(20);
  });

  it('is the stream again when the proxy is gone, without anybody asking', async () => {
    let proxy = true;
    const { fixture } = await receivedDespite((request) => (proxy && isDoorbell(request) ? heldBack() : null));
    await fixture.until(async () => (await fixture.overview()).answers.mode === 'long-poll', 'long polls');
    proxy = false;
    await fixture.clock.advance(6 * MINUTE_MS);
    expect((await fixture.overview()).answers.mode).toBe('stream');
  });

  it('says since when it is there, and when the last answer came', async () => {
    const { fixture, documentId } = await receivedDespite(() => null);
    expect((await fixture.overview()).answers.lastEventAt).toBeNull();
    await fixture.decide(documentId, 'Refused');
    await fixture.counted('refused', 1);
    const { answers, relay, now } = await fixture.overview();
    expect(now - (answers.lastEventAt ?? 0)).toBeLessThan(10_000);
    expect(relay).toMatchObject({ kind: 'connected', since: expect.any(Number) });
  });
});
