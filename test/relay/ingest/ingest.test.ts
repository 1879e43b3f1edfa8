import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodeSha256 } from '#shared/node/digest.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { gunzip } from '#shared/node/http/gunzip.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { claimsFor, eventBody, INTEGRATION_ID, jwt } from '#test/unit/shared/service-client/odd-events.ts';
import { CONFIG, openRelay, fetchPage, type RelayBench, uuid } from '../relay-bench.ts';

describe('a packed webhook', () => {
  it('is believed when the signature is over what was packed, and kept unpacked', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const body = eventBody();
    const signed = jwt(bench.key, claimsFor(body, bench.clock.wallMs()));
    expect((await post(bench, gzipSync(body), { 'content-encoding': 'gzip' }, signed)).status).toBe(204);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toMatchObject([{ body: body.toString('base64') }]);
  });

  it('is kept as it came when the signature is over the packed bytes, declared or not, and a desktop believes it', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    for (const [n, headers] of [{ 'content-encoding': 'gzip' }, {}].entries()) {
      const packed = gzipSync(eventBody({ id: uuid(4, n) }));
      const signed = jwt(bench.key, claimsFor(packed, bench.clock.wallMs()));
      expect((await post(bench, packed, headers, signed)).status).toBe(204);
      const event = (await fetchPage(bench, token, INTEGRATION_ID)).events[n];
      expect(event?.body).toBe(packed.toString('base64'));
      const keys = jwksCache({ http: bench.service.http, clock: bench.clock, sha256: nodeSha256, jwksUrl: CONFIG.jwksUrl });
      const webhook = { jwt: signed, body: Buffer.from(event?.body ?? '', 'base64'), receivedAt: bench.clock.wallMs() };
      const verified = await verifyWebhook(webhook, { keys, issuer: CONFIG.issuer, sha256: nodeSha256, unpack: gunzip(WEBHOOK_BYTES_MAX) });
      expect(verified).toMatchObject({ ok: true, value: { envelope: { id: uuid(4, n) } } });
    }
  });

  it('is not unpacked unless that is declared, and never to more than an event may have', async () => {
    const bench = await openRelay();
    const body = eventBody();
    const signed = jwt(bench.key, claimsFor(body, bench.clock.wallMs()));
    expect((await post(bench, gzipSync(body), {}, signed)).status).toBe(401);
    expect((await post(bench, gzipSync(body).subarray(0, 50), { 'content-encoding': 'gzip' }, signed)).status).toBe(401);
    const bomb = Buffer.alloc(50_000_000, ' ');
    const signedBomb = jwt(bench.key, claimsFor(bomb, bench.clock.wallMs()));
    expect((await post(bench, gzipSync(bomb), { 'content-encoding': 'gzip' }, signedBomb)).status).toBe(401);
  });
});

describe('a webhook', () => {
  it('is taken with every way of naming its content type', async () => {
    const bench = await openRelay();
    const types = [
      'application/cloudevents+json',
      'application/cloudevents+json; charset=utf-8',
      'Application/CloudEvents+JSON;charset=UTF-8',
      'application/json',
      '',
    ];
    for (const [n, type] of types.entries()) {
      const body = eventBody({ id: uuid(4, n) });
      const signed = jwt(bench.key, claimsFor(body, bench.clock.wallMs()));
      expect((await post(bench, body, { 'content-type': type }, signed)).status).toBe(204);
    }
  });

  it('under a known id with another body is kept beside the first and said once', async () => {
    const bench = await openRelay();
    await bench.deliver();
    for (let time = 0; time < 48; time += 1) {
      expect((await bench.deliver({ documentId: uuid(1, 1) })).status).toBe(204);
      await bench.clock.advance(60 * 60_000);
    }
    const said = bench.log.lines.filter(({ message }) => message === 'event with a known id and another body');
    expect(said.length).toBeLessThanOrEqual(2);
  });

  it('that is malformed returns 576 times and is said three times at most', async () => {
    const bench = await openRelay();
    for (let time = 0; time < 576; time += 1) {
      expect((await bench.deliver({}, { jwt: 'a.b' })).status).toBe(400);
      await bench.clock.advance(5 * 60_000);
    }
    expect(bench.log.lines.filter(({ level }) => level === 'warn').length).toBeLessThanOrEqual(3);
  });

  it('that the store cannot take fails alone, and those that arrived with it are kept', async () => {
    const bench = await openRelay({
      nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
      store: (real) => ({
        ...real,
        append: (events) =>
          events.some(({ eventId }) => eventId === uuid(4, 5)) ? Promise.reject(new Error('poison')) : real.append(events),
      }),
    });
    const { token } = await bench.device(INTEGRATION_ID);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => bench.deliver({ id: uuid(4, n) })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, (_, n) => (n === 5 ? 503 : 204)));
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toHaveLength(11);
  });

  it('asks a store that takes nothing three times, not once an event', async () => {
    let asked = 0;
    const bench = await openRelay({
      nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
      store: (real) => ({
        ...real,
        append: () => {
          asked += 1;
          return Promise.reject(new Error('down'));
        },
      }),
    });
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => bench.deliver({ id: uuid(4, n) })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(asked).toBeLessThan(20);
  });

  it('has an answer after eight seconds, whatever the store does', async () => {
    const stuck = Promise.withResolvers<never>();
    const asked = Promise.withResolvers<void>();
    const append = () => {
      asked.resolve();
      return stuck.promise;
    };
    const bench = await openRelay({ store: (real) => ({ ...real, append }) });
    let answered = false;
    const answer = bench.deliver();
    void answer.finally(() => {
      answered = true;
    });
    await asked.promise;
    await bench.clock.advance(7_999);
    expect(answered).toBe(false);
    await bench.clock.advance(1);
    expect((await answer).status).toBe(503);
    stuck.reject(new Error('at last'));
  });

  it('leaves no timer behind when the relay closes, which would keep the process', async () => {
    const bench = await openRelay();
    await bench.deliver();
    expect(bench.clock.sleepers).toBe(1);
    await bench.relay.close();
    await bench.clock.settle();
    expect(bench.clock.sleepers).toBe(0);
  });

  it('of a Revocation ends older proofs after 49 hours, when the desktop has to prove again', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    bench.relay.start();
    await bench.clock.advance(60_000);
    const body = Buffer.from(eventBody({ type: 'Revocation' }).toString().replace('2026-01-05T08:00:00.000Z', '2026-01-05T08:00:30.000Z'));
    const signed = jwt(bench.key, claimsFor(body, bench.clock.wallMs(), { ce_type: 'Revocation' }));
    expect((await bench.deliver({}, { body, jwt: signed })).status).toBe(204);
    await bench.clock.advance(48 * 3_600_000);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toHaveLength(1);
    await bench.clock.advance(2 * 3_600_000);
    const path = `/v1/devices/me/integrations/${INTEGRATION_ID}/events`;
    expect((await bench.call('GET', path, { token })).status).toBe(404);
    const json = { integrationId: INTEGRATION_ID, integrationSecret: bench.service.integration(INTEGRATION_ID) };
    expect((await bench.call('POST', '/v1/devices/me/integrations', { token, json })).status).toBe(200);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toHaveLength(1);
  });
});

describe('the broker', () => {
  it('lends nothing and asks for nothing once its switch is off', async () => {
    const bench = await openRelay({ config: { broker: 'off' } });
    const { token } = await bench.device(INTEGRATION_ID);
    const before = bench.service.requests.length;
    const answer = await bench.call('GET', '/v1/devices/me/access-token', { token });
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'broker-off' }]);
    expect(bench.service.requests).toHaveLength(before);
  });
});

function post(bench: RelayBench, body: Buffer, headers: Record<string, string>, signed: string): Promise<Response> {
  const request = new Request('http://relay.test/webhooks', {
    method: 'POST',
    headers: { [CONFIG.signatureHeader]: signed, ...headers },
    body: Uint8Array.from(body),
  });
  return bench.relay.fetch(request);
}
