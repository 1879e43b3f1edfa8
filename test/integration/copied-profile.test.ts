import { describe, expect, it } from 'vitest';
import { computerCommands } from '#electron/headless/commands/computers.ts';
import { statusCommand } from '#electron/headless/commands/status.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Command } from '#electron/headless/commands/support/command.ts';
import { devicesPath, RELAY_PATHS, RUN_HEADER } from '#shared/relay-protocol/protocol.ts';
import { integrationFixture, type IntegrationFixture, RELAY } from './integration-fixture.ts';

/** A connected company, and a way to act as a copy of its profile: the same token, in another program. */
async function aCopiedProfile() {
  const fixture = await integrationFixture();
  const bearers: string[] = [];
  fixture.network.set(RELAY, async (request) => {
    bearers.push(request.headers.get('authorization') ?? '');
    return fixture.relay.fetch(request);
  });
  await fixture.connect('Bakery', await fixture.integration());
  await fixture.clock.advance(MINUTE_MS);
  const authorization = bearers.findLast((bearer) => bearer !== '') ?? '';
  const copyAsks = async (): Promise<number> => {
    const headers = { authorization, [RUN_HEADER]: 'the copy' };
    return (await fixture.relay.fetch(new Request(`${RELAY}${RELAY_PATHS.me}`, { headers }))).status;
  };
  const bothLive = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      expect(await copyAsks()).toBe(200);
      await fixture.clock.advance(MINUTE_MS);
    }
  };
  return { ...fixture, bothLive };
}

/** A command's output and exit code. */
async function runHere(fixture: Pick<IntegrationFixture, 'client' | 'during'>, command: Command | undefined, args: readonly string[] = []) {
  const lines: string[] = [];
  const ready = command?.parse([...args, '--profile', '/x']);
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

describe('a profile whose copy runs at the same time', () => {
  it('says so in the window and on the command line, sends on, and says so no more when the copy has ended', async () => {
    const fixture = await aCopiedProfile();
    expect((await fixture.overview()).isCopied).toBeUndefined();
    await fixture.bothLive(5);
    expect(await fixture.overview()).toMatchObject({ isCopied: true, standing: 'needs-you' });
    expect((await runHere(fixture, statusCommand)).lines.join('\n')).toContain('a copy of it runs at the same time');
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    await fixture.clock.advance(15 * MINUTE_MS);
    expect((await fixture.overview()).isCopied).toBeUndefined();
  });

  it('becomes a computer of its own when it is told to, with its history, its answers and nothing sent twice', async () => {
    const fixture = await aCopiedProfile();
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    await fixture.bothLive(5);
    const command = computerCommands.find(({ words }) => words === 'companies new-identity');
    expect(await runHere(fixture, command)).toEqual({ code: 0, lines: [expect.stringContaining('a computer of its own')] });
    await fixture.bothLive(10);
    expect((await fixture.overview()).isCopied).toBeUndefined();
    expect(fixture.relay.count('devices')).toBe(2);
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    expect(await fixture.documents()).toHaveLength(1);
  });
});

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

const computers = (fixture: IntegrationFixture, words: string, args: readonly string[]) =>
  runHere(
    fixture,
    computerCommands.find((command) => command.words === words),
    args,
  );

describe('the computers that read a company’s results', () => {
  it('are shown, and one that is sent away loses its stream and reads nothing any more, while this one goes on', async () => {
    const { fixture, company, integration, deviceId, token, stream } = await twoComputers();
    const before = await computers(fixture, 'companies computers', ['--company', 'bakery']);
    expect([before.code, before.lines.length]).toEqual([0, 3]);
    expect(before.lines.filter((line) => line.endsWith('this one'))).toHaveLength(1);
    expect(before.lines.find((line) => line.startsWith(deviceId))).toContain('Laptop');
    const after = await computers(fixture, 'companies remove-computer', ['--company', 'Bakery', '--computer', deviceId]);
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
    expect((await computers(fixture, 'companies computers', ['--company', 'Bakery'])).lines).toEqual([
      'The relay cannot be reached now. Nothing was changed.',
    ]);
    fixture.network.set(RELAY, (request) => fixture.relay.fetch(request));
    expect((await computers(fixture, 'companies computers', ['--company', 'Bakery'])).lines).toHaveLength(3);
  });
});
