import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { besideArchive } from '#electron/desktop/app-files.ts';
import { keychain } from '#electron/platform/secrets/keychain.ts';
import { trustSystemCertificates } from '#electron/platform/create-world.ts';
import { retry } from '#shared/async/retry.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { startFlushThread } from '#electron/platform/sqlite/flush-thread.ts';
import { COPIES_BESIDE_WORK, copyDatabase, snapshotDatabase } from '#electron/platform/sqlite/copy-database.ts';
import { startThread } from '#electron/platform/worker-thread.ts';
import { must, type Probe } from './probe.ts';

/** What Electron's own Node has to be able to do. `folder`: to write into. `root`: the program, a folder or an archive. */
export function nodeProbes(folder: string, root: string): readonly Probe[] {
  return [
    { what: 'SQLite keeps a journal', of: 'node', run: async () => journal(folder) },
    { what: 'SQLite copies it, beside its work where this Node can', of: 'node', run: () => copies(folder) },
    { what: 'The system’s certificates are read and trusted', of: 'node', run: async () => certificates() },
    { what: 'The keychain keeps, gives and forgets a secret', of: 'node', run: secrets },
    { what: 'The journal is flushed by its thread, which can be waited for', of: 'node', run: () => flushes(folder) },
    { what: 'A register is drawn by its thread', of: 'node', run: () => register(root) },
  ];
}

function open(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'smoke.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS notes (text TEXT) STRICT');
  return database;
}

function journal(folder: string) {
  const database = open(folder);
  database.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES ('a'); COMMIT");
  const row = database.prepare('SELECT text, sqlite_version() AS version FROM notes').get();
  database.close();
  must(row?.['text'] === 'a', 'what was written is not there');
  return { said: `SQLite ${String(row['version'])}` };
}

async function copies(folder: string) {
  const database = open(folder);
  const [copy, snapshot] = [join(folder, 'copy.sqlite'), join(folder, 'snapshot.sqlite')];
  await copyDatabase(database, copy);
  snapshotDatabase(database, snapshot);
  database.close();
  for (const file of [copy, snapshot]) {
    const copied = new DatabaseSync(file, { readOnly: true });
    const row = copied.prepare('SELECT count(*) AS count FROM notes').get();
    copied.close();
    must(row?.['count'] === 1, `${file} has not what was written`);
  }
  return { said: COPIES_BESIDE_WORK ? 'by backup()' : 'by VACUUM INTO: this Node has no backup()' };
}

async function flushes(folder: string) {
  const database = open(folder);
  const log = openSync(join(folder, 'smoke.sqlite-wal'), 'r+');
  const thread = startFlushThread((_, tell) => tell({ code: 'GONE', ms: 0 }));
  const isReady = await retry({ clock: nodeClock(), restMs: 20, withinMs: 30_000 }, () => (thread.isReady() ? true : null));
  must(isReady === true, 'the thread does not begin');
  database.exec("INSERT INTO notes VALUES ('b')");
  const told = thread.flush(log);
  const waited = thread.wait();
  const { code, ms } = await told;
  thread.end();
  closeSync(log);
  database.close();
  must(code === null && waited?.code === null, `not flushed: ${code} ${waited?.code}`);
  return { said: `in ${ms} ms` };
}

function certificates() {
  const system = new Set(tls.getCACertificates('system'));
  trustSystemCertificates({
    warn: (message) => {
      throw new Error(message);
    },
  });
  const trusted = new Set(tls.getCACertificates('default'));
  must(system.size > 0, 'the system has none');
  const left = [...system].filter((one) => !trusted.has(one)).length;
  must(left === 0, `${left} of ${system.size} are not trusted`);
  return { said: `${system.size} of the system among ${trusted.size} trusted` };
}

async function secrets() {
  const missing = process.env['INTRAY_SMOKE_NO_KEYCHAIN'];
  if (missing !== undefined) return { notHere: missing };
  const store = keychain({ clock: nodeClock(), service: 'Intray smoke run' });
  const [name, secret] = [randomUUID(), `${randomUUID()} é`];
  const kept = await store.set(name, secret);
  must(kept.ok, `not kept: ${JSON.stringify(kept)}`);
  const got = await store.get(name);
  const removed = await store.delete(name);
  const gone = await store.get(name);
  must(got.ok && got.value === secret, `not given back: ${got.ok ? 'another one' : JSON.stringify(got)}`);
  must(removed.ok && gone.ok && gone.value === null, 'not forgotten');
  return { said: 'kept, given back, forgotten' };
}

async function register(root: string) {
  const font = readFileSync(join(besideArchive(root), 'build', 'fonts', 'DejaVuSansCondensed.ttf'));
  const thread = startThread(pathToFileURL(join(root, 'dist', 'thread', 'pages-thread.cjs')));
  const look = { language: 'en', locale: 'en', timeZone: 'UTC' };
  const begun = await thread.ask({ kind: 'begin', font, look, about: { title: 'Smoke', madeAt: new Date(0) } });
  const ended = await thread.ask({ kind: 'end' });
  thread.end();
  must(begun.ok && ended.ok, 'the thread is gone');
  const bytes = Buffer.concat([begun.value, ended.value].flatMap((pieces) => pieces as Uint8Array[]));
  must(bytes.subarray(0, 5).toString() === '%PDF-', 'the thread drew no PDF');
  return { said: `${bytes.byteLength} bytes of PDF` };
}
