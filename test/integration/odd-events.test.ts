import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture, RELAY, SANDBOX } from './integration-fixture.ts';

async function received() {
  const fixture = await integrationFixture();
  const integration = await fixture.integration();
  await fixture.connect('Bakery', integration);
  fixture.scan('one');
  await fixture.counted('awaiting', 1);
  const [document] = await fixture.documents();
  if (document === undefined) throw new Error('no document');
  return { ...fixture, integration, documentId: document.documentId };
}

describe('an event', () => {
  it('without an integration is claimed by the document that waits for it', async () => {
    const { control, documentId, clock, counted, items } = await received();
    const data = { integrationId: null, documentState: 'Accepted' };
    await control('/events', { type: 'DocumentStatus', documentId, data });
    await clock.advance(4 * MINUTE_MS);
    await counted('accepted', 1);
    expect((await items())[0]?.state).toMatchObject({ documentId });
  });

  it('that is a revocation without an integration pauses nobody who is not revoked', async () => {
    const { control, clock, overview } = await received();
    await control('/events', { type: 'Revocation', data: { integrationId: null } });
    await clock.advance(20 * MINUTE_MS);
    expect((await overview()).companies[0]?.connection.kind).toBe('active');
  });

  it('that is a revocation without an integration has each connection asked about within a minute', async () => {
    const { control, integration, clock, overview, network, relay } = await received();
    await clock.advance(MINUTE_MS);
    // The event that names it is lost on its way.
    network.set(RELAY, async (request) => (request.url.endsWith('/webhooks') ? new Response(null, { status: 204 }) : relay.fetch(request)));
    await control(`/integrations/${integration.integrationId}/revoke`, {});
    await clock.advance(MINUTE_MS);
    expect((await overview()).companies[0]?.connection.kind).toBe('active');
    network.set(RELAY, relay.fetch);
    await control('/events', { type: 'Revocation', data: { integrationId: null } });
    await clock.advance(MINUTE_MS);
    // The service alone says that it no longer takes the connection: no event has named it (ADR-80).
    expect((await overview()).companies[0]?.connection).toMatchObject({ kind: 'invalid', reason: 'unknown' });
  });

  it('with a state that nobody knows is shown, and a later yes counts', async () => {
    const { control, documentId, counted, items, decide } = await received();
    await control('/events', { type: 'DocumentStatus', documentId, data: { documentState: 'Parked' } });
    await counted('noAnswer', 1);
    expect((await items())[0]?.state).toMatchObject({ noAnswer: { because: { kind: 'unknown-result', word: 'Parked' } } });
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
  });

  it('of a type that nobody knows is read, and the next one counts', async () => {
    const { control, integration, documentId, counted, decide, overview } = await received();
    await control('/events', {
      type: 'Weather',
      integrationId: integration.integrationId,
      data: { integrationId: integration.integrationId },
    });
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
    expect((await overview()).answers).toMatchObject({ missing: 0, forged: 0 });
  });

  it.each(['byte-order-mark', 'latin-1'])('whose bytes are odd (%s) is read like any other', async (eventBodyAs) => {
    const { control, documentId, counted, items, overview } = await received();
    await control('/switches', { eventBodyAs }, 'PATCH');
    const rejectionReason = 'Facture illisible : montant à vérifier';
    await control(`/documents/${documentId}/decide`, { documentState: 'Refused', rejectionReason });
    await counted('refused', 1);
    expect((await items())[0]?.state).toMatchObject({ documentId, reason: rejectionReason });
    expect((await overview()).answers).toMatchObject({ missing: 0, forged: 0 });
  });

  it('that brings neither id nor time nor source is read like any other', async () => {
    const { control, documentId, counted, overview } = await received();
    const envelope = { id: 'event-17', time: null, source: null };
    await control('/events', { type: 'DocumentStatus', documentId, data: { documentState: 'Accepted' }, envelope });
    await counted('accepted', 1);
    expect((await overview()).answers).toMatchObject({ missing: 0, forged: 0 });
  });

  it('whose key this computer cannot read yet waits, and counts when it can', async () => {
    const { desktop, during, network, sandbox, control, decide, documentId, clock, counted, overview } = await received();
    const before = await (await sandbox.fetch(new Request(sandbox.addresses.jwksUrl))).text();
    const isOurs = (request: Request): boolean => request.url === sandbox.addresses.jwksUrl && late;
    let late = true;
    desktop.kill();
    await control('/keys/rotate', {});
    await decide(documentId, 'Accepted');
    await clock.advance(5_000);
    // The relay already has the new key; this computer is shown the old set for a while, as by a cache in between.
    network.set(SANDBOX, async (request) => (isOurs(request) ? new Response(before) : sandbox.fetch(request)));
    await during(desktop.start());
    await clock.advance(2 * MINUTE_MS);
    expect((await overview()).answers).toMatchObject({ forged: 0, unknownKey: 1 });
    expect((await overview()).counts.accepted).toBe(0);
    late = false;
    await clock.advance(2 * HOUR_MS);
    await counted('accepted', 1);
    expect((await overview()).answers).toMatchObject({ forged: 0, unknownKey: 0 });
  });

  it('is verified after a restart by a key that is published no more', async () => {
    const { desktop, during, network, sandbox, decide, documentId, scan, documents, clock, counted, overview } = await received();
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
    scan('two');
    await counted('awaiting', 1);
    const second = (await documents()).find((one) => one.documentId !== documentId);
    desktop.kill();
    await decide(second?.documentId ?? '', 'Refused');
    await clock.advance(5_000);
    network.set(SANDBOX, async (request) =>
      request.url === sandbox.addresses.jwksUrl ? Response.json({ keys: [] }) : sandbox.fetch(request),
    );
    await during(desktop.start());
    await counted('refused', 1);
    expect((await overview()).answers.forged).toBe(0);
  });
});
