import { describe, expect, it } from 'vitest';
import { devicesPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/signing.ts';
import { openRelay, pageOf, type RelayBench, uuid } from './relay-bench.ts';

/** Two devices of one integration, and an event in its log; `paths` are what one may delete of the other. */
async function anOffice() {
  const bench = await openRelay();
  const [mine, other] = [await bench.device(INTEGRATION_ID), await bench.device(INTEGRATION_ID)];
  await bench.deliver({ id: uuid(6, 1), integrationId: INTEGRATION_ID });
  const paths = [eventsPath(INTEGRATION_ID), `${devicesPath(INTEGRATION_ID)}/${other.deviceId}`];
  return { bench, mine, other, paths, right: bench.service.integration(INTEGRATION_ID) };
}

/** What the other device reads still. */
async function readsOn(bench: RelayBench, token: string): Promise<boolean> {
  return (await pageOf(bench, token, INTEGRATION_ID)).events.length === 1;
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
