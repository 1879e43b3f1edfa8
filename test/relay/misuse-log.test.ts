import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cursorPath, DEVICE_TOKEN_MARK, devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Program, readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { claimsFor, eventBody, jwt, signingKey } from '#test/unit/shared/service-client/odd-events.ts';
import { serviceStandIn, type ServiceStandIn } from './durability/desktop.ts';
import { runCommand } from './commands/run-command.ts';
import { uuid } from './relay-bench.ts';

const METRICS_TOKEN = 'a-token-of-the-metrics-for-the-tests';
const SIGNATURE = 'x-service-webhook-signature';
const [STRANGER, NEIGHBOUR, OWNER] = ['203.0.113.7', '203.0.113.8', '198.51.100.23'];
/** Two addresses of one IPv6 connection. */
const [SIX, SIX_TOO] = ['2001:db8:a:b::1', '2001:db8:a:b:ffff::2'];
const INTEGRATION = uuid(9, 1);
const NAMES = ['Comptabilité-7', 'Portable de Zoé'];
const HASH = /^[0-9a-f]{16}$/;

type Line = { readonly level: number; readonly msg: string; readonly from?: string; readonly times?: number } & Readonly<
  Record<string, unknown>
>;

describe('the log of a relay that is misused', () => {
  it('has a line for each refusal and each act of a device, and no secret, name, path or address in it', async () => {
    const stage = await staged();
    const { program, ask, standIn } = stage;
    await refusedTokens(stage);
    await refusedWebhooks(stage);
    const { mine, other, thief, secret } = await lives(stage);
    await limits(stage);
    expect(await program.stop('SIGTERM')).toBe(0);
    const lines = linesOf(program);

    const [fromStranger, fromNeighbour] = [hashIn(lines, 'webhook too large'), hashIn(lines, 'webhook malformed')];
    const told = (msg: string, fields: object) => expect(lines).toContainEqual(expect.objectContaining({ msg, ...fields }));
    told('device token refused', { code: 'none', from: fromStranger });
    told('device token refused', { code: 'malformed', from: fromStranger });
    told('device token refused', { code: 'unknown', from: fromStranger });
    told('device token refused', { code: 'unknown', from: fromStranger, times: 6 });
    told('metrics token refused', { from: fromStranger });
    told('webhook not signed by the service', { code: 'signature', from: fromStranger });
    told('webhook by a key that the service does not publish', { from: fromStranger });
    told('proof refused', { code: 'entries', shownFor: 'link', from: fromStranger });
    told('proof refused', { shownFor: 'send-away' });
    for (const code of ['log', 'cursor', 'claims', 'devices', 'deletion', 'unlink'])
      told('device asked for what it may not see', { code, deviceId: thief.deviceId, integrationId: INTEGRATION, from: fromStranger });
    for (const code of ['token', 'doorbell'])
      told('device asked for what it may not see', { code, deviceId: thief.deviceId, from: fromStranger });
    told('device asked for what it may not see', { code: 'log', from: fromStranger, times: 4 });
    told('device asked for what it may not see', { code: 'sent-away', deviceId: other.deviceId, integrationId: INTEGRATION });
    told('limit reached', { code: 'enrolment', from: fromStranger });
    told('limit reached', { code: 'enrolment', from: fromStranger, times: expect.any(Number) as number });
    told('limit reached', { code: 'proof', from: fromStranger });
    told('limit reached', { code: 'authentication', from: fromNeighbour });
    const owner = hashIn(lines, 'integration is to be deleted');
    told('device enrolled', { deviceId: mine.deviceId, from: owner });
    told('proof', { deviceId: mine.deviceId, integrationId: INTEGRATION, outcome: 'proved', shownFor: 'link', from: owner });
    told('access token lent', { deviceId: mine.deviceId, integrations: 1, from: owner });
    told('device unlinked', { deviceId: other.deviceId, integrationId: INTEGRATION, how: 'sendAway', by: mine.deviceId, from: owner });
    told('device unlinked', { deviceId: mine.deviceId, how: 'unlink', by: mine.deviceId, from: owner });
    told('integration is to be deleted', { deviceId: mine.deviceId, integrationId: INTEGRATION, from: owner });
    told('device removed', { deviceId: mine.deviceId, from: owner });
    expect(lines.filter(({ msg }) => msg === 'access token lent')).toHaveLength(1);
    expect(new Set([fromStranger, fromNeighbour, owner]).size).toBe(3);
    expect(lines.filter(({ from }) => from !== undefined && !HASH.test(from))).toEqual([]);

    const said = program.stderr();
    const forbidden = [...stage.sent, secret, standIn.environment['RELAY_CLIENT_SECRET'] ?? '?', METRICS_TOKEN, ...NAMES];
    for (const text of [...forbidden, STRANGER, NEIGHBOUR, OWNER, '2001:db8', '127.0.0.1', '/v1/', RELAY_PATHS.webhooks])
      expect(said).not.toContain(text);
    expect(ask).toBeDefined();
  });

  it('counts half of an IPv6 address as one caller, and another caller is another hash', async () => {
    const { program, ask } = await staged();
    for (const from of [SIX, SIX_TOO, STRANGER]) await ask('GET', RELAY_PATHS.me, { from });
    await program.stop('SIGTERM');
    const lines = linesOf(program).filter(({ msg }) => msg === 'device token refused');
    expect(new Set(lines.map(({ from }) => from)).size).toBe(2);
    expect(lines.map(({ times }) => times).filter((times) => times !== undefined)).toEqual([1]);
  });

  it('is short, however many are refused from however many addresses', async () => {
    const { program, ask } = await staged();
    for (let n = 0; n < 1_500; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => ask('GET', RELAY_PATHS.me, { from: `10.${n >> 8}.${n & 255}.${i}` })));
    await Promise.all(Array.from({ length: 40 }, () => ask('GET', RELAY_PATHS.me, { from: STRANGER })));
    await program.stop('SIGTERM');
    const lines = linesOf(program).filter(({ msg }) => msg === 'device token refused');
    expect(lines.length).toBeLessThan(150);
    // Callers without a line of their own are counted all the same.
    const others = lines.find(({ from }) => from === 'others')?.times ?? 0;
    expect(others + lines.filter(({ from, times }) => from !== 'others' && times === undefined).length).toBe(1_540);
  });

  it('names the device that the operator ended', async () => {
    const { environment, ask } = await staged();
    const { deviceId } = await enrolled(ask, NAMES[0] ?? '');
    const { stderr } = await runCommand({ ...environment, RELAY_LOG_LEVEL: 'info' }, 'device', 'end', deviceId);
    expect(stderr).toContain('device ended by the operator');
    expect(stderr).toContain(deviceId);
    expect(stderr).not.toContain(NAMES[0]);
  });
});

type Asked = {
  readonly from?: string;
  readonly token?: string;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
};
type Ask = (method: string, path: string, asked?: Asked) => Promise<Response>;
type Stage = {
  readonly program: Program;
  readonly ask: Ask;
  readonly standIn: ServiceStandIn;
  readonly environment: Record<string, string>;
  /** All secrets and tokens that were sent or received. */
  readonly sent: string[];
};

/** The program behind a proxy on its own machine, so that a test may choose the caller's address. */
async function staged(): Promise<Stage> {
  const standIn = await serviceStandIn();
  onTestFinished(() => standIn.close());
  const environment = {
    ...standIn.environment,
    RELAY_STORE: `sqlite:${join(tempFolder(), 'relay.db')}`,
    RELAY_PROXY_ADDRESSES: '127.0.0.1',
    RELAY_METRICS_TOKEN: METRICS_TOKEN,
    RELAY_LOG_LEVEL: 'info',
  };
  const program = await readyLine({ args: ['relay/server.ts', '--port', '0'], env: environment });
  const sent: string[] = [];
  const ask: Ask = async (method, path, { from = OWNER, token, json, headers = {} } = {}) => {
    if (token !== undefined) sent.push(token);
    const own = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const answer = await fetch(`${String(program.ready['url'])}${path}`, {
      method,
      headers: { 'x-forwarded-for': from, ...own, ...headers },
      ...body,
    });
    return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), answer);
  };
  return { program, ask, standIn, environment, sent };
}

async function refusedTokens({ ask }: Stage): Promise<void> {
  const unknown = `${DEVICE_TOKEN_MARK}${'A'.repeat(43)}`;
  expect((await ask('GET', RELAY_PATHS.me, { from: STRANGER })).status).toBe(401);
  expect((await ask('GET', RELAY_PATHS.me, { from: STRANGER, token: 'not-a-token' })).status).toBe(401);
  for (let n = 0; n < 7; n += 1) expect((await ask('GET', RELAY_PATHS.me, { from: STRANGER, token: unknown })).status).toBe(401);
  expect((await ask('GET', RELAY_PATHS.metrics, { from: STRANGER, token: 'guessed-token-of-the-metrics' })).status).toBe(401);
}

async function refusedWebhooks({ ask, sent, standIn }: Stage): Promise<void> {
  const body = eventBody();
  const claims = claimsFor(body, Date.now());
  const post = (signed: string, from = STRANGER): Promise<Response> =>
    ask('POST', RELAY_PATHS.webhooks, { from, headers: { [SIGNATURE]: signed }, json: JSON.parse(body.toString()) as object });
  const forged = { ...signingKey('key-1'), jwk: standIn.key.jwk };
  for (const key of [forged, signingKey('key-nobody-has')]) {
    sent.push(jwt(key, claims));
    expect((await post(jwt(key, claims))).status).toBe(401);
  }
  expect((await post('nonsense', NEIGHBOUR)).status).toBeGreaterThanOrEqual(400);
  expect((await ask('POST', RELAY_PATHS.webhooks, { from: STRANGER, json: { words: 'a'.repeat(300_000) } })).status).toBe(413);
}

/** Ordinary use by legitimate devices, including requests that are refused. */
async function lives({ ask, sent, standIn }: Stage) {
  const secret = standIn.service.integration(INTEGRATION);
  const [mine, other] = [await enrolled(ask, NAMES[0] ?? ''), await enrolled(ask, NAMES[1] ?? '')];
  const prove = (token: string, integrationSecret: string, from = OWNER): Promise<Response> =>
    ask('POST', RELAY_PATHS.integrations, { token, from, json: { integrationId: INTEGRATION, integrationSecret } });
  for (const { token } of [mine, other]) expect((await prove(token, secret)).status).toBe(200);
  sent.push('wrong-secret-1', 'wrong-secret-2');
  const thief = await enrolled(ask, NAMES[0] ?? '');
  expect((await prove(thief.token, 'wrong-secret-1', STRANGER)).status).toBe(404);
  await asksForOthers(ask, thief.token);
  for (let n = 0; n < 3; n += 1) {
    const lent = await ask('GET', RELAY_PATHS.accessToken, { token: mine.token });
    sent.push(((await lent.json()) as { accessToken: string }).accessToken);
  }
  const away = `${devicesPath(INTEGRATION)}/${other.deviceId}`;
  expect((await ask('DELETE', away, { token: mine.token, json: { integrationSecret: 'wrong-secret-2' } })).status).toBe(404);
  expect((await ask('DELETE', away, { token: mine.token, json: { integrationSecret: secret } })).status).toBe(204);
  expect((await ask('GET', eventsPath(INTEGRATION), { token: other.token })).status).toBe(410);
  expect((await ask('DELETE', integrationPath(INTEGRATION), { token: mine.token })).status).toBe(204);
  expect((await prove(mine.token, secret)).status).toBe(200);
  expect((await ask('DELETE', eventsPath(INTEGRATION), { token: mine.token, json: { integrationSecret: secret } })).status).toBe(204);
  for (let n = 0; n < 10; n += 1) await prove(thief.token, 'wrong-secret-1', STRANGER);
  expect((await ask('DELETE', RELAY_PATHS.me, { token: mine.token })).status).toBe(204);
  return { mine, other, thief, secret };
}

/** All that a device with a token and without a proof may try. */
async function asksForOthers(ask: Ask, token: string): Promise<void> {
  const by = { token, from: STRANGER };
  const deletion = { ...by, json: { integrationSecret: 'x' } };
  const asked = [
    ...Array.from({ length: 5 }, () => ask('GET', eventsPath(INTEGRATION), by)),
    ask('PUT', cursorPath(INTEGRATION), { ...by, json: { epoch: 'x', seq: 0 } }),
    ask('POST', RELAY_PATHS.claims, { ...by, json: { integrationId: INTEGRATION, documentIds: [uuid(5, 5)] } }),
    ask('GET', devicesPath(INTEGRATION), by),
    ask('DELETE', eventsPath(INTEGRATION), deletion),
    ask('DELETE', integrationPath(INTEGRATION), by),
    ask('GET', RELAY_PATHS.accessToken, by),
    ask('GET', RELAY_PATHS.doorbell, by),
  ];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 404));
}

async function limits({ ask }: Stage): Promise<void> {
  for (let n = 0; n < 95; n += 1) await ask('POST', RELAY_PATHS.devices, { from: STRANGER, json: { name: NAMES[0] } });
  for (let n = 0; n < 122; n += 1) await ask('GET', RELAY_PATHS.me, { from: NEIGHBOUR });
}

async function enrolled(ask: Ask, name: string): Promise<{ readonly deviceId: string; readonly token: string }> {
  const answer = await ask('POST', RELAY_PATHS.devices, { json: { name } });
  const { deviceId, deviceToken } = (await answer.json()) as { deviceId: string; deviceToken: string };
  return { deviceId, token: deviceToken };
}

function linesOf(program: Program): readonly Line[] {
  return program
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

function hashIn(lines: readonly Line[], message: string): string {
  return lines.find(({ msg }) => msg === message)?.from ?? `no line "${message}"`;
}
