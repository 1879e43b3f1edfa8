import { describe, expect, it } from 'vitest';
import { computerCommands } from '#electron/headless/commands/computers.ts';
import { devicesPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { integrationFixture, RELAY, type IntegrationFixture } from './integration-fixture.ts';

/** A company that is connected here and on another computer, whose stream is open. */
async function twoComputers() {
  const fixture = await integrationFixture();
  const integration = await fixture.integration();
  const company = await fixture.connect('Bakery', integration);
  const enrolled = await ask(fixture, 'POST', RELAY_PATHS.devices, { json: { name: 'Laptop' } });
  const { deviceId, deviceToken: token } = (await enrolled.json()) as { readonly deviceId: string; readonly deviceToken: string };
  const proved = await fixture.during(ask(fixture, 'POST', RELAY_PATHS.integrations, { token, json: integration }));
  if (proved.status !== 200) throw new Error(`not proved: ${proved.status}`);
  const stream = (await ask(fixture, 'GET', RELAY_PATHS.doorbell, { token })).body?.getReader();
  await stream?.read();
  return { fixture, company, integration, deviceId, token, stream };
}

type Asking = { readonly token?: string; readonly json?: unknown };

async function ask(fixture: IntegrationFixture, method: string, path: string, { token = '', json }: Asking): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return fixture.relay.fetch(new Request(`${RELAY}${path}`, { method, headers, ...body }));
}

/** A command's output and exit code. */
async function said(fixture: IntegrationFixture, words: string, args: readonly string[]) {
  const lines: string[] = [];
  const ready = computerCommands.find((command) => command.words === words)?.parse([...args, '--profile', '/x']);
  if (ready?.ok !== true) throw new Error('wrong words');
  const print = (line: string): void => void lines.push(line);
  const call = {
    client: fixture.client(),
    clock: nodeClock(),
    print,
    complain: print,
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  return { code: await fixture.during(ready.value.run(call)), lines };
}

describe('the computers that read a company’s results', () => {
  it('are shown, and one that is sent away loses its stream and reads nothing any more, while this one goes on', async () => {
    const { fixture, company, integration, deviceId, token, stream } = await twoComputers();
    const before = await said(fixture, 'companies computers', ['--company', 'bakery']);
    expect([before.code, before.lines.length]).toEqual([0, 3]);
    expect(before.lines.filter((line) => line.endsWith('this one'))).toHaveLength(1);
    expect(before.lines.find((line) => line.startsWith(deviceId))).toContain('Laptop');
    const after = await said(fixture, 'companies remove-computer', ['--company', 'Bakery', '--computer', deviceId]);
    expect([after.code, after.lines.length]).toEqual([0, 2]);
    let last = await stream?.read();
    while (last?.done === false) last = await stream?.read();
    expect(last?.done).toBe(true);
    expect((await ask(fixture, 'GET', devicesPath(integration.integrationId), { token })).status).toBe(404);
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    const again = await fixture.during(fixture.client().companies.sendAway({ companyId: company.id, deviceId }));
    expect(again).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  it('and one that was sent away does not come back by itself, but by a person who types the secret', async () => {
    const { fixture, company, integration, token } = await twoComputers();
    const listed = await ask(fixture, 'GET', devicesPath(integration.integrationId), { token });
    const { devices } = (await listed.json()) as { readonly devices: readonly { readonly deviceId: string; readonly name: string }[] };
    const here = devices.find(({ name }) => name !== 'Laptop')?.deviceId;
    const path = `${devicesPath(integration.integrationId)}/${here}`;
    const json = { integrationSecret: integration.integrationSecret };
    expect((await fixture.during(ask(fixture, 'DELETE', path, { token, json }))).status).toBe(204);
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.clock.advance(3 * HOUR_MS);
    expect((await fixture.items()).map(({ state }) => state.kind)).toEqual(['awaiting']);
    expect((await fixture.overview()).answers.closed).toEqual([integration.integrationId]);
    expect(fixture.relay.count('links')).toBe(1);
    expect(await fixture.overview()).toMatchObject({ standing: 'needs-you' });
    const again = await fixture.during(fixture.client().companies.reconnect({ companyId: company.id, ...integration }));
    expect(again).toMatchObject({ ok: true });
    const connectedAt = fixture.clock.monotonicMs();
    await fixture.counted('accepted', 1);
    // At once, and not with the next sweep.
    expect(fixture.clock.monotonicMs() - connectedAt).toBeLessThan(5 * SECOND_MS);
    // The last page is in the journal before it is known to be the last.
    await fixture.until(async () => (await fixture.overview()).answers.closed.length === 0, 'read again');
  });

  it('are not known while the relay is away, and nothing is said to be done', async () => {
    const { fixture, deviceId, company } = await twoComputers();
    fixture.network.set(RELAY, null);
    const refused = await fixture.during(fixture.client().companies.sendAway({ companyId: company.id, deviceId }));
    expect(refused).toEqual({ ok: false, failure: { kind: 'relay-unreachable' } });
    expect((await said(fixture, 'companies computers', ['--company', 'Bakery'])).lines).toEqual([
      'The relay cannot be reached now. Nothing was changed.',
    ]);
    fixture.network.set(RELAY, (request) => fixture.relay.fetch(request));
    expect((await said(fixture, 'companies computers', ['--company', 'Bakery'])).lines).toHaveLength(3);
  });
});
