import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { type Lie, lyingRelay } from './a-lying-relay.ts';
import { aTown } from './integration-fixture.ts';

/** An awaited document, and a relay that lies; lasts long enough for the second look. */
async function told(lieOf: (documentId: string, integrationId: string) => Lie) {
  const town = await aTown();
  const integration = await town.integration();
  await town.connect('Bakery', integration);
  town.scan('one');
  await town.counted('awaiting', 1);
  const documentId = (await town.documents())[0]?.documentId ?? '';
  lyingRelay(town, lieOf(documentId, integration.integrationId));
  await town.clock.advance(12 * MINUTE_MS);
  return { ...town, documentId, integration, seen: await town.overview(), item: (await town.items())[0] };
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
    const town = await aTown();
    const integration = await town.integration();
    await town.connect('Bakery', integration);
    town.scan('one');
    await town.counted('awaiting', 1);
    const documentId = (await town.documents())[0]?.documentId ?? '';
    await town.decide(documentId, 'Accepted');
    await town.counted('accepted', 1);
    const [before] = await town.items();
    lyingRelay(town, status('invented', documentId, integration.integrationId));
    await town.clock.advance(12 * MINUTE_MS);
    expect((await town.overview()).answers).toMatchObject({ unknownKey: 1 });
    expect(await town.items()).toEqual([before]);
  });

  it('ends no connection', async () => {
    const { seen } = await told((_, integrationId) => ({ kid: 'invented', type: 'Revocation', data: { integrationId } }));
    expect(seen.companies.map(({ connection }) => connection.kind)).toEqual(['active']);
    expect(seen.answers).toMatchObject({ unknownKey: 1 });
  });

  it('under the name of one that the service publishes is taken for what it is: a forger', async () => {
    const town = await aTown();
    const jwks = await (await town.sandbox.fetch(new Request(town.sandbox.addresses.jwksUrl))).json();
    const kid = String((jwks as { readonly keys: readonly { readonly kid: string }[] }).keys[0]?.kid);
    const integration = await town.integration();
    await town.connect('Bakery', integration);
    town.scan('one');
    await town.counted('awaiting', 1);
    lyingRelay(town, status(kid, (await town.documents())[0]?.documentId ?? '', integration.integrationId));
    for (let minute = 0; minute < 12; minute += 1) {
      await town.clock.advance(MINUTE_MS);
      expect((await town.overview()).counts).toMatchObject({ awaiting: 1, unproven: 0 });
    }
    expect((await town.overview()).answers).toMatchObject({ forged: 1, unknownKey: 0 });
  });
});
