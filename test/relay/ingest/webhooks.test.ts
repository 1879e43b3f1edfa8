import { describe, expect, it } from 'vitest';
import { ok } from '#shared/lib/result.ts';
import { claimsAnswerSchema } from '#shared/relay-protocol/messages.ts';
import { claimsFor, eventBody, INTEGRATION_ID, jwt, signingKey } from '#test/unit/shared/service-client/odd-events.ts';
import { CONFIG, fetchPage, noAnswer, openRelay, uuid } from '../relay-bench.ts';

describe('a webhook', () => {
  it('is kept byte for byte with its signature', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const body = Buffer.concat([Buffer.from('  '), eventBody(), Buffer.from('\n')]);
    const signature = jwt(bench.key, claimsFor(body, bench.clock.wallMs()));
    expect((await bench.deliver({}, { body, jwt: signature })).status).toBe(204);
    const page = await fetchPage(bench, token, INTEGRATION_ID);
    expect(page).toMatchObject({ more: false, epoch: bench.store.epoch });
    expect(page.events).toEqual([
      { seq: 1, eventId: expect.any(String) as string, receivedAt: bench.clock.wallMs(), jwt: signature, body: body.toString('base64') },
    ]);
  });

  it('that is forged is 401, that cannot be read is 400, and neither leaves anything', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    const body = eventBody();
    const stranger = jwt(signingKey('key-1'), claimsFor(body, bench.clock.wallMs()));
    const forged = await bench.deliver({}, { jwt: stranger });
    expect(forged.status).toBe(401);
    expect(forged.headers.get('content-type')).toBe('application/problem+json');
    expect(await forged.json()).toMatchObject({ status: 401, code: 'signature' });
    expect((await bench.deliver({}, { jwt: 'a.b' })).status).toBe(400);
    expect((await bench.relay.fetch(new Request('http://relay.test/webhooks', { method: 'POST', body: body.toString() }))).status).toBe(
      401,
    );
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toEqual([]);
    expect(bench.log.lines.filter((line) => line.level === 'warn')).toHaveLength(3);
    await bench.deliver({}, { jwt: stranger });
    expect(bench.log.lines.filter((line) => line.level === 'warn')).toHaveLength(3);
  });

  it('larger than any event is 413', async () => {
    const bench = await openRelay();
    expect((await bench.deliver({}, { body: new Uint8Array(262_145) })).status).toBe(413);
  });

  it('is 503 while the keys cannot be read, and taken when they can', async () => {
    const bench = await openRelay();
    bench.service.is.keys = noAnswer;
    const answer = await bench.deliver();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    bench.service.is.keys = ok({ keys: [bench.key.jwk] });
    await bench.clock.advance(5_000);
    expect((await bench.deliver()).status).toBe(204);
  });

  it('is 503 when the store does not take it', async () => {
    const bench = await openRelay({ store: (real) => ({ ...real, append: () => Promise.reject(new Error('disk full')) }) });
    expect((await bench.deliver()).status).toBe(503);
    expect(bench.log.text()).not.toContain('disk full');
  });

  it('is not acknowledged before it is on the disk', async () => {
    const disk = Promise.withResolvers<void>();
    const bench = await openRelay({ store: (real) => ({ ...real, append: (events) => disk.promise.then(() => real.append(events)) }) });
    let answered = false;
    const answer = bench.deliver().finally(() => {
      answered = true;
    });
    await bench.clock.settle();
    await bench.clock.settle();
    expect(answered).toBe(false);
    disk.resolve();
    expect((await answer).status).toBe(204);
  });

  it('that comes again is acknowledged and kept once', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    for (let time = 0; time < 3; time += 1) expect((await bench.deliver()).status).toBe(204);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toHaveLength(1);
  });

  it('under a known id with another body is acknowledged, and changes nothing', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.deliver();
    const before = await fetchPage(bench, token, INTEGRATION_ID);
    expect((await bench.deliver({ documentId: uuid(1, 1) })).status).toBe(204);
    expect(await fetchPage(bench, token, INTEGRATION_ID)).toEqual(before);
    expect(await bench.metrics()).toContain('intray_relay_webhooks_total{outcome="conflict"} 1');
  });

  it('of an unknown type or for an integration nobody has proved is kept until somebody does', async () => {
    const bench = await openRelay();
    expect((await bench.deliver({ type: 'SomethingNew' })).status).toBe(204);
    expect(await bench.metrics()).toContain('webhooks_total{outcome="unknown_integration"} 1');
    const { token } = await bench.device(INTEGRATION_ID);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toHaveLength(1);
  });

  it('without an integration waits for a device that knows its document', async () => {
    const bench = await openRelay();
    const mine = uuid(1, 1);
    expect((await bench.deliver({ id: uuid(2, 1), integrationId: null, documentId: mine })).status).toBe(204);
    const { token } = await bench.device(INTEGRATION_ID);
    const stranger = await bench.device();
    const claim = { integrationId: INTEGRATION_ID, documentIds: [mine.toUpperCase(), uuid(1, 2)] };
    expect((await bench.call('POST', '/v1/devices/me/claims', { token: stranger.token, json: claim })).status).toBe(404);
    const claimed = async () =>
      claimsAnswerSchema.parse(await (await bench.call('POST', '/v1/devices/me/claims', { token, json: claim })).json());
    expect(await claimed()).toEqual({ claimed: 1 });
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toMatchObject([{ seq: 1, eventId: uuid(2, 1) }]);
    expect(await claimed()).toEqual({ claimed: 0 });
  });

  it('has its hand-shake, and no other methods', async () => {
    const bench = await openRelay();
    const shake = await bench.call('OPTIONS', '/webhooks', { headers: { 'webhook-request-origin': 'service.example' } });
    expect(shake.status).toBe(200);
    expect(shake.headers.get('allow')).toBe('POST');
    expect(shake.headers.get('webhook-allowed-origin')).toBe(CONFIG.webhookOrigin);
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await bench.call(method, '/webhooks')).status).toBe(405);
  });
});

describe('64 webhooks at once', () => {
  it('get places without gaps, in few transactions', async () => {
    const bench = await openRelay({ nextTurn: () => new Promise((resolve) => setImmediate(resolve)) });
    const integrations = [uuid(9, 1), uuid(9, 2)];
    const { token } = await bench.device(...integrations);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => bench.deliver({ id: uuid(3, n), integrationId: integrations[n % 2] ?? null })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 204));
    for (const integration of integrations) {
      const { events } = await fetchPage(bench, token, integration);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 32 }, (_, n) => n + 1));
    }
    const commits = Number(/commits_total\{outcome="done"\} (\d+)/.exec(await bench.metrics())?.[1]);
    expect(commits).toBeLessThan(64);
  });
});
