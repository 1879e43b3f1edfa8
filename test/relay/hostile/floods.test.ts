import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { wallMs } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { claimsFor, eventBody, INTEGRATION_ID, ISSUER, jwt, part, signingKey } from '#test/unit/shared/service-client/odd-events.ts';
import { fakeService, openRelay, uuid } from '../relay-bench.ts';

const KIDS = 100_000;

describe('floods', () => {
  it('of 100,000 unknown kids in a minute read the key set twice at most, and the genuine event passes', async () => {
    const key = signingKey('key-1');
    const clock = virtualClock();
    const service = fakeService([key.jwk]);
    const keys = jwksCache({ http: service.http, clock, sha256: nodeSha256, jwksUrl: 'https://keys.service.example/jwks' });
    await keys.wasRead();
    const before = service.requests.length;
    const body = eventBody();
    const claims = claimsFor(body, clock.wallMs());
    const rest = `${part(claims)}.${Buffer.alloc(256).toString('base64url')}`;
    const verify = (signed: string) =>
      verifyWebhook({ jwt: signed, body, receivedAt: wallMs(clock.wallMs()) }, { keys, issuer: ISSUER, sha256: nodeSha256 });
    for (let second = 0; second < 60; second += 1) {
      const wave = Math.ceil(KIDS / 60);
      for (let n = 0; n < wave; n += 1) {
        const found = await verify(`${part({ alg: 'RS512', kid: `invented-${second}-${n}` })}.${rest}`);
        if (found.ok) throw new Error('believed');
      }
      expect(await verify(jwt(key, claims))).toMatchObject({ ok: true });
      await clock.advance(1_000);
      await setImmediate();
    }
    expect(service.requests.length - before).toBeLessThanOrEqual(2);
  });

  it('of guessed secrets reach the service a few dozen times an hour, from however many devices and addresses', async () => {
    const bench = await openRelay();
    const guessers: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      guessers.push((await bench.device()).token);
      await bench.clock.advance(6_000);
    }
    bench.service.integration(INTEGRATION_ID);
    const before = probesOf(bench);
    let guesses = 0;
    let limited = 0;
    const statuses = new Set<number>();
    for (let minute = 0; minute < 60; minute += 1) {
      for (const [at, token] of guessers.entries()) {
        const json = { integrationId: INTEGRATION_ID, integrationSecret: `guess-${minute}-${at}` };
        const request = new Request(`http://relay.test${RELAY_PATHS.integrations}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify(json),
        });
        const { status } = await bench.relay.fetch(request, { remoteAddress: `10.0.${minute}.${at}` });
        guesses += 1;
        statuses.add(status);
        if (status === 429) limited += 1;
      }
      await bench.clock.advance(60_000);
    }
    expect([guesses, [...statuses].toSorted((a, b) => a - b)]).toEqual([12_000, [404, 429]]);
    expect(probesOf(bench) - before).toBeLessThanOrEqual(160);
    expect(guesses - limited).toBeLessThanOrEqual(160);
  });

  it('of guesses at many integrations wait for what the relay may ask of the service, and those of one address for all others', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    const integrationSecret = bench.service.integration(INTEGRATION_ID);
    const answers: number[] = [];
    const prove = async (from: string, json: object): Promise<number> => {
      const { status } = await bench.call('POST', RELAY_PATHS.integrations, { token, from, json });
      answers.push(status);
      return status;
    };
    const guess = (n: number) => prove('203.0.113.1', { integrationId: uuid(5, n), integrationSecret: 'guess' });
    const guesses = Array.from({ length: 300 }, (_, n) => guess(n));
    await bench.clock.settle();
    // Sixty at once; two hundred wait, and the others are told to try again later.
    expect([answers.filter((status) => status === 404).length, answers.filter((status) => status === 503).length]).toEqual([60, 40]);
    const owner = prove('192.0.2.1', { integrationId: INTEGRATION_ID, integrationSecret });
    await bench.clock.advance(500);
    expect(await owner).toBe(200);
    await bench.clock.advance(60_000);
    await Promise.all(guesses);
    // Two a second until fifteen seconds are over; the owner's turn was given back.
    expect([answers.filter((status) => status === 404).length, answers.filter((status) => status === 503).length]).toEqual([89, 211]);
  });

  it('of invented tokens are told to wait, and do not stand in the way of a device at the same address', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    const statuses = new Set<number>();
    for (let n = 0; n < 200; n += 1) {
      statuses.add((await bench.call('GET', RELAY_PATHS.me, { token: Buffer.alloc(32, n).toString('base64url') })).status);
    }
    expect([...statuses]).toEqual([401, 429]);
    expect((await bench.call('GET', RELAY_PATHS.me, { token })).status).toBe(200);
  });

  it('a reader that takes nothing any more is cut after half a minute', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const stream = await bench.call('GET', RELAY_PATHS.doorbell, { token });
    const reader = stream.body?.getReader();
    await reader?.read();
    await bench.clock.advance(29_999);
    expect(await metric(bench, 'doorbell_streams')).toBe('1');
    // The metrics are cached for five seconds.
    await bench.clock.advance(5_000);
    expect(await metric(bench, 'doorbell_streams')).toBe('0');
    expect(await metric(bench, 'doorbell_streams_ended_total{why="stalled"}')).toBe('1');
    await expect(reader?.read()).rejects.toThrow('takes nothing');
  });
});

type Bench = Awaited<ReturnType<typeof openRelay>>;

function probesOf(bench: Bench): number {
  return bench.service.requests.filter(({ url }) => url.includes('/integrations/')).length;
}

async function metric(bench: Bench, name: string): Promise<string | undefined> {
  const text = await bench.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`intray_relay_${name} `));
  return line?.split(' ').at(-1);
}
