import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ok } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { publishedKeys } from '#shared/service-client/rsa-keys.ts';
import { tempFolder } from '#test/support/folders.ts';
import { claimsFor, eventBody, INTEGRATION_ID, jwt, type SigningKey, signingKey } from '#test/unit/shared/service-client/odd-events.ts';
import { noAnswer, openRelay, type RelayBench, uuid } from '../relay-bench.ts';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const UNSURE = 'webhooks_total{outcome="unsure"}';

let exchanged: SigningKey;
let next: SigningKey;
beforeAll(() => {
  exchanged = signingKey('key-1');
  next = signingKey('key-2');
});

let events = 0;
function send(bench: RelayBench, key: SigningKey, header: Record<string, unknown> = {}): Promise<Response> {
  events += 1;
  const body = eventBody({ id: uuid(4, events) });
  return bench.deliver({}, { body, jwt: jwt(key, claimsFor(body, bench.clock.wallMs()), header) });
}

const askStatus = async (bench: RelayBench, key: SigningKey) => (await send(bench, key)).status;

function publish(bench: RelayBench, ...keys: readonly SigningKey[]): void {
  bench.service.is.keys = ok({ keys: keys.map(({ jwk }) => jwk) });
}

const thumbprintOf = ({ jwk }: SigningKey) => publishedKeys({ keys: [jwk] }, nodeSha256)[0]?.thumbprint ?? '';

async function metric(bench: RelayBench, name: string): Promise<number> {
  const text = await bench.metrics();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`intray_relay_${name} `))
      ?.split(' ')
      .at(-1),
  );
}

const warnings = (bench: RelayBench, message: string) =>
  bench.log.lines.filter((line) => line.level === 'warn' && line.message === message);

describe('the relay, of a name that no key has', () => {
  it('says 401 unknown_key, however many are invented, counts it apart, and is not in doubt', async () => {
    const bench = await openRelay();
    expect(await askStatus(bench, bench.key)).toBe(204);
    for (let n = 0; n < 50; n += 1) {
      const answer = await send(bench, next, { kid: `invented-${n}` });
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unknown_key' }]);
    }
    expect(await metric(bench, 'webhooks_total{outcome="unknown_key"}')).toBe(50);
    expect([await metric(bench, UNSURE), await metric(bench, 'webhooks_total{outcome="forged"}')]).toEqual([0, 0]);
    expect(warnings(bench, 'webhook in doubt')).toEqual([]);
    expect(warnings(bench, 'webhook by a key that the service does not publish')).toHaveLength(1);
  });

  it('says 503 while the key set cannot be read, and goes on believing the keys that it has', async () => {
    const bench = await openRelay();
    await askStatus(bench, bench.key);
    bench.service.is.keys = noAnswer;
    expect([await askStatus(bench, next), await askStatus(bench, bench.key)]).toEqual([503, 204]);
    publish(bench);
    await bench.clock.advance(2_000);
    expect([await askStatus(bench, next), await askStatus(bench, bench.key)]).toEqual([503, 204]);
    publish(bench, bench.key, next);
    await bench.clock.advance(2_000);
    expect(await askStatus(bench, next)).toBe(204);
  });
});

describe('a key that the service exchanged under its name', () => {
  it('is believed from its first webhook on, and the one before it still is', async () => {
    const bench = await openRelay();
    expect(await askStatus(bench, bench.key)).toBe(204);
    publish(bench, exchanged);
    expect([await askStatus(bench, exchanged), await askStatus(bench, bench.key)]).toEqual([204, 204]);
  });

  it('costs whoever sends bad signatures under its name one reading in thirty seconds', async () => {
    const bench = await openRelay();
    await askStatus(bench, bench.key);
    const before = bench.service.requests.length;
    for (let n = 0; n < 20; n += 1) expect(await askStatus(bench, exchanged)).toBe(401);
    expect(bench.service.requests.length - before).toBe(1);
  });
});

describe('a key that the service withdrew', () => {
  it('is noticed by the clock, counts for 49 hours, is told of at each use, and then is unknown', async () => {
    const bench = await openRelay();
    bench.relay.start();
    await bench.clock.settle();
    expect(await askStatus(bench, bench.key)).toBe(204);
    publish(bench, next);
    await bench.clock.advance(30 * MINUTE_MS);
    expect(await bench.store.serviceKeys()).toMatchObject([{ kid: 'key-2' }, { kid: 'key-1', departedAt: bench.clock.wallMs() }]);
    expect(await metric(bench, 'departed_key_uses_total')).toBe(0);
    expect(await askStatus(bench, bench.key)).toBe(204);
    await bench.clock.advance(49 * HOUR_MS - 1);
    expect(await askStatus(bench, bench.key)).toBe(204);
    expect(await metric(bench, 'departed_key_uses_total')).toBe(2);
    expect(warnings(bench, 'webhook signed by a key that the service publishes no more')).toHaveLength(2);
    await bench.clock.advance(1);
    const answer = await send(bench, bench.key);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unknown_key' }]);
    expect(await askStatus(bench, next)).toBe(204);
  });

  it('has not left where the set is empty, broken or cannot be read', async () => {
    const bench = await openRelay();
    bench.relay.start();
    await bench.clock.settle();
    for (const keys of [ok({ keys: [] }), ok('<html>'), noAnswer]) {
      bench.service.is.keys = keys;
      await bench.clock.advance(HOUR_MS);
    }
    expect(await bench.store.serviceKeys()).toMatchObject([{ missingSince: null, departedAt: null }]);
    expect(await metric(bench, 'key_readings_total{outcome="failed"}')).toBeGreaterThan(100);
    await bench.clock.advance(100 * HOUR_MS);
    expect(await askStatus(bench, bench.key)).toBe(204);
  });

  it('is believed after a restart, though the set cannot be read then', async () => {
    const file = join(tempFolder(), 'relay.db');
    const before = await openRelay({ file });
    expect(await askStatus(before, before.key)).toBe(204);
    await before.relay.close();
    const after = await openRelay({ file });
    after.service.is.keys = noAnswer;
    expect((await after.call('GET', '/readyz')).status).toBe(200);
    expect(await askStatus(after, after.key)).toBe(204);
  });
});

describe('a key that an operator distrusts', () => {
  it('is not believed within a second, by a relay that runs, and stays so while the service publishes it', async () => {
    const bench = await openRelay();
    expect(await askStatus(bench, bench.key)).toBe(204);
    expect(await bench.store.distrustKey({ thumbprint: thumbprintOf(bench.key), at: bench.clock.wallMs(), by: 'ops' })).toBe(true);
    await bench.clock.advance(1_000);
    const answer = await send(bench, bench.key);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'distrusted-key' }]);
    publish(bench, bench.key, next);
    await bench.clock.advance(HOUR_MS);
    expect([await askStatus(bench, bench.key), await askStatus(bench, next)]).toEqual([401, 204]);
  });
});

describe('the keys that the relay saw', () => {
  it('are told to every enrolled device, with their times, and to nobody else', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    const seenAt = bench.clock.wallMs();
    await askStatus(bench, bench.key);
    const path = '/v1/devices/me/keys';
    expect((await bench.call('GET', path)).status).toBe(401);
    const answer = await bench.call('GET', path, { token });
    const { kty, n, e } = bench.key.jwk;
    expect(await answer.json()).toEqual({
      keys: [
        {
          kid: 'key-1',
          thumbprint: thumbprintOf(bench.key),
          jwk: { kty, n, e },
          firstSeenAt: seenAt,
          lastSeenAt: seenAt,
          departedAt: null,
          distrustedAt: null,
        },
      ],
    });
  });

  it('have their first and last use, to the minute', async () => {
    const bench = await openRelay();
    await bench.device(INTEGRATION_ID);
    const startedAt = bench.clock.wallMs();
    for (let second = 0; second < 90; second += 10) {
      await askStatus(bench, bench.key);
      await bench.clock.advance(10_000);
    }
    await bench.clock.settle();
    expect(await bench.store.serviceKeys()).toMatchObject([{ firstUsedAt: startedAt, lastUsedAt: startedAt + MINUTE_MS }]);
  });
});
