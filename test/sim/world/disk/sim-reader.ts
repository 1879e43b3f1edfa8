import { EndedChildren } from '#electron/file-process/ended-children.ts';
import { FileWorker } from '#electron/file-process/file-worker.ts';
import { toldResult } from '#electron/file-process/open-disks.ts';
import type { CallArguments, Child, ChildMessage, Question } from '#electron/file-process/questions.ts';
import { readFacts } from '#electron/intake/inspect/read-here.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { FileFacts, FileReader } from '#shared/ports/file-reader.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import type { Chance } from '../chance.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { Converter } from '#shared/ports/converter.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { madeOf, type Paper } from '../../plan/places.ts';

export type SimReaderOptions = {
  readonly clock: Clock;
  readonly log: Log;
  readonly chance: Chance;
  /** The files of the program's run; they die with it. */
  readonly files: Files;
};

/** A hanging disk releases a process after this time. */
const STUCK_MS = 3 * MINUTE_MS;

/** The product's own reader over processes that hang, die and cannot be killed, by seed. */
export function simReader(options: SimReaderOptions): FileReader & { readonly end: () => void } {
  const { clock, log } = options;
  const worker = new FileWorker({ clock, log, start: () => simChild(options), ended: new EndedChildren(), hangs: 'alone' });
  return {
    ready: () => worker.ready(),
    read: async (of) => toldResult(await worker.ask({ kind: 'read', of })) as Result<FileFacts, FileFault>,
    end: () => worker.end(),
  };
}

/** The same reader, which also tells of each file that could not be looked at. `readAs`: what the program's version makes of a file. */
export function tellsUnread(reader: FileReader, unread: (path: string) => void, readAs: (facts: FileFacts) => FileFacts): FileReader {
  return {
    ready: () => reader.ready(),
    read: async (of) => {
      const read = await reader.read(of);
      if (!read.ok && read.failure.kind !== 'gone' && read.failure.kind !== 'escaped') unread(of.path);
      return read.ok ? ok(readAs(read.value)) : read;
    },
  };
}

/** What the older version makes of a file of entries. */
export function asBefore(facts: FileFacts, { papers }: { readonly papers: ReadonlyMap<string, Paper> }): FileFacts {
  const { inspected, lines } = facts;
  const sheet = papers.get(`entries ${facts.sha256}`) ?? papers.get(`purchase-invoices ${facts.sha256}`);
  const before = sheet?.readings?.before;
  if (before === undefined || inspected?.entries === undefined || 'problem' in inspected.entries) return facts;
  const entries = { ...inspected.entries, linesSha256: before.linesSha256 };
  return { ...facts, inspected: { ...inspected, entries }, ...(lines === undefined ? {} : { lines: utf8(before.body) }) };
}

/** One process that reads files. A hanging call is never answered; a stuck process stays even when it was killed. */
function simChild({ chance, clock, files }: SimReaderOptions): Child {
  const rings: (() => void)[] = [];
  let hear: ((said: ChildMessage) => void) | null = null;
  let alive = true;
  let stuck = false;
  const end = (): void => {
    alive = false;
    if (stuck) return;
    for (const ring of rings.splice(0)) queueMicrotask(ring);
  };
  const say = (said: ChildMessage): void => {
    if (alive) hear?.(said);
  };
  const mortal = mortalFiles(
    files,
    () => alive,
    () => {
      if (!stuck && chance.strikes('reader-dies')) end();
    },
  );
  const answer = async ({ id, isLookedInto, asked }: Question): Promise<void> => {
    if (chance.strikes('reader-hangs')) return;
    if (chance.strikes('reader-stuck')) {
      stuck = true;
      await clock.sleep(STUCK_MS);
      stuck = false;
      if (!alive) return end();
    }
    const looksInto = (): void => {
      say({ kind: 'looks', id });
      queueMicrotask(() => say({ kind: 'looked', id }));
    };
    const facts = await readFacts(readOf(asked), { files: mortal, digest: async (bytes) => nodeSha256([bytes]), looksInto, isLookedInto });
    if (!stuck && chance.strikes('reader-dies')) end();
    say({ kind: 'answer', id, answer: facts });
  };
  return {
    send: (question) => void answer(question),
    onSaid: (listener) => {
      hear = listener;
    },
    onEnd: (ring) => {
      if (alive || stuck) rings.push(ring);
      else queueMicrotask(ring);
    },
    kill: end,
  };
}

/** A call of a dead process is never answered; its last write may have stopped halfway through a copy. */
function mortalFiles(files: Files, isAlive: () => boolean, strike: () => void): Pick<Files, 'read' | 'writeOver'> {
  const answered = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!isAlive()) return never();
    const value = await call();
    return isAlive() ? value : never();
  };
  return {
    read: (path, options) => answered(() => files.read(path, options)),
    writeOver: (path, parts) =>
      answered(async () => {
        strike();
        const [header = new Uint8Array(), bytes = new Uint8Array()] = parts;
        return files.writeOver(path, isAlive() ? parts : [header, bytes.subarray(0, bytes.byteLength / 2)]);
      }),
  };
}

function readOf(asked: CallArguments) {
  if (asked.kind !== 'read') throw new Error('a simulated disk is a local one: nothing but reads is asked of its process');
  return asked.of;
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}

type SimConverterOptions = {
  readonly clock: Clock;
  readonly chance: Chance;
  /** The files of the program's run; they die with it. */
  readonly files: Pick<Files, 'read' | 'writeOver'>;
};

/** For this long other things happen while a version is made. */
const MAKING_MS = 2 * SECOND_MS;

/** Makes the same PDF of the same file on every computer, unless its process ends before. */
export function simConverter({ clock, chance, files }: SimConverterOptions): Converter {
  return {
    convert: async ({ path, root, sha256, kind, copy }, { stop }) => {
      const read = await files.read(path, { root, bytesMax: FILE_BYTES_MAX });
      if (!read.ok) return fail(read.failure.kind === 'gone' ? 'gone' : 'unreadable');
      if (read.value.bytes === null || hex(nodeSha256([read.value.bytes])) !== sha256) return fail('changed');
      await clock.sleep(MAKING_MS, stop);
      if (isStopped(stop)) return fail('stopped');
      if (chance.strikes('converter-dies')) return fail('broken');
      const bytes = madeOf(sha256);
      const written = await files.writeOver(copy.path, [copyHeader(copy.itemId, bytes.byteLength), bytes]);
      if (!written.ok) return fail(written.failure.kind === 'full' ? 'no-room' : 'broken');
      const made = hex(nodeSha256([bytes]));
      return ok({ sha256: made, bytes: bytes.byteLength, mediaType: 'application/pdf', pages: 1, from: kind, tools: 'simulated' });
    },
    // Nobody joins pictures there.
    join: async () => fail({ fault: 'broken', source: null }),
  };
}

function isStopped({ aborted }: Stop): boolean {
  return aborted;
}
