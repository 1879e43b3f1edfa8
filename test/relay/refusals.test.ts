import { describe, expect, it, onTestFinished } from 'vitest';
import { callerHash, lendings } from '#relay/misuse/caller-hash.ts';
import { refusals } from '#relay/misuse/refusals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { join } from 'node:path';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { rawHttp } from '#test/contract/bench.ts';
import { headersIn, headFaults } from '#test/support/network/scripted-server.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { claimsFor, eventBody, jwt } from '#test/unit/shared/service-client/odd-events.ts';
import { serviceStandIn } from './durability/desktop.ts';
import { openRelay, uuid } from './relay-bench.ts';

const [HERE, THERE] = ['203.0.113.7', '203.0.113.8'];

describe('what is refused', () => {
  it('is said once at first, then counted, and a flood is told every ten minutes', async () => {
    const { log, clock, noted } = parts();
    for (let minute = 0; minute < 60; minute += 1) {
      for (let n = 0; n < 20; n += 1) noted(HERE);
      await clock.advance(MINUTE_MS);
    }
    const [first, ...later] = log.lines.map(({ fields }) => fields['times']);
    expect(first).toBe(undefined);
    expect(later.length).toBe(6);
    expect(later.reduce<number>((sum, times) => sum + Number(times), 1)).toBe(1_200);
  });

  it('and comes again every five minutes for two days is said once a day, and how often it was at the day’s end', async () => {
    const { log, clock, noted } = parts();
    for (let time = 0; time < 576; time += 1) {
      noted(HERE);
      await clock.advance(5 * MINUTE_MS);
    }
    const times = log.lines.map(({ fields }) => Number(fields['times'] ?? 1));
    expect(times.length).toBeLessThanOrEqual(4);
    expect(times.reduce((sum, one) => sum + one, 0)).toBe(576);
  });

  it('is told of a new caller however many have come before, since the quiet ones are forgotten', async () => {
    const { log, clock, noted } = parts();
    for (let window = 0; window < 5; window += 1) {
      for (let n = 0; n < 80; n += 1) noted(`10.0.${window}.${n}`);
      await clock.advance(10 * MINUTE_MS);
    }
    noted(THERE);
    expect(log.lines.length).toBe(401);
    expect(log.lines.filter(({ fields }) => fields['from'] === 'others')).toEqual([]);
  });
});

describe('the hash of a caller', () => {
  it('is one for all that it does within a day, and another one after that and after the next start', async () => {
    const clock = virtualClock();
    const random = seededRandom(3);
    const [hash, restarted] = [callerHash({ clock, random }), callerHash({ clock, random })];
    const today = hash.of(HERE);
    expect(hash.of(HERE)).toBe(today);
    expect(hash.of(THERE)).not.toBe(today);
    expect(restarted.of(HERE)).not.toBe(today);
    await clock.advance(DAY_MS);
    expect(hash.of(HERE)).not.toBe(today);
  });
});

describe('an access token that is lent', () => {
  it('is said once a day of each device and place', async () => {
    const { log, clock, hash } = parts();
    const lent = lendings({ log, hash });
    for (let hour = 0; hour < 48; hour += 1) {
      for (const [deviceId, address] of [
        ['d1', HERE],
        ['d2', HERE],
        ['d2', THERE],
      ] as const)
        lent({ deviceId, integrations: 2, address });
      await clock.advance(HOUR_MS);
    }
    expect(log.lines.length).toBe(6);
    expect(log.lines[0]).toEqual({
      level: 'info',
      message: 'access token lent',
      fields: { deviceId: 'd1', integrations: 2, from: expect.any(String) as string },
    });
    expect(new Set(log.lines.map(({ fields }) => fields['from'])).size).toBe(4);
  });
});

/** `noted`: notes an unknown token from this address. Moving the clock makes the counts appear in the log. */
function parts() {
  const [log, clock] = [recordingLog(), virtualClock()];
  const hash = callerHash({ clock, random: seededRandom(3) });
  const counted = refusals({ log, clock, hash });
  void counted.run(new AbortController().signal);
  return { log, clock, hash, noted: (address: string) => counted.note({ what: 'token', code: 'unknown', address }) };
}

const HTTPS = { RELAY_PUBLIC_URL: 'https://relay.example', RELAY_PROXY_ADDRESSES: '127.0.0.1' };
const TEST_MS = 120_000;

/** Requests that never reach a route, byte by byte. */
const EARLY: Readonly<Record<string, string>> = {
  'no host': 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
  'two hosts': 'GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n',
  'no request': 'NONSENSE\r\n\r\n',
  'an expectation': 'POST /webhooks HTTP/1.1\r\nhost: a\r\nexpect: a-miracle\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  'headers without end': `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`,
  'two lengths': 'POST /webhooks HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  'a body that is no chunk': 'POST /v1/devices HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
};

describe('every answer of the relay, over its socket', () => {
  it(
    'carries the headers that keep it from being kept, guessed at or shown elsewhere, whatever the route and the caller',
    async () => {
      const { url, metricsUrl, token } = await aRelay({ RELAY_METRICS_LISTEN: '127.0.0.1:0', ...HTTPS });
      const wrong: string[] = [];
      const note = async (what: string, asked: Promise<Response>, isSecure = true): Promise<void> => {
        const { status, headers, body } = await asked;
        for (const fault of headFaults({ headers, isSecure })) wrong.push(`${what} ${status}: ${fault}`);
        await body?.cancel();
      };
      const { relay } = await openRelay();
      for (const route of relay.routes) {
        const [method = '', path = ''] = route.split(' ');
        const place = `${url}${path.replaceAll(/:\w+/g, uuid(9, 9))}`;
        const body = ['post', 'put', 'delete'].includes(method) ? { body: '{}' } : {};
        await note(route, fetch(place, { method: method.toUpperCase(), ...body }));
        // The device deletes itself last.
        if (route === `delete ${RELAY_PATHS.me}`) continue;
        await note(
          `${route} by a device`,
          fetch(place, { method: method.toUpperCase(), ...body, headers: { authorization: `Bearer ${token}` } }),
        );
      }
      await note('nothing there', fetch(`${url}/nothing`));
      await note('another method', fetch(`${url}${RELAY_PATHS.webhooks}`, { method: 'PUT', body: 'x' }));
      await note('only the head', fetch(`${url}${RELAY_PATHS.health}`, { method: 'HEAD' }));
      await note('too large', fetch(`${url}${RELAY_PATHS.devices}`, { method: 'POST', body: 'a'.repeat(100_000) }));
      await note('a webhook that is too large', fetch(`${url}${RELAY_PATHS.webhooks}`, { method: 'POST', body: 'a'.repeat(300_000) }));
      await note('a webhook with a query', fetch(`${url}${RELAY_PATHS.webhooks}?a`, { method: 'POST', body: '{}' }));
      await note('metrics', fetch(metricsUrl), false);
      await note('nothing beside the metrics', fetch(metricsUrl.replace(RELAY_PATHS.metrics, '/nothing')), false);
      expect(wrong).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'carries them also where it is refused before it is a request',
    async () => {
      const { url, metricsUrl } = await aRelay({ RELAY_METRICS_LISTEN: '127.0.0.1:0' });
      for (const origin of [url, new URL(metricsUrl).origin])
        for (const [what, bytes] of Object.entries(EARLY)) {
          const { status, head } = await rawHttp(origin, bytes);
          expect([what, status >= 400, headFaults({ headers: headersIn(head) })]).toEqual([what, true, []]);
        }
    },
    TEST_MS,
  );

  it(
    'carries them on a stream and on a webhook that was taken, which are written past the router',
    async () => {
      const { url, token, standIn } = await aRelay();
      const stream = await fetch(`${url}${RELAY_PATHS.doorbell}`, { headers: { authorization: `Bearer ${token}` } });
      expect([stream.status, headFaults(stream)]).toEqual([200, []]);
      await stream.body?.cancel();
      const body = eventBody();
      const headers = { 'x-service-webhook-signature': jwt(standIn.key, claimsFor(body, wallMs(Date.now()))) };
      const taken = await fetch(`${url}${RELAY_PATHS.webhooks}`, { method: 'POST', body: Buffer.from(body), headers });
      expect([taken.status, headFaults(taken)]).toEqual([204, []]);
      const refused = await fetch(`${url}${RELAY_PATHS.webhooks}`, { method: 'POST', body: '{}' });
      expect([refused.status, headFaults(refused)]).toEqual([401, []]);
    },
    TEST_MS,
  );

  it(
    'says that it is had by https alone where it came that way, by a listed proxy, and nowhere else',
    async () => {
      expect(await transport(HTTPS)).toBe('max-age=31536000');
      expect(await transport(HTTPS, 'https')).toBe('max-age=31536000');
      expect(await transport(HTTPS, 'http')).toBe(null);
      expect(await transport(HTTPS, 'HTTP, https')).toBe(null);
      expect(await transport({ ...HTTPS, RELAY_PUBLIC_URL: 'http://relay.example' })).toBe(null);
      // A caller that bypasses the proxy comes without TLS.
      expect(await transport({ ...HTTPS, RELAY_PROXY_ADDRESSES: '10.0.0.1' })).toBe(null);
      expect(await transport({ RELAY_PUBLIC_URL: 'https://relay.example' }, 'https')).toBe(null);
    },
    TEST_MS,
  );
});

/** What a relay with these settings says about transport security to a caller with this `x-forwarded-proto`. */
async function transport(settings: Readonly<Record<string, string>>, proto?: string): Promise<string | null> {
  const { url } = await aRelay(settings);
  const answer = await fetch(`${url}${RELAY_PATHS.health}`, { headers: proto === undefined ? {} : { 'x-forwarded-proto': proto } });
  return answer.headers.get('strict-transport-security');
}

/** The relay as a program, with the token of a device that has proved an integration. */
async function aRelay(settings: Readonly<Record<string, string>> = {}) {
  const standIn = await serviceStandIn();
  onTestFinished(() => standIn.close());
  const args = ['relay/server.ts', '--port', '0', '--store', `sqlite:${join(tempFolder(), 'relay.db')}`];
  const { ready } = await readyLine({ args, env: { ...standIn.environment, ...settings } });
  const url = String(ready['url']);
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { deviceToken: token } = (await (await post(RELAY_PATHS.devices, { name: 'PC' })).json()) as { deviceToken: string };
  const proof = { integrationId: uuid(1, 1), integrationSecret: standIn.service.integration(uuid(1, 1)) };
  expect((await post(RELAY_PATHS.integrations, proof, { authorization: `Bearer ${token}` })).status).toBe(200);
  return { url, metricsUrl: String(ready['metricsUrl']), token, standIn };
}
