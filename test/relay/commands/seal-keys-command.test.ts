import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { deliver } from '../durability/deliver.ts';
import { relayProcess } from '../durability/relay-process.ts';
import { serviceStandIn } from '../durability/service-stand-in.ts';
import { runCommand } from './run-command.ts';
import { uuid } from '../enrol/uuid.ts';

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
