import { claimsFor, eventBody, jwt, type SigningKey } from '#test/unit/shared/service-client/odd-events.ts';
import { uuid } from '#test/relay/relay-bench.ts';

export type SignedEvent = { readonly body: Buffer; readonly jwt: string };

/** The number of companies in the events: their counters are written, too. */
const INTEGRATIONS = 100;

/** Events signed in advance, so that signing (forty times as slow as checking) does not happen during a measurement. */
export function signedEvents(key: SigningKey, from: number, count: number): readonly SignedEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const body = eventBody({ id: uuid(6, from + n), integrationId: uuid(9, n % INTEGRATIONS) });
    return { body, jwt: jwt(key, claimsFor(body, Date.now())) };
  });
}
