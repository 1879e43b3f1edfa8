import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { enrolAnswerSchema } from '#shared/relay-protocol/messages.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { tempFolder } from '#test/support/folders.ts';
import { deliver, relayProcess, serviceStandIn, type ServiceStandIn } from '../durability/desktop.ts';
import { listen, uuid } from '../relay-bench.ts';
import { runCommand } from './run-command.ts';
import { unless } from '#test/support/why-skipped.ts';
import { readAll } from '#relay/commands/said.ts';
import { existsSync } from 'node:fs';

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

it('all pages are read, each after the last row of the one before, up to one that is empty', async () => {
  const rows = [1, 2, 3, 4, 5];
  const asked: (number | null)[] = [];
  const all = await readAll<number>((after) => {
    asked.push(after);
    return Promise.resolve(rows.filter((row) => row > (after ?? 0)).slice(0, 2));
  });
  expect(all).toEqual(rows);
  expect(asked).toEqual([null, 2, 4, 5]);
});

const OLD = `2026a:${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `2026b:${Buffer.alloc(32, 2).toString('base64')}`;

describe('the keys that seal results', () => {
  it('are wanted by every start, or the word that says there are none, which is warned of', async () => {
    const { run } = await stage();
    const silent = await run('');
    expect(silent).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/RELAY_SEAL_KEYS: is missing: .*openssl rand -base64 32/) as string,
    });
    expect((await run('', '--check-config')).stdout).toMatch(/RELAY_SEAL_KEYS +missing/);
    expect((await run('none', 'doctor')).stdout).toMatch(/^warning {2}RELAY_SEAL_KEYS: people’s results lie open/m);
    expect((await run(NEW, 'doctor')).stdout).not.toMatch(/RELAY_SEAL_KEYS/);
  });

  it('are refused at the start when results lie under one that is not there, which doctor says, too', async () => {
    const { run, receive } = await stage();
    await receive(OLD, 1);
    const sentence = 'the store holds results that are sealed with the key “2026a”, which is not configured';
    for (const keys of ['none', NEW]) {
      expect(await run(keys)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(sentence) as string });
      expect((await run(keys, 'doctor')).stdout).toContain(`bad      seal: RELAY_SEAL_KEYS: ${sentence}`);
    }
    const another = await run(NEW.replace('2026b', '2026a'));
    expect(another).toMatchObject({ status: 2, stderr: expect.stringContaining('is not the one of this name') as string });
  });

  it('are listed with what lies under each, say when one may go, and a lost one is given up by name alone', async () => {
    const { run, receive, file } = await stage();
    const listed = async (keys: string) => {
      const { status, stdout } = await run(keys, 'seal-keys', '--json');
      return { status, keys: JSON.parse(stdout) as unknown };
    };
    await receive('none', 1);
    expect((await run('none', 'seal-keys')).stdout).toBe('(open)  1 events, 0 in conflict, 0 in quarantine  no key is configured\n');
    // The sweep at the start seals the unsealed bodies, and those received by then.
    await receive(OLD, 2);
    await receive(`${NEW},${OLD}`, 3);
    const done = await listed(`${NEW},${OLD}`);
    const none = { events: 0, conflicts: 0, quarantine: 0 };
    expect(done).toEqual({
      status: 0,
      keys: [
        { id: '2026b', standing: 'newest', ...none, events: 3, mayGo: false },
        { id: '2026a', standing: 'old', ...none, mayGo: true },
      ],
    });
    const words = await run(`${NEW},${OLD}`, 'seal-keys');
    expect(words.stdout).toMatch(/^2026a {2}0 events, .* {2}may be taken away$/m);
    expect(words.stdout).toContain('backups that are older than the change still need the old one');
    expect(await listed(OLD)).toMatchObject({ status: 1, keys: [{ id: '2026a' }, { id: '2026b', standing: 'missing', events: 3 }] });
    expect(await run(`${NEW},${OLD}`, 'seal-keys', 'give-up', '2026b')).toMatchObject({ status: 1 });
    expect((await run(OLD, 'seal-keys', 'take-away', '2026b')).status).toBe(2);
    expect(await run(OLD, 'seal-keys', 'give-up', '2026b')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('3 bodies') as string,
    });
    expect(await listed(OLD)).toMatchObject({ status: 0, keys: [{ id: '2026a', standing: 'newest', events: 0 }] });
    using database = new DatabaseSync(file, { readOnly: true });
    expect(database.prepare('SELECT act, subject FROM audit_log').all()).toEqual([{ act: 'seal key given up', subject: '2026b' }]);
  });
});

async function stage() {
  const standIn = await serviceStandIn();
  onTestFinished(() => standIn.close());
  const file = join(tempFolder(), 'relay.db');
  const environment = (keys: string) => ({ ...standIn.environment, RELAY_STORE: `sqlite:${file}`, RELAY_SEAL_KEYS: keys });
  return {
    file,
    run: (keys: string, ...args: readonly string[]) => runCommand(environment(keys), ...args),
    /** Runs a relay with these keys that receives one event, until its first sweep is done. */
    receive: async (keys: string, n: number): Promise<void> => {
      endLease(file);
      const relay = await relayProcess(environment(keys));
      onTestFinished(async () => void (await relay.end('SIGTERM')));
      await deliver({ id: uuid(3, n), integrationId: uuid(9, 1) }, { key: standIn.key, url: () => relay.url });
      await expect.poll(() => leftToSeal(file, keys), { timeout: 20_000 }).toBe(0);
      await relay.end('SIGTERM');
    },
  };
}

/** As if ten minutes had passed: otherwise, of relays that follow each other so quickly, only the first would sweep. */
function endLease(file: string): void {
  if (!existsSync(file)) return;
  using database = new DatabaseSync(file);
  database.exec("DELETE FROM meta WHERE name = 'lease retention'");
}

function leftToSeal(file: string, keys: string): number {
  if (keys === 'none') return 0;
  using database = new DatabaseSync(file, { readOnly: true });
  const [newest = ''] = keys.split(':');
  const row = database.prepare('SELECT count(*) AS bodies FROM events WHERE body_key IS NULL OR body_key <> ?').get(newest);
  return Number(row?.['bodies']);
}
