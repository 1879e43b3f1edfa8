import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { TidyFile, TidyStore } from './store.ts';
import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { numberedName } from '#shared/lib/file-names.ts';
import type { Sha256 } from '#shared/lib/digest.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import { newPlace } from './refusal-note.ts';

export type TidyDeps = TidyFileDeps & { readonly clock: Clock; readonly log: Log };

export type Tidy = {
  start(): void;
  /** This item has its result, or a new copy of it was found. */
  ring(itemId: ItemId): void;
  /** The settings for files with a result were changed: looks at all files. */
  lookAgain(): void;
  close(): Promise<void>;
};

/** The sweep behind the doorbell and behind the retries. Nothing waits for these files, so it may be slow. */
const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** Files read from the journal at a time. */
const PAGE = 100;
/** After this many attempts the file is reported as staying where it is. With the back-off that takes about an hour. */
const TRIES_MAX = 12;

/** Handles files after their document's result (left, or moved; never deleted, never replaced), one file at a time. */
export function createTidy(deps: TidyDeps): Tidy {
  const { clock, log } = deps;
  const stop = new StopSource();
  const rung = new Set<ItemId>();
  const round = new Round(deps, stop);
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<number> => {
    const nowMs = clock.monotonicMs();
    const isSweep = nowMs - sweptAtMs >= SWEEP_EVERY_MS;
    const items = new Set([...rung, ...round.resting.awake(nowMs)]);
    rung.clear();
    if (isSweep) sweptAtMs = nowMs;
    for (const itemId of isSweep ? [null] : items) await round.tidy(itemId);
    return Math.max(0, Math.min(sweptAtMs + SWEEP_EVERY_MS - nowMs, round.resting.nextMs(nowMs)));
  };
  const loop = new SweepLoop({
    clock,
    look,
    failed: { log: (fields) => log.error('tidying broke off', fields), restMs: SWEEP_EVERY_MS },
  });
  return {
    start: () => void loop.start(),
    ring: (itemId) => {
      rung.add(itemId);
      loop.wake();
    },
    lookAgain: () => {
      sweptAtMs = Number.NEGATIVE_INFINITY;
      loop.wake();
    },
    close: async () => {
      stop.abort();
      await loop.close();
    },
  };
}

/** One look at what is due. */
class Round {
  readonly resting = new Resting();
  readonly #deps: TidyDeps;
  readonly #stop: Stop;

  constructor(deps: TidyDeps, stop: Stop) {
    this.#deps = deps;
    this.#stop = stop;
  }

  /** Handles the files of one item, or of all (null). */
  async tidy(itemId: ItemId | null): Promise<void> {
    // Every file of a page is handled or put to rest, so the next page is another one.
    for (let more = true; more && !this.#stop.aborted; ) {
      const rows = this.#deps.store.due({ itemId, limit: PAGE + this.resting.count() });
      const due = rows.filter((file) => !this.resting.has(file));
      for (const file of due) {
        if (this.#stop.aborted) return;
        this.#record(file, await tidyFile(file, this.#deps));
      }
      more = due.length > 0;
    }
  }

  #record(file: TidyFile, tidied: Tidied): void {
    if (tidied.kind === 'done') return this.resting.over(file);
    const code = 'code' in tidied ? tidied.code : 'gone';
    const tries = this.resting.rest(file, this.#deps.clock.monotonicMs());
    const stays = tidied.kind === 'stays' || (tidied.kind === 'later' && tries >= TRIES_MAX);
    this.#deps.log.warn('a file was not moved', { itemId: file.itemId, code, stays });
    if (!stays) return;
    this.#deps.store.done(file, code);
    this.resting.over(file);
  }
}

/** Files that could not be handled yet, each with the time of its next attempt. In memory only: a new start tries again. */
class Resting {
  /** `atMs` is null while the file is being tried. */
  readonly #files = new Map<string, { readonly itemId: ItemId; readonly atMs: number | null; readonly tries: number }>();

  /** Returns the number of attempts so far. */
  rest(file: TidyFile, nowMs: number): number {
    const tries = (this.#files.get(keyOf(file))?.tries ?? 0) + 1;
    this.#files.set(keyOf(file), { itemId: file.itemId, atMs: nowMs + backOffMs(tries, 1), tries });
    return tries;
  }

  /** The items whose time has come. */
  awake(nowMs: number): readonly ItemId[] {
    const awake = Array.from(this.#files).filter(([, { atMs }]) => atMs !== null && atMs <= nowMs);
    for (const [key, file] of awake) this.#files.set(key, { ...file, atMs: null });
    return awake.map(([, { itemId }]) => itemId);
  }

  has(file: TidyFile): boolean {
    return typeof this.#files.get(keyOf(file))?.atMs === 'number';
  }

  over(file: TidyFile): void {
    this.#files.delete(keyOf(file));
  }

  count(): number {
    return this.#files.size;
  }

  /** Milliseconds until the next attempt; infinity if there is none. */
  nextMs(nowMs: number): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { atMs } of this.#files.values()) if (atMs !== null) nextMs = Math.min(nextMs, Math.max(0, atMs - nowMs));
    return nextMs;
  }
}

function keyOf({ folderId, relativePath, itemId }: TidyFile): string {
  return `${folderId} ${itemId} ${relativePath}`;
}

type TidyFileDeps = {
  readonly files: Pick<Files, 'read' | 'moveWithoutReplacing' | 'writeBeside'>;
  readonly sha256: Sha256;
  readonly store: TidyStore;
  /** The note beside a refused file, in the user's language. */
  readonly noteText: (file: TidyFile) => string;
};

/** `later`: a temporary obstacle; `gone`: the file is missing, or has other content, and the next sweep finds out. */
type Tidied =
  | { readonly kind: 'done' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'stays'; readonly code: string }
  | { readonly kind: 'later'; readonly code: string };

/** The most files of one name in one folder; nobody has more. */
const NUMBERS_MAX = 99;
const NO_FREE_NAME = 'NO_FREE_NAME';
/** Appended to the whole name of the file to name its note. Intake leaves such names alone. */
const NOTE_ENDING = '.refused.txt';

/** Moves a file after its result, writes the note beside it, and records both; the program may end after any step. */
async function tidyFile(file: TidyFile, deps: TidyFileDeps): Promise<Tidied> {
  const found = await where(file, deps);
  if (found.kind !== 'found') return found;
  const placed = found.isMoved || file.moveInto === null ? found.file : await move(found.file, found.bytes, deps);
  if ('kind' in placed) return placed;
  const fault = placed.note && placed.result.kind === 'refused' ? await writeNote(placed, deps) : null;
  if (fault !== null) return fault;
  deps.store.done(placed, null);
  return { kind: 'done' };
}

type Where = { readonly kind: 'found'; readonly file: TidyFile; readonly bytes: Uint8Array; readonly isMoved: boolean };

/** Where its bytes are now: at the path in the journal, or where an interrupted move or another computer has put them. */
async function where(file: TidyFile, deps: TidyFileDeps): Promise<Where | Tidied> {
  const wanted = file.moveInto === null ? file.relativePath : newPlace(file, file.moveInto);
  const here = await bytesAt(file, file.relativePath, deps);
  if (here instanceof Uint8Array) return { kind: 'found', file, bytes: here, isMoved: file.relativePath === wanted };
  for (const place of new Set([file.movingTo ?? wanted, wanted])) {
    if (place === file.relativePath) continue;
    const there = await bytesAt(file, place, deps);
    if (!(there instanceof Uint8Array)) continue;
    deps.store.moved(file, place);
    return { kind: 'found', file: { ...file, relativePath: place, movingTo: null }, bytes: there, isMoved: true };
  }
  return here === null ? { kind: 'gone' } : ofFault(here);
}

/** Null if the file is missing, or has other bytes. */
async function bytesAt(file: TidyFile, relativePath: string, deps: TidyFileDeps): Promise<Uint8Array | FileFault | null> {
  const read = await deps.files.read(pathOf(file, relativePath), { root: file.root, bytesMax: FILE_BYTES_MAX });
  if (!read.ok) return read.failure.kind === 'gone' ? null : read.failure;
  const { bytes } = read.value;
  return bytes !== null && hex(deps.sha256([bytes])) === file.sha256 ? bytes : null;
}

async function move(file: TidyFile, bytes: Uint8Array, deps: TidyFileDeps): Promise<TidyFile | Tidied> {
  if (file.moveInto === null) return file;
  const wanted = newPlace(file, file.moveInto);
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const to = numberedName(wanted, number);
    const resumed = file.movingTo === to;
    deps.store.intend(file, to);
    const of = { root: file.root, from: pathOf(file, file.relativePath), to: pathOf(file, to), bytes, resumed };
    const moved = await deps.files.moveWithoutReplacing(of);
    if (!moved.ok) return moved.failure.kind === 'gone' ? { kind: 'gone' } : ofFault(moved.failure);
    switch (moved.value) {
      case 'moved':
        deps.store.moved(file, to);
        return { ...file, relativePath: to, movingTo: null };
      case 'changed':
        return { kind: 'gone' };
      case 'taken':
        break;
      default:
        return unreachable(moved.value);
    }
  }
  return { kind: 'stays', code: NO_FREE_NAME };
}

async function writeNote(file: TidyFile, deps: TidyFileDeps): Promise<Tidied | null> {
  const bytes = utf8(deps.noteText(file));
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const name = numberedName(`${file.relativePath}${NOTE_ENDING}`, number);
    const path = pathOf(file, name);
    const written = await deps.files.writeBeside(path, bytes);
    if (!written.ok) return ofFault(written.failure);
    if (written.value === 'written') return null;
    // The program may have ended after the note was written, before that was recorded.
    const there = await deps.files.read(path, { root: file.root, bytesMax: bytes.byteLength });
    if (there.ok && there.value.bytes !== null && isSame(there.value.bytes, bytes)) return null;
  }
  return { kind: 'stays', code: NO_FREE_NAME };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && one.every((byte, at) => byte === other[at]);
}

/** A fault that waiting does not fix is final; the others pass. */
function ofFault({ kind, code }: FileFault): Tidied {
  return kind === 'denied' || kind === 'escaped' ? { kind: 'stays', code } : { kind: 'later', code };
}

function pathOf({ root }: TidyFile, relativePath: string): string {
  return join(root, ...relativePath.split('/'));
}
