import { describe, expect, it } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { cursorPath, devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type CallOptions, openRelay, fetchPage, type RelayBench, uuid } from '../relay-bench.ts';

const PROBES = 10_000;
const VICTIM = uuid(5, 1);
const OWN = uuid(5, 2);

type Probe = {
  readonly method: string;
  readonly path: (integrationId: string) => string;
  readonly json?: (integrationId: string) => unknown;
  /** Sent only once a minute: more would be rate-limited. */
  readonly rarely?: true;
};

describe('what belongs to another company', () => {
  it('cannot be told from what does not exist, by 10,000 questions over every route', async () => {
    const bench = await openRelay();
    const victim = await bench.device(VICTIM);
    const spies = [await bench.device(OWN), await bench.device()];
    for (let n = 0; n < 5; n += 1) await bench.deliver({ id: uuid(6, n), integrationId: VICTIM, documentId: uuid(7, n) });
    await bench.deliver({ id: uuid(6, 9), integrationId: OWN });
    const before = await fetchPage(bench, victim.token, VICTIM);
    const probes = probesFor(bench, victim.deviceId);
    const told: string[] = [];
    for (let n = 0; n < PROBES / 2; n += 1) {
      const probe = probes[n % probes.length];
      const token = spies[n % 2]?.token ?? '';
      if (probe === undefined) continue;
      if (probe.rarely === true) await bench.clock.advance(MINUTE_MS);
      const real = await answerTo(bench, probe, { token, integrationId: n % 3 === 0 ? VICTIM.toUpperCase() : VICTIM });
      const none = await answerTo(bench, probe, { token, integrationId: uuid(8, n) });
      if (real.seen !== none.seen || real.status !== 404) told.push(`${probe.method} ${probe.path(':id')}: ${real.seen} / ${none.seen}`);
    }
    expect(told).toEqual([]);
    expect(await fetchPage(bench, victim.token, VICTIM)).toEqual(before);
    expect((await bench.store.readDevices(integrationIdSchema.parse(VICTIM))).map(({ deviceId }) => deviceId)).toEqual([victim.deviceId]);
  }, 300_000);

  it('is not shown by the lists and streams of one’s own', async () => {
    const bench = await openRelay();
    await bench.device(VICTIM);
    const spy = await bench.device(OWN);
    await bench.deliver({ id: uuid(6, 1), integrationId: VICTIM });
    const me = await (await bench.call('GET', RELAY_PATHS.me, { token: spy.token })).text();
    const devices = await (await bench.call('GET', devicesPath(OWN), { token: spy.token })).text();
    const stream = await bench.call('GET', RELAY_PATHS.doorbell, { token: spy.token });
    const first = await stream.body?.getReader().read();
    for (const text of [me, devices, Buffer.from(first?.value ?? []).toString()]) expect(text).not.toContain(VICTIM);
  });

  it('asks every route for a device: without one all are the same 401', async () => {
    const bench = await openRelay();
    await bench.device(VICTIM);
    const seen = new Set<string>();
    for (const probe of probesFor(bench, uuid(9, 1))) {
      for (const integrationId of [VICTIM, uuid(8, 1)]) seen.add((await answerTo(bench, probe, { token: '', integrationId })).seen);
    }
    expect(seen.size).toBe(1);
    expect([...seen][0]).toContain('401');
  });
});

/** Every route that takes an integration, with valid and odd arguments. */
function probesFor(bench: RelayBench, victimDevice: string): readonly Probe[] {
  // Even with the secret: the integration has to be proved before anything is taken from others.
  const json = () => ({ integrationSecret: bench.service.integration(VICTIM) });
  return [
    ...['', '?after=0', '?after=3&limit=1', '?limit=500', '?wait=0'].map((query) => ({
      method: 'GET',
      path: (id: string) => `${eventsPath(id)}${query}`,
    })),
    ...[0, 1, 5, 99].map((seq) => ({ method: 'PUT', path: cursorPath, json: () => ({ epoch: bench.store.epoch, seq }) })),
    { method: 'PUT', path: cursorPath, json: () => ({ epoch: 'other', seq: 1 }) },
    { method: 'GET', path: devicesPath },
    { method: 'DELETE', path: (id) => `${devicesPath(id)}/${victimDevice}`, json },
    { method: 'DELETE', path: (id) => `${devicesPath(id)}/${uuid(9, 1)}`, json },
    { method: 'DELETE', path: integrationPath },
    { method: 'DELETE', path: eventsPath, json },
    { method: 'POST', path: () => RELAY_PATHS.claims, json: (integrationId) => ({ integrationId, documentIds: [uuid(7, 1)] }) },
    // Even for a caller that knows the document: an integration that can be proved has to be.
    {
      method: 'POST',
      path: () => RELAY_PATHS.answers,
      json: (integrationId) => ({ integrationId, documentIds: [uuid(7, 1)] }),
      rarely: true,
    },
    { method: 'GET', path: integrationPath },
    { method: 'PATCH', path: eventsPath },
    { method: 'POST', path: (id) => `${eventsPath(id)}/1` },
  ];
}

async function answerTo(bench: RelayBench, probe: Probe, by: { readonly token: string; readonly integrationId: string }) {
  const options: CallOptions = {
    ...(by.token === '' ? {} : { token: by.token }),
    ...(probe.json === undefined ? {} : { json: probe.json(by.integrationId) }),
  };
  const answer = await bench.call(probe.method, probe.path(by.integrationId), options);
  const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
  return { status: answer.status, seen: `${answer.status}\n${headers}\n${await answer.text()}` };
}
