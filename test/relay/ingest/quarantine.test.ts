import { describe, expect, it } from 'vitest';
import { replay } from '#relay/commands/quarantine.ts';
import type { Store } from '#relay/store/store.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import {
  claimsFor,
  eventBody,
  INTEGRATION_ID,
  jwt,
  type OddBody,
  readableOddities,
  signingKey,
  unreadableBodies,
} from '#test/unit/shared/service-client/odd-events.ts';
import { CONFIG, openRelay, fetchPage, type RelayBench, uuid } from '../relay-bench.ts';

describe('a webhook of the service with an odd shape', () => {
  it.each(unreadableBodies())('is taken and kept apart: $name', async (odd) => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    expect((await send(bench, odd)).status).toBe(204);
    const [row] = await listed(bench);
    expect(row).toMatchObject({ code: odd.says, bytes: odd.body.byteLength, receivedAt: bench.clock.wallMs() });
    const one = await bench.store.quarantinedOne(row?.bodyDigest ?? '');
    expect(Buffer.from(one?.body ?? [])).toEqual(odd.body);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toEqual([]);
    expect(await metric(bench, 'webhooks_total{outcome="quarantined"}')).toBe('1');
    expect(await metric(bench, 'webhooks_quarantined')).toBe('1');
  });

  it.each(readableOddities())('reaches the desktop, which believes the same bytes: $name', async (odd) => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    expect((await send(bench, odd)).status).toBe(204);
    expect((await send(bench, odd)).status).toBe(204);
    const { events } = await fetchPage(bench, token, INTEGRATION_ID);
    expect(events).toHaveLength(1);
    const [event] = events;
    const webhook = { jwt: event?.jwt ?? '', body: Buffer.from(event?.body ?? '', 'base64'), receivedAt: wallMs(event?.receivedAt ?? 0) };
    expect(webhook.body).toEqual(odd.body);
    const keys = jwksCache({ http: bench.service.http, clock: bench.clock, sha256: nodeSha256, jwksUrl: CONFIG.jwksUrl });
    const verified = await verifyWebhook(webhook, { keys, issuer: CONFIG.issuer, sha256: nodeSha256 });
    expect(verified).toMatchObject({ ok: true, value: { odd: [odd.says], envelope: { id: event?.eventId } } });
    expect(await listed(bench)).toEqual([]);
    expect(await metric(bench, `odd_events_total{shape="${odd.says}"}`)).toBe('2');
  });

  it('comes 576 times, is kept once, and is said once a day', async () => {
    const bench = await openRelay();
    const [odd] = unreadableBodies();
    for (let time = 0; time < 576; time += 1) {
      expect((await send(bench, odd)).status).toBe(204);
      await bench.clock.advance(5 * 60_000);
    }
    expect(await listed(bench)).toHaveLength(1);
    expect(bench.log.lines.filter(({ level }) => level === 'warn').length).toBeLessThanOrEqual(3);
  });

  it('is turned away all the same when another key signed it, or other bytes', async () => {
    const bench = await openRelay();
    const stranger = signingKey('key-1');
    for (const odd of unreadableBodies()) {
      const claims = claimsFor(odd.body, bench.clock.wallMs(), odd.claims);
      expect((await bench.deliver({}, { body: odd.body, jwt: jwt(stranger, claims) })).status).toBe(401);
      const other = Buffer.concat([odd.body, Buffer.from(' ')]);
      expect((await bench.deliver({}, { body: other, jwt: jwt(bench.key, claims) })).status).toBe(401);
    }
    expect(await listed(bench)).toEqual([]);
  });

  it('is not acknowledged before it is on the disk', async () => {
    const disk = Promise.withResolvers<void>();
    const bench = await openRelay({
      store: (real) => ({ ...real, quarantine: (webhook) => disk.promise.then(() => real.quarantine(webhook)) }),
    });
    let answered = false;
    const answer = send(bench, unreadableBodies()[0]).finally(() => {
      answered = true;
    });
    for (let turn = 0; turn < 5; turn += 1) await bench.clock.settle();
    expect([answered, await listed(bench)]).toEqual([false, []]);
    disk.resolve();
    expect((await answer).status).toBe(204);
    expect(await listed(bench)).toHaveLength(1);
  });

  it('is in doubt, so that it comes again, when the store does not take it or the quarantine is full', async () => {
    const [odd] = unreadableBodies();
    const broken = await openRelay({ store: (real) => ({ ...real, quarantine: () => Promise.reject(new Error('disk full')) }) });
    expect((await send(broken, odd)).status).toBe(503);
    expect(broken.log.text()).not.toContain('disk full');
    let bytes = 268_435_456;
    const full = await openRelay({
      store: (real) => ({ ...real, totals: async () => ({ ...(await real.totals()), quarantinedBytes: bytes }) }),
    });
    const answer = await send(full, odd);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'quarantine-full']);
    expect((await full.deliver()).status).toBe(204);
    bytes = 0;
    await full.clock.advance(60_000);
    expect((await send(full, odd)).status).toBe(204);
  });

  it('is taken again when it is on the disk already, though the quarantine is full by now, of bytes or of small ones', async () => {
    const [first, , second] = unreadableBodies();
    for (const full of [{ quarantinedBytes: 268_435_456 }, { quarantined: 100_000 }]) {
      let changed = {};
      const bench = await openRelay({ store: (real) => ({ ...real, totals: async () => ({ ...(await real.totals()), ...changed }) }) });
      expect((await send(bench, first)).status).toBe(204);
      changed = full;
      await bench.clock.advance(60_000);
      expect([(await send(bench, first)).status, (await send(bench, second)).status]).toEqual([204, 503]);
    }
  });

  it('is counted once each time that the relay is measured', async () => {
    let counted = 0;
    const totals = (real: Store) => {
      counted += 1;
      return real.totals();
    };
    const bench = await openRelay({ store: (real) => ({ ...real, totals: () => totals(real) }) });
    for (const times of [1, 2]) {
      expect(await metric(bench, 'quarantine_bytes')).toBe('0');
      expect(counted).toBe(times);
      await bench.clock.advance(5_000);
    }
  });
});

describe('a replay of the quarantine', () => {
  it('makes an event of what can be read now, in the next place and with its own time, and leaves the rest', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.deliver({ id: uuid(4, 1) });
    for (const odd of [unreadableBodies()[0], unreadableBodies()[1]]) await send(bench, odd);
    const receivedAt = bench.clock.wallMs();
    // Kept by a version that could not read a byte-order mark.
    for (const id of [uuid(4, 1), uuid(4, 2)]) await kept(bench, readableOddities({ id })[0], receivedAt);
    await kept(bench, readableOddities({ id: uuid(4, 3), integrationId: null })[0], receivedAt);
    await bench.clock.advance(60_000);
    const done = await replay(bench.store, '');
    expect(done.map(({ became }) => became.kind).toSorted()).toEqual(['apart', 'conflict', 'stays', 'stays', 'stored']);
    const { events } = await fetchPage(bench, token, INTEGRATION_ID);
    expect(events.map(({ seq, eventId }) => [seq, eventId])).toEqual([
      [1, uuid(4, 1)],
      [2, uuid(4, 2)],
    ]);
    expect(events[1]?.receivedAt).toBe(receivedAt);
    expect((await listed(bench)).map(({ code }) => code)).toEqual(['json', 'json']);
    expect((await replay(bench.store, '')).map(({ became }) => became.kind)).toEqual(['stays', 'stays']);
  });

  it('that was stopped before the last step does not make a second event', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await kept(bench, readableOddities()[0], bench.clock.wallMs());
    const stopped = { ...bench.store, release: () => Promise.reject(new Error('stopped')) };
    await expect(replay(stopped, '')).rejects.toThrow('stopped');
    expect((await replay(bench.store, '')).map(({ became }) => became.kind)).toEqual(['duplicate']);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toHaveLength(1);
    expect(await listed(bench)).toEqual([]);
  });
});

function send(bench: RelayBench, odd: OddBody | undefined): Promise<Response> {
  const { body, claims } = odd ?? { body: eventBody(), claims: {} };
  return bench.deliver({}, { body, jwt: jwt(bench.key, claimsFor(body, bench.clock.wallMs(), claims)) });
}

async function kept(bench: RelayBench, odd: OddBody | undefined, receivedAt: number): Promise<void> {
  const body = odd?.body ?? eventBody();
  const claims = claimsFor(body, receivedAt);
  const row = { bodyDigest: String(claims['body_sha256']), receivedAt, code: 'json', jwt: jwt(bench.key, claims), body };
  expect(await bench.store.quarantine(row)).toBe('kept');
}

function listed(bench: RelayBench) {
  return bench.store.quarantined({ prefix: '', after: null, rowsMax: 100 });
}

async function metric(bench: RelayBench, name: string): Promise<string | undefined> {
  const text = await bench.metrics();
  return text
    .split('\n')
    .find((line) => line.startsWith(`intray_relay_${name} `))
    ?.split(' ')
    .at(-1);
}
