import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { integrationFixture, RELAY, SANDBOX } from './integration-fixture.ts';

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
