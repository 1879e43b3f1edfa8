import { describe, expect, it } from 'vitest';
import { claimsFor, eventBody, INTEGRATION_ID, jwt } from '#test/unit/shared/service-client/signing.ts';
import { openRelay, fetchPage, type RelayBench, uuid } from '../relay-bench.ts';
import { forgeries } from './forgeries.ts';

const FLIPS = 256;

describe('webhooks that the service did not sign so', () => {
  it('are never believed, in 120 ways and more, and the genuine one between them always is', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const body = eventBody();
    const all = forgeries(bench.key, body, bench.clock.wallMs());
    expect(new Set(all.map(({ name }) => name)).size).toBeGreaterThanOrEqual(120);
    const believed: string[] = [];
    const genuine: number[] = [];
    for (const [at, forgery] of all.entries()) {
      const { status } = await bench.deliver({}, { jwt: forgery.jwt, body: forgery.body ?? body });
      if (![400, 401, 503].includes(status)) believed.push(`${forgery.name}: ${status}`);
      if (at % 20 === 0) genuine.push((await bench.deliver({ id: uuid(3, at) })).status);
    }
    expect(believed).toEqual([]);
    expect(new Set(genuine)).toEqual(new Set([204]));
    const { events } = await fetchPage(bench, token, INTEGRATION_ID);
    expect(events.map(({ eventId }) => eventId)).toEqual(all.flatMap((_, at) => (at % 20 === 0 ? [uuid(3, at)] : [])));
  });

  it('are never believed when one bit differs, of the signature or of the body', async () => {
    const bench = await openRelay();
    await bench.device(INTEGRATION_ID);
    const body = eventBody();
    const signed = Buffer.from(jwt(bench.key, claimsFor(body, bench.clock.wallMs())));
    const answers = new Map<number, number>();
    const note = (status: number): void => void answers.set(status, (answers.get(status) ?? 0) + 1);
    for (const [bytes, send] of [
      [signed, (flipped: Buffer) => sendSigned(bench, flipped, body)],
      [body, (flipped: Buffer) => bench.deliver({}, { jwt: signed.toString(), body: flipped }).then(({ status }) => status)],
    ] as const) {
      for (let n = 0; n < FLIPS; n += 1) note(await send(flip(bytes, Math.floor((n * bytes.length * 8) / FLIPS) + (n % 8))));
    }
    expect([...answers.values()].reduce((sum, count) => sum + count)).toBe(2 * FLIPS);
    expect([...answers.keys()].filter((status) => ![400, 401, 503].includes(status))).toEqual([]);
    expect((await bench.deliver({}, { jwt: signed.toString(), body })).status).toBe(204);
  });

  it('with the signature in two headers is not believed', async () => {
    const bench = await openRelay();
    const body = eventBody();
    const signed = jwt(bench.key, claimsFor(body, bench.clock.wallMs()));
    const headers = new Headers({ 'x-service-webhook-signature': signed });
    headers.append('x-service-webhook-signature', signed);
    const answer = await bench.relay.fetch(new Request('http://relay.test/webhooks', { method: 'POST', headers, body: body.toString() }));
    expect(answer.status).toBe(400);
  });
});

async function sendSigned(bench: RelayBench, flipped: Buffer, body: Buffer): Promise<number> {
  // A header cannot contain these bytes at all, so nobody can send them.
  if (flipped.some((byte) => [0, 10, 13].includes(byte))) return 400;
  return (await bench.deliver({}, { jwt: flipped.toString('latin1'), body })).status;
}

function flip(bytes: Buffer, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  const at = Math.min(Math.floor(bit / 8), bytes.length - 1);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << (bit % 8));
  return flipped;
}
