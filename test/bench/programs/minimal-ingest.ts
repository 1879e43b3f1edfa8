import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { SIGNATURE_HEADER } from '#shared/contract/routes.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';

/**
 * The minimum work of a webhook receiver: `minimal-ingest.ts STORE KEYS-URL`. With `sqlite:FILE` or `postgres://…` it verifies the signature
 * and the hash of the body, and writes the row durably before it answers; all waiting rows share one transaction. With `none` it reads the
 * body and answers: the floor, and about the work of a relay that checks and stores nothing. No limits, no claims, no gate in front of the
 * check, no numbers in a log, no deduplication, no doorbell, no metrics.
 */
type Row = { readonly id: string; readonly jwt: string; readonly body: Buffer };
type Write = (rows: readonly Row[]) => Promise<void>;

const [store = 'none', keysUrl = ''] = process.argv.slice(2);
const key = store === 'none' ? null : await firstKey(keysUrl);
const commit = store === 'none' ? null : grouped(writer(store));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    void take(request, Buffer.concat(chunks)).then((status) => response.writeHead(status).end());
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: 'minimal-ingest', url: `http://127.0.0.1:${port}` })}\n`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

async function take(request: IncomingMessage, body: Buffer): Promise<number> {
  const { id } = JSON.parse(body.toString()) as { readonly id: string };
  if (key === null || commit === null) return 204;
  const jwt = String(request.headers[SIGNATURE_HEADER]);
  if (!isSigned(key, jwt, body)) return 401;
  await commit({ id, jwt, body });
  return 204;
}

function isSigned(by: KeyObject, jwt: string, body: Buffer): boolean {
  const dot = jwt.lastIndexOf('.');
  if (!verify('RSA-SHA512', Buffer.from(jwt.slice(0, dot)), by, Buffer.from(jwt.slice(dot + 1), 'base64url'))) return false;
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { readonly body_sha256: string };
  return claims.body_sha256 === createHash('sha256').update(body).digest('hex');
}

/** One write at a time, with all rows that arrived during the previous one. */
function grouped(write: Write): (row: Row) => Promise<void> {
  let waiting: { readonly row: Row; readonly done: () => void }[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      await new Promise(setImmediate);
      const batch = waiting;
      waiting = [];
      await write(batch.map(({ row }) => row));
      for (const { done } of batch) done();
    }
    running = false;
  };
  return (row) =>
    new Promise((resolve) => {
      waiting.push({ row, done: resolve });
      if (!running) void run();
    });
}

function writer(spec: string): Write {
  const file = /^sqlite:(.+)$/.exec(spec)?.[1];
  return file === undefined ? postgresWriter(spec) : sqliteWriter(file);
}

function sqliteWriter(file: string): Write {
  const database = openDatabase(file);
  database.exec('CREATE TABLE events (id TEXT PRIMARY KEY, jwt TEXT NOT NULL, body BLOB NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  return async (rows) => {
    database.exec('BEGIN IMMEDIATE');
    for (const { id, jwt, body } of rows) insert.run(id, jwt, body);
    database.exec('COMMIT');
  };
}

function postgresWriter(url: string): Write {
  const pool = new Pool({ connectionString: url, max: 1, options: '-c synchronous_commit=on' });
  const made = pool.query('CREATE TABLE events (id text PRIMARY KEY, jwt text NOT NULL, body bytea NOT NULL)');
  return async (rows) => {
    await made;
    await pool.query({
      name: 'insert',
      text: 'INSERT INTO events SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[]) ON CONFLICT DO NOTHING',
      values: [rows.map(({ id }) => id), rows.map(({ jwt }) => jwt), rows.map(({ body }) => body)],
    });
  };
}

async function firstKey(url: string): Promise<KeyObject> {
  const { keys } = (await (await fetch(url)).json()) as { readonly keys: readonly [JsonWebKey] };
  return createPublicKey({ format: 'jwk', key: keys[0] });
}
