import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { type Lie, lyingRelay } from './a-lying-relay.ts';
import { integrationFixture } from './integration-fixture.ts';

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
