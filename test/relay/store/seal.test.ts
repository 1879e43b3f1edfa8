import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { sealWith } from '#relay/store/seal.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import type { Store } from '#relay/store/store.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { removeFolder, scratchFolder, tempFolder } from '#test/support/folders.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, NOTHING_DUE } from './store.devices.ts';
import { writeFileSync } from 'node:fs';
import { Client } from 'pg';
import { postgresStore } from '#relay/store/open-store.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { makeAuthority } from '#test/support/network/make-certificate.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { relayProcess, serviceStandIn } from '../durability/desktop.ts';
import { runCommand } from '../commands/run-command.ts';
import { unless } from '#test/support/why-skipped.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const OLD = { id: '2026a', key: new Uint8Array(32).fill(1) };
const NEW = { id: '2026b', key: new Uint8Array(32).fill(2) };
const OF = { eventId: uuid(2, 1), integrationId: A };
const BODY = Buffer.from('{"rejectionReason":"Facture illisible"}');
const PAGE = { after: 0, rowsMax: 10, bytesMax: 100_000 };

describe('a sealed body', () => {
  const random = seededRandom(3);
  const seal = sealWith([NEW, OLD], random);

  it('opens with its key alone, and for its own event and integration', () => {
    const sealed = seal.seal(BODY, OF);
    expect(Buffer.from(sealed.body).includes('Facture')).toBe(false);
    expect(Buffer.from(seal.open(sealed, OF))).toEqual(BODY);
    expect(() => sealWith([OLD], random).open(sealed, OF)).toThrow('not configured');
    expect(() => sealWith([{ ...NEW, key: OLD.key }], random).open(sealed, OF)).toThrow('unable to authenticate');
    expect(() => seal.open(sealed, { ...OF, eventId: uuid(2, 2) })).toThrow('unable to authenticate');
    expect(() => seal.open(sealed, { ...OF, integrationId: uuid(1, 2) })).toThrow('unable to authenticate');
  });

  it('does not open when one bit of it was changed', () => {
    const sealed = seal.seal(BODY, OF);
    for (let at = 0; at < sealed.body.byteLength; at += 1) {
      const body = Uint8Array.from(sealed.body);
      body[at] = (body[at] ?? 0) ^ 1;
      expect(() => seal.open({ ...sealed, body }, OF)).toThrow('unable to authenticate');
    }
  });

  it('is never sealed twice alike', () => {
    expect(Buffer.from(seal.seal(BODY, OF).body)).not.toEqual(Buffer.from(seal.seal(BODY, OF).body));
  });
});

describe('a store with keys', () => {
  it('keeps no body in the clear, in its log, apart and in conflict', async () => {
    const { store, bodies } = await openSealed([NEW]);
    await linked(store, 'd1', A);
    const documentId = documentIdSchema.parse(uuid(7, 1));
    await store.append([
      { ...event(1, A), body: BODY },
      { ...event(1, A), body: BODY, bodyDigest: 'other' },
      { ...event(2, null), body: BODY, documentId },
    ]);
    expect(bodies()).toHaveLength(3);
    expect(bodies().some((body) => body.includes('Facture'))).toBe(false);
    expect(await store.claim({ deviceId: 'd1', integrationId: A }, [documentId])).toBe(1);
    const page = await store.page({ deviceId: 'd1', integrationId: A }, PAGE);
    expect(page?.events.map(({ body }) => Buffer.from(body).toString())).toEqual([BODY.toString(), BODY.toString()]);
  });

  it('seals what it has anew when a key is put in front, so that the old one can go', async () => {
    const file = join(tempFolder(), 'relay.db');
    for (const keys of [[], [OLD]]) {
      const { store } = await openSealed(keys, file);
      if (keys.length === 0) await linked(store, 'd1', A);
      await store.append([{ ...event(keys.length, A), body: BODY }]);
      await store.close();
    }
    const { store } = await openSealed([NEW, OLD], file);
    expect(await store.notNewest()).toBe(2);
    expect(await store.sweep(NOTHING_DUE)).toMatchObject({ resealed: 2 });
    expect(await store.notNewest()).toBe(0);
    await store.close();
    const after = await openSealed([NEW], file);
    expect((await after.store.page({ deviceId: 'd1', integrationId: A }, PAGE))?.events).toHaveLength(2);
  });
});

async function openSealed(keys: readonly (typeof OLD)[], file = join(tempFolder(), 'relay.db')) {
  const random = seededRandom(5);
  const opened = await sqliteStore(file, random, sealWith(keys, random));
  let closed = false;
  const store: Store = {
    ...opened,
    close: async () => {
      if (!closed) await opened.close();
      closed = true;
    },
  };
  onTestFinished(() => store.close());
  const bodies = (): Buffer[] => {
    using database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT body FROM events UNION ALL SELECT body FROM conflicts').all();
    return rows.map((row) => Buffer.from(row['body'] as Uint8Array));
  };
  return { store, bodies };
}

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
