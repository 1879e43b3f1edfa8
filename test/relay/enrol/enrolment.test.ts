import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { devicesSchema, meSchema } from '#shared/relay-protocol/messages.ts';
import type { Store } from '#relay/store/store.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { tempFolder } from '#test/support/folders.ts';
import { openRelay, fetchPage, type RelayBench, uuid } from '../relay-bench.ts';
import { DEVICE_TOKEN_MARK } from '#shared/relay-protocol/protocol.ts';

const OTHER_ID = uuid(5, 1);

describe('enrolment', () => {
  it('gives a token of 256 bits and keeps only its hash', async () => {
    const file = join(tempFolder(), 'relay.db');
    const bench = await openRelay({ file });
    const { token, deviceId } = await bench.device(INTEGRATION_ID);
    expect(token.startsWith(DEVICE_TOKEN_MARK)).toBe(true);
    expect(Buffer.from(token.slice(DEVICE_TOKEN_MARK.length), 'base64url')).toHaveLength(32);
    const me = meSchema.parse(await (await bench.call('GET', '/v1/devices/me', { token })).json());
    expect(me).toMatchObject({ deviceId, name: 'Accueil', integrations: [{ integrationId: INTEGRATION_ID, seq: 0 }] });
    const stored = ['', '-wal'].map((end) => readFileSync(`${file}${end}`, 'latin1')).join('');
    expect(stored).toContain(deviceId);
    for (const secret of [token, bench.service.integration(INTEGRATION_ID), 'partner-secret', 'token-1']) {
      expect(stored).not.toContain(secret);
      expect(bench.log.text()).not.toContain(secret);
    }
  });

  it('refuses a token that is forged, malformed or absent', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
    for (const wrong of [forged, 'x', `${token} `, '']) {
      expect((await bench.call('GET', '/v1/devices/me', { headers: { authorization: `Bearer ${wrong}x`.trim() } })).status).toBe(401);
    }
    expect((await bench.call('GET', '/v1/devices/me')).status).toBe(401);
    expect((await bench.call('GET', '/v1/devices/me', { token: forged })).status).toBe(401);
  });

  it('is limited for one address', async () => {
    const bench = await openRelay();
    const enrol = () => bench.call('POST', '/v1/devices', { json: { name: 'PC' } });
    for (let n = 0; n < 90; n += 1) expect((await enrol()).status).toBe(201);
    await bench.clock.advance(100);
    const refused = await enrol();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    await bench.clock.advance(5_000);
    expect((await enrol()).headers.get('retry-after')).toBe('1');
    await bench.clock.advance(1_000);
    expect((await enrol()).status).toBe(201);
    expect((await enrol()).status).toBe(429);
  });

  it('says what is wrong with a body without repeating it', async () => {
    const bench = await openRelay();
    const answer = await bench.call('POST', '/v1/devices', { json: { name: 'N'.repeat(101) } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'malformed', detail: 'Not as this route wants it: name.' });
  });
});

describe('a proof', () => {
  it('holds when the status route takes the secret and refuses a random one', async () => {
    const bench = await openRelay();
    expect((await prove(bench, 'right')).status).toBe(200);
    const asked = bench.service.requests.filter(({ url }) => url.includes('/integrations/'));
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('does not hold for a wrong secret or an unknown integration', async () => {
    const bench = await openRelay();
    expect((await prove(bench, 'wrong')).status).toBe(404);
    expect((await prove(bench, 'line\nbreak')).status).toBe(404);
  });

  it('falls back to empty entries when the status route takes anything or is not there', async () => {
    for (const status of ['blind', 'missing'] as const) {
      const bench = await openRelay();
      bench.service.is.status = status;
      expect((await prove(bench, 'wrong')).status).toBe(404);
      expect((await prove(bench, 'right')).status).toBe(200);
    }
  });

  it('is not made by the page of a proxy that answers now and then in place of the service', async () => {
    for (const right of [true, false]) {
      const bench = await openRelay();
      // The proxy answers only the first request, so the service itself answers the control.
      bench.service.is.status = 'page';
      expect((await prove(bench, right ? 'right' : 'wrong')).status).toBe(right ? 200 : 404);
    }
  });

  it('is refused alike, and after the same questions, whatever the cause', async () => {
    const causes: readonly (readonly [string, (bench: RelayBench) => unknown])[] = [
      ['wrong', () => undefined],
      ['line\nbreak', () => undefined],
      ['wrong', (bench) => (bench.service.is.status = 'blind')],
      ['wrong', (bench) => (bench.service.is.status = 'missing')],
      ['right', (bench) => (bench.service.is.status = bench.service.is.entries = 'blind')],
      ['unknown', () => undefined],
      ['unknown', (bench) => (bench.service.is.status = 'missing')],
      ['wrong after right', (bench) => prove(bench, 'right')],
    ];
    const seen = new Set<string>();
    for (const [which, before] of causes) {
      const calls: string[] = [];
      const bench = await openRelay({ store: (real) => counted(real, calls) });
      await before(bench);
      await bench.device();
      const [asked, stored] = [bench.service.requests.length, calls.length];
      const answer = await prove(bench, which);
      const questions = bench.service.requests
        .slice(asked)
        .map(({ method, url }) => `${method} ${new URL(url).pathname.replace(/[0-9a-f-]{36}/, ':id')}`);
      seen.add(
        `${answer.status} ${await answer.text()} ${questions.filter((one) => !one.includes('token')).join()} ${calls.slice(stored).join()}`,
      );
    }
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain('404');
  });

  it('lets nobody in when no route tells secrets apart', async () => {
    const bench = await openRelay();
    bench.service.is.status = 'blind';
    bench.service.is.entries = 'blind';
    expect((await prove(bench, 'right')).status).toBe(404);
    expect((await prove(bench, 'wrong')).status).toBe(404);
  });

  it('is 503 when the service cannot be asked', async () => {
    const bench = await openRelay();
    bench.service.is.status = 'down';
    const answer = await prove(bench, 'right');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('10');
    const other = await openRelay();
    other.service.is.token = 'refused';
    expect((await prove(other, 'right')).status).toBe(503);
  });

  it('fetches another token when the service no longer takes the kept one', async () => {
    const bench = await openRelay();
    await prove(bench, 'right');
    bench.service.is.stale.add('token-1');
    expect((await prove(bench, 'right')).status).toBe(200);
  });

  it('is limited, so that secrets cannot be guessed', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    const json = { integrationId: INTEGRATION_ID, integrationSecret: 'guess' };
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) answers.push((await bench.call('POST', '/v1/devices/me/integrations', { token, json })).status);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('what is not yours', () => {
  it('is 404: the log, the cursor, the devices, the integration itself', async () => {
    const bench = await openRelay();
    const mine = await bench.device(INTEGRATION_ID);
    const theirs = await bench.device(OTHER_ID);
    await bench.deliver({ id: uuid(6, 1), integrationId: INTEGRATION_ID });
    await bench.deliver({ id: uuid(6, 2), integrationId: OTHER_ID });
    expect((await fetchPage(bench, mine.token, INTEGRATION_ID)).events).toMatchObject([{ eventId: uuid(6, 1) }]);
    expect((await fetchPage(bench, theirs.token, OTHER_ID.toUpperCase())).events).toMatchObject([{ eventId: uuid(6, 2) }]);
    const path = `/v1/devices/me/integrations/${OTHER_ID}`;
    const { token } = mine;
    const questions = [
      bench.call('GET', `${path}/events`, { token }),
      bench.call('PUT', `${path}/cursor`, { token, json: { epoch: bench.store.epoch, seq: 1 } }),
      bench.call('GET', `${path}/devices`, { token }),
      bench.call('DELETE', `${path}/devices/${theirs.deviceId}`, { token, json: secretOf(bench, OTHER_ID) }),
      bench.call('DELETE', `${path}/events`, { token, json: secretOf(bench, OTHER_ID) }),
      bench.call('DELETE', path, { token }),
      bench.call('GET', '/v1/devices/me/integrations/no-uuid/events', { token }),
      bench.call('GET', '/v1/nothing', { token }),
    ];
    for (const answer of await Promise.all(questions)) expect(answer.status).toBe(404);
  });

  it('was yours until another device of the integration sent you away, or you went', async () => {
    const bench = await openRelay();
    const first = await bench.device(INTEGRATION_ID);
    const second = await bench.device(INTEGRATION_ID);
    const path = `/v1/devices/me/integrations/${INTEGRATION_ID}`;
    const listed = devicesSchema.parse(await (await bench.call('GET', `${path}/devices`, { token: first.token })).json());
    expect(listed.devices.map(({ deviceId }) => deviceId).sort()).toEqual([first.deviceId, second.deviceId].sort());
    const sendAway = { token: first.token, json: secretOf(bench, INTEGRATION_ID) };
    expect((await bench.call('DELETE', `${path}/devices/${second.deviceId}`, sendAway)).status).toBe(204);
    expect((await bench.call('GET', `${path}/events`, { token: second.token })).status).toBe(410);
    expect((await bench.call('DELETE', path, { token: first.token })).status).toBe(204);
    expect((await bench.call('GET', `${path}/events`, { token: first.token })).status).toBe(404);
    expect((await bench.call('DELETE', '/v1/devices/me', { token: first.token })).status).toBe(204);
    expect((await bench.call('GET', '/v1/devices/me', { token: first.token })).status).toBe(401);
  });
});

function secretOf({ service }: RelayBench, integrationId: string) {
  return { integrationSecret: service.integration(integrationId) };
}

/** The same store, which records its calls. */
function counted(real: Store, calls: string[]): Store {
  return new Proxy(real, {
    get(target, name: keyof Store) {
      const member: unknown = target[name];
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        calls.push(name);
        return member.apply(target, given) as unknown;
      };
    },
  });
}

/** `which`: `right`, `unknown` (an integration that the service does not have), or the secret itself. */
async function prove(bench: RelayBench, which: string): Promise<Response> {
  const right = which === 'unknown' ? which : bench.service.integration(INTEGRATION_ID);
  const { token } = await bench.device();
  const json = { integrationId: INTEGRATION_ID, integrationSecret: which === 'right' ? right : which };
  return bench.call('POST', '/v1/devices/me/integrations', { token, json });
}
