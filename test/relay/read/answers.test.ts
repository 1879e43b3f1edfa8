import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { devicesPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/signing.ts';
import { openRelay, type RelayBench, uuid } from '../relay-bench.ts';

const [DOCUMENT, OTHER] = [uuid(7, 1), uuid(7, 2)];

/** An integration that one device has proved: two results, then a Revocation. */
async function revoked() {
  const bench = await openRelay();
  const { token } = await bench.device(INTEGRATION_ID);
  await bench.clock.advance(MINUTE_MS);
  await bench.deliver({ id: uuid(6, 1), documentId: DOCUMENT });
  await bench.deliver({ id: uuid(6, 2), documentId: OTHER });
  await bench.deliver({ id: uuid(6, 3), type: 'Revocation', time: new Date(bench.clock.wallMs()).toISOString() });
  return { bench, token, stranger: (await bench.device()).token };
}

function asked(bench: RelayBench, token: string, documentIds: readonly string[], integrationId = INTEGRATION_ID): Promise<Response> {
  return bench.call('POST', RELAY_PATHS.answers, { token, json: { integrationId, documentIds } });
}

async function readId(bench: RelayBench, token: string): Promise<string> {
  const me = await bench.call('GET', RELAY_PATHS.me, { token });
  return ((await me.json()) as { readonly deviceId: string }).deviceId;
}

async function readEvents(answer: Response): Promise<readonly string[]> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly events: readonly { readonly eventId: string }[] }).events.map(({ eventId }) => eventId);
}

describe('answers of a connection that was revoked', () => {
  it('are told to a device without a proof that names their documents, and no others', async () => {
    const { bench, stranger } = await revoked();
    expect(await readEvents(await asked(bench, stranger, [DOCUMENT, uuid(7, 9)]))).toEqual([uuid(6, 1)]);
    expect(await readEvents(await asked(bench, stranger, [OTHER.toUpperCase()]))).toEqual([uuid(6, 2)]);
  });

  it('look like nothing at all to who names no document of it', async () => {
    const { bench, stranger } = await revoked();
    const seen = new Set<string>();
    for (const integrationId of [INTEGRATION_ID, uuid(8, 1)]) {
      const answer = await asked(bench, stranger, [uuid(7, 9)], integrationId);
      seen.add(`${answer.status} ${await answer.text()}`);
    }
    expect([...seen]).toEqual([expect.stringMatching(/^404 /)]);
  });

  it('are told by a proof alone while there can be one: before the Revocation, and after it was connected again', async () => {
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    await bench.deliver({ id: uuid(6, 1), documentId: DOCUMENT });
    expect((await asked(bench, token, [DOCUMENT])).status).toBe(404);
    await bench.clock.advance(HOUR_MS);
    await bench.deliver({ id: uuid(6, 3), type: 'Revocation', time: new Date(bench.clock.wallMs()).toISOString() });
    expect((await asked(bench, token, [DOCUMENT])).status).toBe(200);
    await bench.clock.advance(MINUTE_MS);
    await bench.device(INTEGRATION_ID);
    expect((await asked(bench, token, [DOCUMENT])).status).toBe(404);
  });

  it('are not told to a device that another one sent away, and its log says so to it alone', async () => {
    const { bench, token, stranger } = await revoked();
    const before = await bench.device(INTEGRATION_ID);
    const path = `${devicesPath(INTEGRATION_ID)}/${await readId(bench, token)}`;
    const json = { integrationSecret: bench.service.integration(INTEGRATION_ID) };
    expect((await bench.call('DELETE', path, { token: before.token, json })).status).toBe(204);
    const page = (of: string) => bench.call('GET', `${eventsPath(INTEGRATION_ID)}?after=0`, { token: of });
    expect((await page(token)).status).toBe(410);
    expect((await page(stranger)).status).toBe(404);
    await bench.clock.advance(MINUTE_MS);
    await bench.deliver({ id: uuid(6, 4), type: 'Revocation', time: new Date(bench.clock.wallMs()).toISOString() });
    expect([(await asked(bench, token, [DOCUMENT])).status, (await asked(bench, stranger, [DOCUMENT])).status]).toEqual([404, 200]);
  });

  it('are told of an integration that nobody has proved here, as after a relay lost its store', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    await bench.deliver({ id: uuid(6, 1), documentId: DOCUMENT });
    expect(await readEvents(await asked(bench, token, [DOCUMENT]))).toEqual([uuid(6, 1)]);
  });

  it('are not to be guessed: who asks again and again is told to wait, and has to be a device', async () => {
    const { bench, stranger } = await revoked();
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n += 1) statuses.add((await asked(bench, stranger, [uuid(9, n)])).status);
    expect([...statuses]).toEqual([404, 429]);
    expect((await asked(bench, 'nobody', [DOCUMENT])).status).toBe(401);
  });
});
