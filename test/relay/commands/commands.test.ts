import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { claimsFor, eventBody, jwt } from '#test/unit/shared/service-client/odd-events.ts';
import { deliver, desktop, relayProcess, serviceStandIn, type ServiceStandIn } from '../durability/desktop.ts';
import { runCommand as run } from './run-command.ts';
import { uuid } from '../relay-bench.ts';

const INTEGRATION = uuid(9, 1);
const NO_PASSWORD =
  '--store: holds a password, and every user of this machine can read the command line: give the address by RELAY_STORE or by the file that ' +
  'RELAY_STORE_FILE names, or leave the password out and give it by PGPASSWORD.';

describe('the relay’s command line', () => {
  it('copies a store in use, and the copy in its place makes desktops read from the start and get what comes after', async () => {
    const { standIn, folder, environment } = await stage();
    const relay = await relayProcess(environment);
    onTestFinished(async () => void (await relay.end('SIGTERM')));
    const reader = await desktop(relay.url, standIn, [INTEGRATION]);
    const send = (n: number, url: string) => deliver({ id: uuid(3, n), integrationId: INTEGRATION }, { key: standIn.key, url: () => url });
    await send(1, relay.url);
    const copied = await run(environment, 'backup', join(folder, 'copy.db'));
    expect(copied).toMatchObject({ status: 0 });
    expect((await run(environment, 'backup', join(folder, 'copy.db'))).status).toBe(2);
    await send(2, relay.url);
    await reader.look(relay.url);
    await relay.end('SIGTERM');
    const restored = await relayProcess({ ...environment, RELAY_STORE: `sqlite:${join(folder, 'copy.db')}` });
    onTestFinished(async () => void (await restored.end('SIGTERM')));
    await send(3, restored.url);
    expect(reader.faults).toEqual([]);
    await reader.look(restored.url);
    // The place of the event that was lost with the newer file was given again: only the epoch reveals that.
    expect(reader.faults).toContain('another epoch');
  });

  it('begins a new epoch when told to', async () => {
    const { file, environment } = await stage();
    const epoch = async (): Promise<string> => {
      const store = await sqliteStore(file, seededRandom(1));
      await store.close();
      return store.epoch;
    };
    const before = await epoch();
    expect((await run(environment, 'new-epoch')).status).toBe(0);
    expect(await epoch()).not.toBe(before);
  });

  it('checks the settings without starting, says where each comes from and never a value', async () => {
    const { environment, folder } = await stage();
    const key = randomBytes(32).toString('base64');
    writeFileSync(join(folder, 'keys'), `k1:${key}\n`);
    const good = await run({ ...environment, RELAY_SEAL_KEYS_FILE: join(folder, 'keys') }, '--check-config');
    expect(good.status).toBe(0);
    expect(good.stdout).toMatch(/RELAY_SEAL_KEYS +file/);
    expect(good.stdout).toMatch(/RELAY_CLIENT_SECRET +set/);
    expect(good.stdout).toMatch(/RELAY_PORT +default/);
    const wrong = { RELAY_CLIENT_SECRET: '', RELAY_SEAL_KEYS: `k1:${key}x`, RELAY_STORE: 'mysql://x', RELAY_SORE: 'typing' };
    const bad = await run({ ...environment, ...wrong }, '--check-config');
    expect(bad.status).toBe(2);
    for (const line of [
      'RELAY_CLIENT_SECRET: is missing',
      'RELAY_SEAL_KEYS: must be',
      'RELAY_STORE: must be',
      'RELAY_SORE: there is no such',
    ]) {
      expect(bad.stdout).toContain(line);
    }
    for (const { stdout } of [good, bad]) for (const secret of [key, 'partner-secret', 'mysql']) expect(stdout).not.toContain(secret);
  });

  it('examines what it needs and names what is bad', async () => {
    const { standIn, environment } = await stage();
    const relay = await relayProcess(environment);
    onTestFinished(async () => void (await relay.end('SIGTERM')));
    const other = { ...environment, RELAY_STORE: `sqlite:${join(tempFolder(), 'relay.db')}`, RELAY_PUBLIC_URL: relay.url };
    const good = await run(other, 'doctor');
    expect(good.stdout).toContain('good     service: gives a token and takes it');
    expect(good.stdout).toContain('good     keys: 1 may verify webhooks');
    expect(good.stdout).toMatch(/good {5}clock: \d s (behind|ahead of) the service/);
    expect(good.stdout).toContain('good     store: writable; 0 integrations, 0 devices, 0 events apart');
    expect(good.stdout).toContain('warning  webhooks: none of the service was ever verified here');
    expect(good.stdout).toContain('good     public address: answers');
    // On this computer, which no link may lead to.
    expect(good.stdout).toContain('warning  invitations: none can be made: RELAY_PUBLIC_URL must be https, with a name');
    expect(good.status).toBe(0);
    standIn.service.is.token = 'refused';
    const jwks = standIn.environment['RELAY_JWKS_URL'] ?? '';
    const bad = await run({ ...other, RELAY_JWKS_URL: `${jwks}/nothing`, RELAY_PUBLIC_URL: jwks }, 'doctor');
    expect(bad.status).toBe(1);
    expect(bad.stdout).toContain('bad      service: no access token: refused');
    expect(bad.stdout).toContain('bad      keys: ');
    expect(bad.stdout).toContain('bad      public address: ');
  });

  it('says it in a line when a secret’s file or the store is not there', async () => {
    const { environment, folder } = await stage();
    const away = join(folder, 'away', 'relay.db');
    const noFile = await run({ ...environment, RELAY_CLIENT_SECRET_FILE: away }, '--check-config');
    expect(noFile).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('RELAY_CLIENT_SECRET_FILE: cannot be read (ENOENT)') as string,
    });
    for (const store of [`sqlite:${away}`, 'postgres://relay:geheim@127.0.0.1:1/relay']) {
      const examined = await run({ ...environment, RELAY_STORE: store }, 'doctor');
      expect(examined.status).toBe(1);
      expect(examined.stdout).toMatch(/^bad {6}store: cannot be opened \((ERR_SQLITE_ERROR|ECONNREFUSED)\)$/m);
      expect(examined.stdout).toMatch(/^good {5}service: /m);
      expect(examined.stdout + examined.stderr).not.toContain('geheim');
    }
  });

  it('takes no password in --store, where every user of the machine can read it, and says where to put it', async () => {
    const { environment } = await stage();
    const asked = [
      [[], 'postgres://relay:geheim@127.0.0.1:1/relay'],
      [['doctor'], 'postgresql://127.0.0.1:1/relay?user=relay&password=geheim'],
    ] as const;
    for (const [command, store] of asked) {
      const { status, stdout, stderr } = await run(environment, ...command, '--store', store);
      expect([status, stdout, stderr]).toEqual([2, '', `${NO_PASSWORD}\n`]);
    }
    const without = 'postgres://relay@[::1]:1/relay?application_name=a:b@c';
    expect(await run({ ...environment, PGPASSWORD: 'geheim' }, '--check-config', '--store', without)).toMatchObject({ status: 0 });
  });

  it('lists the keys with their use, and has a running relay refuse one that is distrusted, which stays written down', async () => {
    const { standIn, file, environment } = await stage();
    expect((await run(environment, 'keys')).stdout).toBe('No key was read yet.\n');
    const relay = await relayProcess(environment);
    onTestFinished(async () => void (await relay.end('SIGTERM')));
    const send = (n: number) => askStatus(relay.url, standIn, uuid(3, n));
    expect(await send(1)).toBe(204);
    const listed = await run(environment, 'keys');
    const [, thumbprint = ''] = /^([\w-]{43}) {2}kid "[^"]+" {2}published \S+Z to \S+Z {2}used \S+Z to \S+Z$/m.exec(listed.stdout) ?? [];
    expect(thumbprint).not.toBe('');
    expect(await run(environment, 'keys', 'distrust', `-${'x'.repeat(42)}`)).toMatchObject({ status: 1 });
    expect((await run(environment, 'keys', 'trust', thumbprint)).status).toBe(2);
    const done = await run({ ...environment, SUDO_USER: 'operator-7', RELAY_LOG_LEVEL: 'warn' }, 'keys', 'distrust', thumbprint);
    expect(done).toMatchObject({ status: 0, stderr: expect.stringContaining('key distrusted') as string });
    await expect.poll(() => send(2), { timeout: 20_000 }).toBe(401);
    expect((await run(environment, 'keys')).stdout).toMatch(/DISTRUSTED \S+Z by operator-7$/m);
    const database = new DatabaseSync(file);
    const audit = database.prepare('SELECT act, subject, who FROM audit_log').all();
    database.close();
    expect(audit).toEqual([{ act: 'key distrusted', subject: thumbprint, who: 'operator-7' }]);
  });

  it('knows no other words', async () => {
    const { environment } = await stage();
    const usage = /\n\nrelay \[--port N\]/;
    // The command itself is wrong, even if nothing is configured.
    for (const configured of [environment, {}]) {
      const { status, stderr } = await run(configured, 'destroy');
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^There is no command "destroy"\.\n\n/)]);
      expect(stderr).toMatch(usage);
    }
    const { status, stderr } = await run(environment, '--stroe', 'x');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^Unknown option '--stroe'\./)]);
    expect(stderr).toMatch(usage);
    expect(await run({}, '-h')).toMatchObject({ status: 0, stdout: expect.stringContaining('doctor') as string });
    expect(await run(environment, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('doctor') as string });
  });
});

/** The status with which a relay answers one webhook of the service. */
async function askStatus(url: string, { key }: ServiceStandIn, id: string): Promise<number> {
  const body = eventBody({ id, integrationId: INTEGRATION });
  const headers = { 'x-service-webhook-signature': jwt(key, claimsFor(body, Date.now())) };
  const answer = await fetch(`${url}/webhooks`, { method: 'POST', headers, body: Uint8Array.from(body) });
  await answer.body?.cancel();
  return answer.status;
}

type Staged = {
  readonly standIn: ServiceStandIn;
  readonly folder: string;
  readonly file: string;
  readonly environment: Record<string, string>;
};

async function stage(): Promise<Staged> {
  const standIn = await serviceStandIn();
  onTestFinished(() => standIn.close());
  const folder = tempFolder();
  const file = join(folder, 'relay.db');
  return { standIn, folder, file, environment: { ...standIn.environment, RELAY_STORE: `sqlite:${file}` } };
}
