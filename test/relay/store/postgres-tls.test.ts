import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgresStore } from '#relay/store/open-store.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { makeAuthority } from '#test/support/network/make-certificate.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { relayProcess } from '../durability/relay-process.ts';
import { serviceStandIn } from '../durability/service-stand-in.ts';
import { runCommand } from '../commands/run-command.ts';
import { unless } from '#test/support/why-skipped.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

const missing = postgresMissing();
const office = makeAuthority();
const stranger = makeAuthority('Stranger');
/** Reaches this machine, but does not count as a local address. */
const NOT_LOCAL = '127.0.0.2';
/** Makes Node trust every certificate. */
const OPEN = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const UNKNOWN = { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };

describe('PostgreSQL over TLS', unless(missing), () => {
  let postgres: Postgres;
  let database: string;
  const folder = scratchFolder('tls');
  let files: { readonly office: string; readonly stranger: string };
  beforeAll(async () => {
    postgres = await startPostgres({ certificate: office.issue({ host: 'localhost' }), also: [NOT_LOCAL] });
    database = new URL(await postgres.database()).pathname;
    files = { office: join(folder, 'office.pem'), stranger: join(folder, 'stranger.pem') };
    writeFileSync(files.office, office.cert);
    writeFileSync(files.stranger, stranger.cert);
  });
  afterAll(async () => {
    removeFolder(folder);
    await postgres.stop();
  });

  const address = (host: string, query = '') => `postgres://relay@${host}:${postgres.port}${database}${query}`;

  it('is connected to when its certificate is right, on every connection, also the one that listens', async () => {
    const store = await postgresStore(address('localhost', verified(files.office)), { random: seededRandom(1), clock: nodeClock() });
    const stop = await store.nodes?.listen(() => undefined);
    onTestFinished(async () => {
      await stop?.();
      await store.close();
    });
    const client = new Client(address('127.0.0.1'));
    await client.connect();
    const { rows } = await client.query(
      "SELECT DISTINCT application_name AS name, ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'intray-%' ORDER BY 1",
    );
    await client.end();
    expect(rows).toEqual([
      { name: 'intray-relay', ssl: true },
      { name: 'intray-relay-doorbell', ssl: true },
    ]);
  });

  it('is refused under another name, by an unknown authority and without TLS, whatever else address or environment say', async () => {
    const plain = await startPostgres();
    onTestFinished(() => plain.stop());
    const wrong = [
      [address('127.0.0.1', verified(files.office)), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
      [address('localhost', verified(files.stranger)), UNKNOWN],
      [address('localhost', '?sslmode=verify-full'), UNKNOWN],
      [address('localhost', '?sslmode=verify-full&ssl=no-verify&uselibpqcompat=true'), UNKNOWN],
      [address('localhost', '?sslmode=verify-full&sslnegotiation=direct'), {}],
      [`${await plain.database()}?sslmode=verify-full`, { message: 'The server does not support SSL connections' }],
    ] as const;
    for (const environment of [{ NODE_TLS_REJECT_UNAUTHORIZED: undefined }, OPEN]) {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', environment.NODE_TLS_REJECT_UNAUTHORIZED);
      onTestFinished(() => void vi.unstubAllEnvs());
      for (const [store, failure] of wrong) {
        await expect(postgresStore(store, { random: seededRandom(1), clock: nodeClock() })).rejects.toMatchObject(failure);
      }
    }
    const open = await doctor({ RELAY_STORE: address('localhost', verified(files.stranger)), ...OPEN });
    expect(open.stdout).toMatch(/^bad {6}store: cannot be opened \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)$/m);
    const right = await doctor({ RELAY_STORE: address('localhost', verified(files.office)), ...OPEN });
    expect(right.stdout).toMatch(/^good {5}store: writable/m);
  });

  it('on another machine is no store without it, and where that is accepted by name it is said at each start and by doctor', async () => {
    const refused = await doctor({ RELAY_STORE: address(NOT_LOCAL) });
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('RELAY_STORE: is a PostgreSQL on another machine and')]);
    const accepted = { RELAY_STORE: address(NOT_LOCAL), RELAY_STORE_INSECURE: 'yes' };
    expect((await doctor(accepted)).stdout).toMatch(/^warning {2}RELAY_STORE_INSECURE: the store is on another machine/m);
    const standIn = await serviceStandIn();
    onTestFinished(() => standIn.close());
    const relay = await relayProcess({ ...standIn.environment, ...accepted, RELAY_LOG_LEVEL: 'warn' });
    await relay.end('SIGTERM');
    expect(relay.stderr()).toContain('the store is on another machine and its certificate is not verified');
    // A risk that does not exist is not reported, even though the setting accepts it.
    const local = await doctor({ RELAY_STORE: address('127.0.0.1'), RELAY_STORE_INSECURE: 'yes' });
    expect(local.stdout).not.toContain('RELAY_STORE_INSECURE');
  });
});

function verified(authority: string): string {
  return `?sslmode=verify-full&sslrootcert=${authority}`;
}

async function doctor(environment: Readonly<Record<string, string>>) {
  const standIn = await serviceStandIn();
  try {
    return await runCommand({ ...standIn.environment, ...environment }, 'doctor');
  } finally {
    await standIn.close();
  }
}
