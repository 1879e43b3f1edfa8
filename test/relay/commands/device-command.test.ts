import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { enrolAnswerSchema } from '#shared/relay-protocol/messages.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { relayProcess } from '../durability/relay-process.ts';
import { serviceStandIn, type ServiceStandIn } from '../durability/service-stand-in.ts';
import { listen } from '../listen.ts';
import { runCommand } from './run-command.ts';
import { uuid } from '../enrol/uuid.ts';
import { unless } from '#test/support/why-skipped.ts';

const INTEGRATION = uuid(9, 1);
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const missing = postgresMissing();

describe('devices on the relay’s command line', () => {
  describe('on SQLite', () => {
    ends(async () => `sqlite:${join(tempFolder(), 'relay.db')}`);
  });

  describe('on PostgreSQL', unless(missing), () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());
    ends(() => postgres.database());
  });

  it('are none at first; an id that nobody has ends nothing, and other words are refused', async () => {
    const environment = await staged(`sqlite:${join(tempFolder(), 'relay.db')}`);
    expect(await runCommand(environment, 'device', 'list')).toMatchObject({ status: 0, stdout: 'No device is enrolled.\n' });
    expect(await runCommand(environment, 'device', 'list', '--json')).toMatchObject({ status: 0, stdout: '[]\n' });
    const none = { status: 1, stdout: expect.stringContaining('There is no device with this id') as string };
    expect(await runCommand(environment, 'device', 'end', uuid(1, 1))).toMatchObject(none);
    expect(await runCommand(environment, 'device', 'end', uuid(1, 1), '--json')).toMatchObject({ status: 1, stdout: '{"ended":false}\n' });
    for (const words of [[], ['end'], ['end', "x' OR 1=1"], ['list', uuid(1, 1)], ['end', uuid(1, 1), 'more'], ['destroy', uuid(1, 1)]])
      expect([words, (await runCommand(environment, 'device', ...words)).status]).toEqual([words, 2]);
  });
});

function ends(newStore: () => Promise<string>): void {
  it('are listed with what they read; one that is ended loses its stream, its waiting question and its token while the relay runs', async () => {
    const standIn = await served();
    const environment = { ...standIn.environment, RELAY_STORE: await newStore() };
    const relay = await relayProcess(environment);
    onTestFinished(async () => void (await relay.end('SIGTERM')));
    const [stolen, kept] = [await device(relay.url, standIn, 'Accueil'), await device(relay.url, standIn, 'Bureau "2"')];
    const listed = await runCommand(environment, 'device', 'list');
    const line = (id: string, name: string) => new RegExp(`^${id}  enrolled \\S+Z  used \\S+  "${name}"  reads 1: ${INTEGRATION}$`, 'm');
    expect(listed.stdout).toMatch(line(stolen.deviceId, 'Accueil'));
    expect(listed.stdout).toMatch(line(kept.deviceId, 'Bureau \\\\"2\\\\"'));
    const rows = JSON.parse((await runCommand(environment, 'device', 'list', '--json')).stdout) as unknown;
    const times = { createdAt: expect.stringMatching(ISO) as string, lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string };
    expect(rows).toEqual([
      { deviceId: stolen.deviceId, name: 'Accueil', ...times, reads: [INTEGRATION], lapsed: [] },
      { deviceId: kept.deviceId, name: 'Bureau "2"', ...times, reads: [INTEGRATION], lapsed: [] },
    ]);

    const [lost, stays] = [await listen(fetch, stolen.token, relay.url), await listen(fetch, kept.token, relay.url)];
    onTestFinished(() => stays.close());
    for (const stream of [lost, stays]) expect(await stream.until('"seq":0')).toBe(true);
    const asked = (token: string, query = '') =>
      fetch(`${relay.url}${eventsPath(INTEGRATION)}${query}`, { headers: { authorization: `Bearer ${token}` } });
    const waiting = asked(stolen.token, '?wait=25');
    const ended = await runCommand({ ...environment, SUDO_USER: 'operator-7' }, 'device', 'end', stolen.deviceId);
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining('secret') as string });
    expect(await lost.until('never')).toBe(false);
    expect((await waiting).status).toBe(404);
    expect((await asked(stolen.token)).status).toBe(401);
    expect((await asked(kept.token)).status).toBe(200);
    expect(await readAudit(environment.RELAY_STORE)).toEqual([{ act: 'device ended', subject: stolen.deviceId, who: 'operator-7' }]);
    // As after any other end of its token, the app enrols as a new device and proves the integration by its secret.
    const again = await device(relay.url, standIn, 'Accueil');
    expect((await asked(again.token)).status).toBe(200);
    expect((await runCommand(environment, 'device', 'end', again.deviceId, '--json')).stdout).toBe('{"ended":true}\n');
  });
}

async function readAudit(store: string): Promise<unknown> {
  const question = 'SELECT act, subject, who FROM audit_log ORDER BY n';
  if (store.startsWith('sqlite:')) {
    const database = new DatabaseSync(store.slice('sqlite:'.length), { readOnly: true });
    const rows = database.prepare(question).all();
    database.close();
    return rows;
  }
  const client = new Client({ connectionString: store });
  await client.connect();
  const { rows } = await client.query(question);
  await client.end();
  return rows;
}

async function staged(store: string): Promise<Record<string, string>> {
  return { ...(await served()).environment, RELAY_STORE: store };
}

async function served(): Promise<ServiceStandIn> {
  const standIn = await serviceStandIn();
  onTestFinished(() => standIn.close());
  return standIn;
}

async function device(url: string, standIn: ServiceStandIn, name: string) {
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { deviceId, deviceToken: token } = enrolAnswerSchema.parse(await (await post(RELAY_PATHS.devices, { name })).json());
  const proof = { integrationId: INTEGRATION, integrationSecret: standIn.service.integration(INTEGRATION) };
  expect((await post(RELAY_PATHS.integrations, proof, { authorization: `Bearer ${token}` })).status).toBe(200);
  return { deviceId, token };
}
