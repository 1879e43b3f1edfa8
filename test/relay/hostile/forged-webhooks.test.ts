import { describe, expect, it } from 'vitest';
import { claimsFor, eventBody, INTEGRATION_ID, jwt } from '#test/unit/shared/service-client/odd-events.ts';
import { type CallOptions, fetchPage, openRelay, type RelayBench, uuid } from '../relay-bench.ts';
import { forgeries } from './forgeries.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { cursorPath, devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';

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

async function answerTo(bench: RelayBench, probe: Probe, deps: { readonly token: string; readonly integrationId: string }) {
  const options: CallOptions = {
    ...(deps.token === '' ? {} : { token: deps.token }),
    ...(probe.json === undefined ? {} : { json: probe.json(deps.integrationId) }),
  };
  const answer = await bench.call(probe.method, probe.path(deps.integrationId), options);
  const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
  return { status: answer.status, seen: `${answer.status}\n${headers}\n${await answer.text()}` };
}
