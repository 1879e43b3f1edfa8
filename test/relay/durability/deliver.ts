import { claimsFor, eventBody, jwt, type SigningKey } from '#test/unit/shared/service-client/signing.ts';

/** The service's schedule of 5 s, 10 s, 30 s and then every 5 min for 48 hours: the burst 1,000 times as fast, the rest 3,000 times. */
const BURST_MS = [5, 10, 30] as const;
const EVERY_MS = 100;
const TRIES_MAX = 576;
/** The service waits 10 s; a killed relay does not answer at all. */
const TIMEOUT_MS = 10_000;

export type Delivery = { readonly id: string; readonly integrationId: string };

export type DeliverDeps = {
  readonly key: SigningKey;
  /** The address for this attempt, as a balancer chooses it. */
  readonly url: () => string;
};

/** Delivers one event as the service does, until a 2xx or until it gives up. Returns the number of attempts; null if it gave up. */
export async function deliver({ id, integrationId }: Delivery, by: DeliverDeps): Promise<number | null> {
  const body = eventBody({ id, integrationId });
  const signed = jwt(by.key, claimsFor(body, Date.now()));
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    if (await accepted(by.url(), signed, body)) return tries;
    await new Promise((resolve) => setTimeout(resolve, BURST_MS[tries - 1] ?? EVERY_MS));
  }
  return null;
}

async function accepted(url: string, signed: string, body: Buffer): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/cloudevents+json', 'x-service-webhook-signature': signed },
      body: Uint8Array.from(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // Refused, reset, or no answer: the service counts each as a failure.
    return false;
  }
}
