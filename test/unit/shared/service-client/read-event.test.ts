import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readEvent } from '#shared/service-client/read-event.ts';
import { readableOddities, unreadableBodies } from './odd-events.ts';
import { claimsFor, eventBody, INTEGRATION_ID } from './signing.ts';

const NOW = Date.UTC(2026, 0, 5, 8);

describe('an event in signed bytes', () => {
  it('has nothing odd as the contract shows it', () => {
    expect(read(eventBody())).toMatchObject({ ok: true, value: { odd: [], envelope: { data: { documentState: 'Refused' } } } });
  });

  it.each(readableOddities())('is read with $name, and that is said', ({ body, says, claims }) => {
    expect(read(body, claims)).toMatchObject({
      ok: true,
      value: {
        odd: [says],
        envelope: {
          type: 'DocumentStatus',
          data: { integrationId: INTEGRATION_ID, documentState: 'Refused', rejectionReason: 'Facture illisible : montant à vérifier' },
        },
      },
    });
  });

  it.each(unreadableBodies())('is none in $name', ({ body, says, claims }) => {
    expect(read(body, claims)).toEqual({ ok: false, failure: says });
  });

  it('without an id has one of its bytes: the same for a repetition, another for another event, and a UUID', () => {
    const [one, again, other] = ['d1', 'd1', 'd2'].map((reason) => {
      const text = eventBody({ id: 'odd' }).toString().replace('illisible', reason);
      const found = read(Buffer.from(text));
      return found.ok ? found.value.envelope.id : null;
    });
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });
});

function read(body: Buffer, changes: Record<string, unknown> = {}) {
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  return readEvent({ claims: claimsFor(body, NOW, changes), body, bodyDigest });
}
