import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { type Call, FollowedDisk, type Loss, LOSSES, readRecord, recorder } from './recorded-disk.ts';
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '#electron/journal/open-journal.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';

export type Cuts = {
  /** Power cuts that were examined, by how much was lost of what was not flushed. */
  readonly examined: Readonly<Record<Loss, number>>;
  /** Cuts at which pages of the database itself were not flushed, and cuts at which the log had been emptied and that was not. */
  readonly amidMove: number;
  readonly told: number;
  readonly broken: readonly string[];
};

type Wish = { readonly cuts: number; readonly lines: number; readonly seed: number };

/** Lets the program run until it has told so many lines, and examines what it finds after power cuts at so many points of its record. */
export async function cutPower({ cuts, lines, seed }: Wish): Promise<Cuts> {
  const folder = scratchFolder('power-cut');
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  try {
    const record = recorder(folder, profile);
    const run = await runUntil(profile, record.env, lines);
    if (run.lines < lines) throw new Error(`the program ended after ${run.lines} of ${lines} lines`);
    return examine(readRecord(record.file), { profile, folder, cuts, seed });
  } finally {
    removeFolder(folder);
  }
}

type Examined = { readonly profile: string; readonly folder: string; readonly cuts: number; readonly seed: number };

function examine(calls: readonly Call[], { profile, folder, cuts, seed }: Examined): Cuts {
  const random = seededRandom(seed);
  const disk = new FollowedDisk();
  const points = pointsOf(calls, cuts, () => random.fraction());
  const examined = { nothing: 0, all: 0, some: 0, sectors: 0 };
  const broken: string[] = [];
  let amidMove = 0;
  for (const [at, call] of calls.entries()) {
    disk.follow(call);
    if (!points.has(at)) continue;
    const loss = LOSSES[Math.floor(random.fraction() * LOSSES.length)] ?? 'nothing';
    examined[loss] += 1;
    if (disk.isAhead('journal.sqlite') || call.kind === 'truncate') amidMove += 1;
    const place = join(folder, 'after');
    for (const [path, content] of disk.after(loss, random)) put(join(place, relative(profile, path)), content);
    for (const flaw of flawsAfter(place, disk.said.join('')))
      broken.push(`call ${at} (${call.kind}), ${loss} of the rest on the disk: ${flaw}`);
    rmSync(place, { recursive: true, force: true });
  }
  return { examined, amidMove, told: toldIn(disk.said.join('')).queued.length, broken };
}

/** A third of the points is anywhere, the rest where the log is being moved into the database, as far as there are such. */
function pointsOf(calls: readonly Call[], cuts: number, fraction: () => number): ReadonlySet<number> {
  const moves = calls.flatMap((call, at) => (isMove(call) || isMove(calls[at - 1]) || isMove(calls[at - 2]) ? [at] : []));
  const points = new Set<number>();
  for (let tries = 0; points.size < Math.min(cuts, calls.length) && tries < cuts * 20; tries += 1) {
    const among = moves.length > 0 && tries % 3 > 0 ? moves : null;
    points.add(among?.[Math.floor(fraction() * among.length)] ?? Math.floor(fraction() * calls.length));
  }
  return points;
}

function put(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function isMove(call: Call | undefined): boolean {
  return call !== undefined && 'path' in call && (call.kind === 'truncate' || call.path.endsWith('journal.sqlite'));
}

type Told = Readonly<Record<'queued' | 'sent' | 'ended' | 'set' | 'other-bytes', string[]>>;

/** What the program told, line by line. */
export function toldIn(said: string): Told {
  const told: Told = { queued: [], sent: [], ended: [], set: [], 'other-bytes': [] };
  for (const line of said.split('\n')) {
    const [what = '', id = ''] = line.split(' ');
    if (what in told) told[what as keyof Told].push(id);
  }
  return told;
}

/** What a start finds wrong in a profile: a journal that does not open, and promises of `said` that it does not know of. */
export function flawsAfter(place: string, said: string): readonly string[] {
  const told = toldIn(said);
  const file = join(place, 'journal.sqlite');
  if (!existsSync(file)) return told.queued.length > 0 ? ['the journal is gone'] : [];
  const opened = openJournal(file, { clock: nodeClock(), random: nodeRandom() });
  if (!opened.ok) return [`the journal does not open: ${opened.failure.kind} ${opened.failure.detail}`];
  opened.value.close();
  const journal = new DatabaseSync(file);
  try {
    const idsOf = (sql: string): ReadonlySet<unknown> =>
      new Set(
        journal
          .prepare(sql)
          .all()
          .map((row) => row['id']),
      );
    const settings = String(journal.prepare('SELECT json FROM settings').get()?.['json'] ?? '{}');
    const set = (JSON.parse(settings) as { count?: number }).count ?? -1;
    return [
      ...(String(Object.values(journal.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]) === 'ok' ? [] : ['the journal is damaged']),
      ...told['other-bytes'].map((reference) => `${reference} was sent with other bytes`),
      ...missing('queued', told.queued, idsOf('SELECT id FROM items')),
      ...missing('sent', told.sent, idsOf('SELECT reference AS id FROM intents')),
      ...missing('ended', told.ended, idsOf("SELECT id FROM items WHERE kind = 'awaiting'")),
      ...(Number(told.set.at(-1) ?? -1) > set ? [`the setting is ${set}, and ${told.set.at(-1)} was told`] : []),
      ...copiesMissing(join(place, 'spool'), journal),
    ];
  } finally {
    journal.close();
  }
}

/** Every document with an intent has its whole copy: its reference must not lose its bytes. */
function copiesMissing(folder: string, journal: DatabaseSync): readonly string[] {
  const copies = new Map<string, string[]>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const bytes = readFileSync(join(folder, name));
    const [, itemId = '', length = '0'] = bytes.toString('latin1', 0, COPY_HEADER_BYTES).split(' ');
    const content = bytes.subarray(COPY_HEADER_BYTES, COPY_HEADER_BYTES + Number(length));
    copies.set(itemId, [...(copies.get(itemId) ?? []), createHash('sha256').update(content).digest('hex')]);
  }
  const underWay = journal.prepare("SELECT id, sha256 FROM items WHERE kind = 'uploading'").all();
  return underWay.flatMap(({ id, sha256 }) =>
    copies.get(String(id))?.includes(String(sha256)) === true ? [] : [`the copy of ${String(id)} is not whole`],
  );
}

function missing(what: string, ids: readonly string[], known: ReadonlySet<unknown>): readonly string[] {
  return ids.filter((id) => !known.has(id)).map((id) => `${what} ${id} is not in the journal`);
}

/** `lines`: how many of them tell of a document. `bySignal`: a signal ended it before it had told as many as wanted. */
type Run = { readonly said: string; readonly lines: number; readonly bySignal: NodeJS.Signals | null };

const PROGRAM = 'test/faults/programs/busy-delivery.ts';
const OF_DOCUMENT = /^(?:queued|sent|ended) /;
/** A program that tells nothing any more is ended, too. */
const WITHIN_MS = 60_000;

/** Lets the busy delivery run until it has told so much of documents, and then kills it. What it still tells until it is dead counts, too. */
export async function runUntil(profile: string, env: Readonly<Record<string, string>>, lines: number): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, profile], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const said: string[] = [];
  let heard = 0;
  const reader = createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(`${line}\n`);
    if (!OF_DOCUMENT.test(line)) return;
    heard += 1;
    if (heard === lines) child.kill('SIGKILL');
  });
  const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
  const [signal] = await Promise.all([
    new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, by) => resolve(by))),
    new Promise((resolve) => reader.once('close', resolve)),
  ]);
  clearTimeout(late);
  return { said: said.join(''), lines: heard, bySignal: heard < lines ? signal : null };
}
