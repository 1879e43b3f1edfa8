import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { devicesPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { fetchPage, listen, openRelay, type RelayBench, uuid } from '../relay-bench.ts';

/** Two devices of one integration, with an event in its log; `paths` are what one device may delete of the other's. */
async function anOffice() {
  const bench = await openRelay();
  const [mine, other] = [await bench.device(INTEGRATION_ID), await bench.device(INTEGRATION_ID)];
  await bench.deliver({ id: uuid(6, 1), integrationId: INTEGRATION_ID });
  const paths = [eventsPath(INTEGRATION_ID), `${devicesPath(INTEGRATION_ID)}/${other.deviceId}`];
  return { bench, mine, other, paths, right: bench.service.integration(INTEGRATION_ID) };
}

/** Whether the other device can still read the log. */
async function readsOn(bench: RelayBench, token: string): Promise<boolean> {
  return (await fetchPage(bench, token, INTEGRATION_ID)).events.length === 1;
}

describe('what a device takes away from others', () => {
  it('is not taken by its token alone: without the secret it is a 400 that says what is wanted', async () => {
    const { bench, mine, other, paths } = await anOffice();
    for (const path of paths) {
      for (const json of [undefined, {}, { integrationSecret: '' }]) {
        const answer = await bench.call('DELETE', path, { token: mine.token, json });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({
          code: 'malformed',
          detail: expect.stringMatching(/integrationSecret|the whole/) as string,
        });
      }
    }
    expect(await readsOn(bench, other.token)).toBe(true);
  });

  it('is not taken with a wrong secret, which is refused and counted like a wrong proof', async () => {
    const { bench, mine, other, paths, right } = await anOffice();
    const [path = ''] = paths;
    const asProof = { integrationId: INTEGRATION_ID, integrationSecret: 'wrong' };
    const proof = await bench.call('POST', RELAY_PATHS.integrations, { token: mine.token, json: asProof });
    const refused = await bench.call('DELETE', path, { token: mine.token, json: { integrationSecret: 'wrong' } });
    expect([refused.status, await refused.text()]).toEqual([proof.status, await proof.text()]);
    const more = Array.from({ length: 9 }, (_, n) => ({ path: paths[n % 2] ?? '', integrationSecret: `guess-${n}` }));
    const statuses: number[] = [];
    for (const { path: at, integrationSecret } of more)
      statuses.push((await bench.call('DELETE', at, { token: mine.token, json: { integrationSecret } })).status);
    expect(statuses).toEqual([...Array<number>(8).fill(404), 429]);
    const shut = await bench.call('DELETE', path, { token: mine.token, json: { integrationSecret: right } });
    expect([shut.status, Number(shut.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await readsOn(bench, other.token)).toBe(true);
  });

  it('is taken with the right one; while the service cannot be asked nothing is', async () => {
    const { bench, mine, other, paths, right } = await anOffice();
    const [log = '', device = ''] = paths;
    const json = { integrationSecret: right };
    bench.service.is.status = 'down';
    expect((await bench.call('DELETE', log, { token: mine.token, json })).status).toBe(503);
    bench.service.is.status = 'discerning';
    expect(await readsOn(bench, other.token)).toBe(true);
    expect((await bench.call('DELETE', device, { token: mine.token, json })).status).toBe(204);
    expect((await bench.call('GET', log, { token: other.token })).status).toBe(410);
    expect((await bench.call('DELETE', log, { token: mine.token, json })).status).toBe(204);
    expect((await bench.call('GET', log, { token: mine.token })).status).toBe(410);
    expect(bench.log.text()).not.toContain(right);
  });

  it('asks the service nothing for one who may not read the log, whatever secret is shown', async () => {
    const { bench, paths, right } = await anOffice();
    const stranger = await bench.device();
    const asked = bench.service.requests.length;
    for (const path of paths)
      expect((await bench.call('DELETE', path, { token: stranger.token, json: { integrationSecret: right } })).status).toBe(404);
    expect(bench.service.requests).toHaveLength(asked);
  });
});

describe('a log that is to be deleted', () => {
  it('is closed to all at once, takes webhooks for seven days, and is all there when the secret is shown until then', async () => {
    const { bench, mine, other, right } = await toBeDeleted();
    expect((await bench.deliver({ id: uuid(6, 2), integrationId: INTEGRATION_ID })).status).toBe(204);
    const closed = await Promise.all([mine, other].map(async ({ token }) => (await bench.call('GET', LOG, { token })).status));
    expect(closed).toEqual([410, 410]);
    expect((await bench.call('GET', RELAY_PATHS.accessToken, { token: mine.token })).status).toBe(404);
    await bench.clock.advance(7 * DAY_MS - 1);
    expect(bench.log.lines.filter(({ message }) => message === 'retention')).toEqual([]);
    expect(await shown(bench, other.token, right)).toBe(200);
    await bench.clock.advance(DAY_MS);
    const { events } = await fetchPage(bench, other.token, INTEGRATION_ID);
    expect(events.map(({ seq, eventId }) => [seq, eventId])).toEqual([
      [1, uuid(6, 1)],
      [2, uuid(6, 2)],
    ]);
    // The first device is not back, since nobody has shown the secret on it.
    expect((await bench.call('GET', LOG, { token: mine.token })).status).toBe(410);
    expect(bench.log.lines.filter(({ message }) => message === 'deletion undone')).toMatchObject([
      { fields: { deviceId: other.deviceId } },
    ]);
  });

  it('ends the streams of all its devices', async () => {
    const { bench, mine, other, right } = await anOffice();
    const streams = await Promise.all([mine, other].map(({ token }) => listen((request) => bench.relay.fetch(request), token)));
    for (const stream of streams) expect(await stream.until('"seq":1')).toBe(true);
    expect((await bench.call('DELETE', LOG, { token: mine.token, json: { integrationSecret: right } })).status).toBe(204);
    for (const stream of streams) expect(await stream.until('never')).toBe(false);
  });

  it('is deleted when nobody has shown the secret for seven days, which log and metrics tell', async () => {
    const { bench, mine, other, right } = await toBeDeleted();
    const due = new Date(bench.clock.wallMs() + 7 * DAY_MS).toISOString();
    expect(await bench.metrics()).toContain('intray_relay_deletions_pending 1\n');
    await bench.clock.advance(7 * DAY_MS + 10 * MINUTE_MS);
    const told = bench.log.lines.filter(({ message }) => /^integration|^retention/.test(message));
    expect(told).toMatchObject([
      { message: 'integration is to be deleted', fields: { deviceId: mine.deviceId, devices: 2, deleteAt: due } },
      { message: 'integration deleted', fields: { integrationId: INTEGRATION_ID } },
      { message: 'retention', fields: { deleted: 1, forgotten: 1 } },
    ]);
    const measured = await bench.metrics();
    for (const line of ['deletions_pending 0', 'integrations_deleted_total 1', 'events_deleted_total 1'])
      expect(measured).toContain(`intray_relay_${line}\n`);
    expect((await bench.call('GET', LOG, { token: other.token })).status).toBe(410);
    expect(await shown(bench, other.token, right)).toBe(200);
    expect((await fetchPage(bench, other.token, INTEGRATION_ID)).events).toEqual([]);
    await bench.deliver({ id: uuid(6, 3), integrationId: INTEGRATION_ID });
    expect((await fetchPage(bench, other.token, INTEGRATION_ID)).events).toMatchObject([{ seq: 2, eventId: uuid(6, 3) }]);
  });

  it('is not deleted later for being asked again, and who asks then is told as little as before', async () => {
    const { bench, mine, other, right } = await toBeDeleted();
    await bench.clock.advance(6 * DAY_MS);
    for (const { token } of [mine, other])
      expect((await bench.call('DELETE', LOG, { token, json: { integrationSecret: right } })).status).toBe(404);
    await bench.clock.advance(DAY_MS + 10 * MINUTE_MS);
    expect(bench.log.lines.filter(({ message }) => message === 'integration deleted')).toHaveLength(1);
  });

  it('is not brought back by a wrong secret, and a device that proved it has tries of its own, whatever strangers guessed', async () => {
    const { bench, other, right } = await toBeDeleted();
    for (let n = 0; n < 45; n += 1) {
      const stranger = await bench.device();
      await shown(bench, stranger.token, `guess-${n}`, `192.0.2.${n}`);
    }
    expect(await shown(bench, other.token, 'wrong', '198.51.100.7')).toBe(404);
    expect(await shown(bench, other.token, right, '198.51.100.7')).toBe(200);
    expect(await readsOn(bench, other.token)).toBe(true);
  });
});

const LOG = eventsPath(INTEGRATION_ID);

/** The office, one of whose devices has had the log deleted; retention is running. */
async function toBeDeleted() {
  const office = await anOffice();
  const { bench, mine, right } = office;
  bench.relay.start();
  await bench.clock.settle();
  expect((await bench.call('DELETE', LOG, { token: mine.token, json: { integrationSecret: right } })).status).toBe(204);
  return office;
}

async function shown(bench: RelayBench, token: string, integrationSecret: string, from?: string): Promise<number> {
  const json = { integrationId: INTEGRATION_ID, integrationSecret };
  const options = { token, json, ...(from === undefined ? {} : { from }) };
  return (await bench.call('POST', RELAY_PATHS.integrations, options)).status;
}
