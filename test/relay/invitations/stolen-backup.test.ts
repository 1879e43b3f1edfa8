import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { base64urlnopad } from '@scure/base';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newInvitation } from '#relay/commands/invitation/new-invitation.ts';
import { postgresStore } from '#relay/store/open-store.ts';
import { sealWith } from '#relay/store/seal.ts';
import { sqliteBackup, sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import type { Store } from '#relay/store/store.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { type Deposit, invitationKeys, numberProof, openSecret } from '#shared/node/invitation-keys.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { tempFolder } from '#test/support/folders.ts';
import { unless } from '#test/support/why-skipped.ts';
import { NOTHING_DUE } from '../store/store.devices.ts';
import { INVITED } from './invited.ts';

const SECRET = 'the-secret-of-the-integration-7c41';
const TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
const random = nodeRandom();
/** The operator's key for bodies: whoever steals the store may have it, too. */
const SEAL_KEY = random.bytes(32);
const missing = postgresMissing();

type Row = Readonly<Record<string, unknown>>;
type Stolen = { readonly rows: readonly Row[]; readonly invitation: Row };

describe('a stolen backup of the relay', () => {
  it('on SQLite opens no deposited secret, before and after the claim', async () => {
    const folder = tempFolder();
    const file = join(folder, 'relay.db');
    const store = await sqliteStore(file, random, sealWith([{ id: 'k1', key: SEAL_KEY }], random));
    onTestFinished(() => store.close());
    let copies = 0;
    const found = await findOpened(store, () => {
      const copy = join(folder, `copy-${(copies += 1)}.db`);
      sqliteBackup(file, copy);
      // Also what SQLite no longer uses.
      for (const bytes of [readFileSync(copy), readFileSync(file)]) expect(bytes.includes(SECRET)).toBe(false);
      return Promise.resolve(dumpOfSqlite(copy));
    });
    expect(found).toEqual([]);
  });

  it('on SQLite contains nothing of a secret whose invitation has ended, however it ended', async () => {
    const file = join(tempFolder(), 'relay.db');
    const store = await sqliteStore(file, random);
    onTestFinished(() => store.close());
    expect(await findLeft(store, () => Promise.resolve(dumpOfSqlite(file)))).toEqual([]);
  });

  describe('on PostgreSQL', unless(missing), () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());

    it('opens none either', async () => {
      const url = await postgres.database();
      const store = await postgresStore(url, { random, clock: nodeClock(), seal: sealWith([{ id: 'k1', key: SEAL_KEY }], random) });
      onTestFinished(() => store.close());
      expect(await findOpened(store, () => dumpOfPostgres(url))).toEqual([]);
    });

    it('contains nothing of a secret whose invitation has ended either', async () => {
      const url = await postgres.database();
      const store = await postgresStore(url, { random, clock: nodeClock() });
      onTestFinished(() => store.close());
      expect(await findLeft(store, () => dumpOfPostgres(url))).toEqual([]);
    });
  });
});

/** What a thief gets out of two copies, one from before the claim and one from after it: a key that opens, a number that can be tried, a text in the clear. */
async function findOpened(store: Store, steal: () => Promise<Stolen>): Promise<readonly string[]> {
  const found: string[] = [];
  const wish = { integrationId: INVITED, company: 'Exemple SARL', accountant: null, createdBy: 'operator-7', createdAt: 1_000 };
  const { invitation, link, number } = newInvitation({ ...wish, secret: SECRET, host: 'relay.example.com' }, random);
  const keys = invitationKeys(link.code);
  await store.addDevice({ deviceId: random.uuid(), name: 'PC', createdAt: 1_000, tokenDigest: 'digest' });
  await store.addInvitation(invitation);
  const claim = async () => {
    const numberDigest = hexDigest(numberProof(keys.number, number ?? ''));
    const device = { deviceId: random.uuid(), name: 'PC' };
    const key = base64urlnopad.encode(random.bytes(32));
    expect((await store.claimInvitation({ findDigest: hexDigest(keys.find), device, key, numberDigest, at: 2_000 })).kind).toBe('claimed');
  };
  for (const step of ['before', 'after']) {
    if (step === 'after') await claim();
    const stolen = await steal();
    const deposit = depositIn(stolen.invitation);
    expect(stolen.rows.length).toBeGreaterThan(3);
    const candidates = candidatesIn(stolen.rows);
    expect(candidates.length).toBeGreaterThan(100);
    if (candidates.some((key) => opens(deposit, key))) found.push(`${step}: a key opens the secret`);
    // No key in it lets anybody try the hundred million numbers either.
    const right = stolen.invitation['number_digest'];
    if (candidates.some((key) => hexDigest(numberProof(key, number ?? '')) === right)) found.push(`${step}: a number can be tried`);
    // With the code, both are found: the search would have noticed.
    const withCode = candidatesIn([...stolen.rows, { leaked: link.code }]);
    expect(withCode.filter((key) => opens(deposit, key))).toHaveLength(1);
    expect(withCode.some((key) => hexDigest(numberProof(key, number ?? '')) === right)).toBe(true);
    const text = JSON.stringify(stolen.rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    const finds = [base64urlnopad.encode(keys.find), Buffer.from(keys.find).toString('hex'), Buffer.from(keys.find).toString('latin1')];
    const hidden = [link.code, number ?? '', SECRET, ...finds];
    found.push(...hidden.filter((one) => text.includes(one)).map((one) => `${step}: ${one} lies open`));
  }
  return found;
}

/** The ends of an invitation after which something of its secret is still in its row. */
async function findLeft(store: Store, steal: () => Promise<Stolen>): Promise<readonly string[]> {
  const wish = { integrationId: INVITED, company: null, accountant: null, createdBy: 'operator-7', createdAt: 1_000 };
  const { invitation } = newInvitation({ ...wish, secret: SECRET, host: 'relay.example.com' }, random);
  const { findDigest, deposit, expiresAt } = invitation;
  const claim = (numberDigest: string, key: string) =>
    store.claimInvitation({ findDigest, device: { deviceId: 'd1', name: 'PC' }, key, numberDigest, at: 2_000 });
  const right = () => claim(deposit?.numberDigest ?? '', 'key-1');
  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    withdrawn: () => store.withdrawInvitation({ invitationId: invitation.invitationId, by: 'operator-7', at: 2_000 }),
    'withdrawn after its claim': async () => {
      await right();
      await ends['withdrawn']?.();
    },
    undone: async () => {
      await right();
      await store.undoInvitation({ findDigest, by: 'd2', at: 2_000 });
    },
    'too many wrong numbers': async () => {
      for (let n = 0; n < 5; n += 1) await claim('wrong', 'key-1');
    },
    claimed: async () => {
      await right();
      await store.sweep({ ...NOTHING_DUE, now: 2_000, claimsBefore: 2_001 });
    },
    expired: () => store.sweep({ ...NOTHING_DUE, now: expiresAt }),
  };
  const left: string[] = [];
  for (const [name, end] of Object.entries(ends)) {
    await store.addInvitation(invitation);
    expect(depositIn((await steal()).invitation).ciphertext.byteLength).toBe(SECRET.length + 16);
    await end();
    const row = (await steal()).invitation;
    const kept = ['secret', 'secret_iv', 'number_digest'].filter((column) => row[column] !== null);
    if (kept.length > 0 || row['ended_at'] === null) left.push(`${name}: ${kept.join(', ')}`);
    await store.sweep({ ...NOTHING_DUE, now: expiresAt, invitationsBefore: expiresAt + 1 });
  }
  expect((await steal()).invitation).toEqual({});
  return left;
}

/** Every key that can be made of what lies in the rows: each value as it is, decoded, hashed, and derived as a code is. */
function candidatesIn(rows: readonly Row[]): readonly Uint8Array[] {
  const values = rows.flatMap((row) => Object.values(row)).filter((value) => value !== null && value !== undefined);
  const raw = [SEAL_KEY, ...values.flatMap(bytesOf)];
  const all = raw.flatMap((bytes) => [bytes, digest(bytes), ...derived(bytes)]);
  const distinct = new Map(all.map((bytes) => [Buffer.from(bytes).toString('hex'), bytes]));
  return [...distinct.values()].filter(({ byteLength }) => byteLength === 32);
}

function bytesOf(value: unknown): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [value];
  const text = String(value);
  return [Buffer.from(text), Buffer.from(text, 'hex'), Buffer.from(text, 'base64url'), Buffer.from(text.replaceAll('-', ''), 'hex')];
}

function derived(bytes: Uint8Array): readonly Uint8Array[] {
  const codes = [bytes.subarray(0, 16), bytes.subarray(bytes.byteLength - 16)].filter(({ byteLength }) => byteLength === 16);
  return codes.flatMap((code) => Object.values(invitationKeys(base64urlnopad.encode(code))));
}

function opens(deposit: Deposit, sealKey: Uint8Array): boolean {
  return openSecret(deposit, { sealKey, integrationId: INVITED }) !== null;
}

function depositIn(row: Row): Deposit {
  const [iv, ciphertext] = [row['secret_iv'], row['secret']];
  if (!(iv instanceof Uint8Array) || !(ciphertext instanceof Uint8Array)) throw new Error('the secret is there, encrypted');
  return { iv, ciphertext };
}

function dumpOfSqlite(file: string): Stolen {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const rows = tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all());
  const [invitation] = database.prepare('SELECT * FROM invitations').all();
  database.close();
  return { rows, invitation: invitation ?? {} };
}

async function dumpOfPostgres(url: string): Promise<Stolen> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rows: Row[] = [];
  for (const { table_name: name } of (await client.query<{ table_name: string }>(TABLES)).rows) {
    rows.push(...(await client.query<Row>(`SELECT * FROM "${name}"`)).rows);
  }
  const { rows: invitations } = await client.query<Row>('SELECT * FROM invitations');
  await client.end();
  return { rows, invitation: invitations[0] ?? {} };
}

function digest(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

function hexDigest(bytes: Uint8Array): string {
  return Buffer.from(digest(bytes)).toString('hex');
}
