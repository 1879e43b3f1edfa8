import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INHERITED, preloadLibrary } from '#test/support/disks/hanging-disk.ts';
import type { Random } from '#shared/ports/world.ts';

/** One recorded call of the program: to a file below the recorded folder, or a text that it told. */
export type Call =
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'flush' | 'flushed'; readonly path: string; readonly fd: number }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'said'; readonly text: string };

/** Length of a record's head (record-disk.c). */
const HEAD_BYTES = 15;

/** Compiles the library that records. `env` has it loaded into a program, which writes below `folder`. */
export function recorder(into: string, folder: string): { readonly env: Readonly<Record<string, string>>; readonly file: string } {
  const library = preloadLibrary(into, 'test/faults/power-cut/record-disk.c', INHERITED);
  const file = join(into, 'record');
  return { env: { LD_PRELOAD: library, RECORD_DISK: file, RECORD_FOLDER: `${folder}/` }, file };
}

/** What was recorded, in order; a last record that was cut off by the program's end is left out. */
export function readRecord(file: string): readonly Call[] {
  const record = readFileSync(file);
  const calls: Call[] = [];
  for (let at = 0; at + HEAD_BYTES <= record.length; ) {
    const [pathLength, length] = [record.readUInt16LE(at + 1), record.readUInt32LE(at + 11)];
    const end = at + HEAD_BYTES + pathLength + length;
    if (end > record.length) break;
    const path = record.toString('utf8', at + HEAD_BYTES, at + HEAD_BYTES + pathLength);
    const data = record.subarray(end - length, end);
    calls.push(callOf(String.fromCharCode(record[at] ?? 0), path, Number(record.readBigUInt64LE(at + 3)), data));
    at = end;
  }
  return calls;
}

function callOf(call: string, path: string, offset: number, data: Buffer): Call {
  switch (call) {
    case 'w':
      return { kind: 'write', path, at: offset, data };
    case 't':
      return { kind: 'truncate', path, bytes: offset };
    case 'f':
      return { kind: 'flush', path, fd: offset };
    case 'd':
      return { kind: 'flushed', path, fd: offset };
    case 'u':
      return { kind: 'remove', path };
    case 'r':
      return { kind: 'rename', path, to: data.toString('utf8') };
    case 's':
      return { kind: 'said', text: data.toString('utf8') };
    default:
      throw new Error(`there is no call ${call} in a record`);
  }
}

/** A change of a file's content. */
type Change = Extract<Call, { kind: 'write' | 'truncate' }>;

/** What the disk has of a file for certain, and what it may have besides. */
type OnDisk = { content: Buffer; bytes: number; pending: Change[] };

/** How much of what was not flushed reached the disk: nothing, all, or any part in any order, down to single sectors. */
export const LOSSES = ['nothing', 'all', 'some', 'sectors'] as const;
export type Loss = (typeof LOSSES)[number];

const SECTOR_BYTES = 512;

/**
 * Follows a record call by call and tells what a disk may contain that loses its power at that point. A flush covers what was written before it
 * began, and counts once it has ended. Names are taken for durable at once: SQLite and the folder's flushes see to them, which is not examined here.
 */
export class FollowedDisk {
  readonly #files = new Map<string, OnDisk>();
  /** Each flush under way, by handle: its file, and how many of the file's pending changes it covers. */
  readonly #flushing = new Map<number, { readonly path: string; readonly covers: number }>();
  readonly said: string[] = [];

  follow(call: Call): void {
    if (call.kind === 'said') return void this.said.push(call.text);
    // A folder, or a file that nothing was written to.
    if ((call.kind === 'flush' || call.kind === 'flushed') && !this.#files.has(call.path)) return;
    const file = this.#file(call.path);
    switch (call.kind) {
      case 'write':
      case 'truncate':
        file.pending.push(call);
        return;
      case 'flush':
        this.#flushing.set(call.fd, { path: call.path, covers: file.pending.length });
        return;
      case 'flushed':
        this.#land(call.path, call.fd);
        return;
      case 'remove':
        this.#files.delete(call.path);
        return;
      case 'rename':
        this.#files.delete(call.path);
        this.#files.set(call.to, file);
    }
  }

  /** Whether anything was written that is not certain to be on the disk. */
  isAhead(ending: string): boolean {
    return [...this.#files].some(([path, { pending }]) => path.endsWith(ending) && pending.length > 0);
  }

  /** The files as a start after the power cut finds them. */
  *after(loss: Loss, random: Pick<Random, 'fraction'>): Generator<readonly [path: string, content: Buffer]> {
    for (const [path, { content, bytes, pending }] of this.#files) {
      const after: OnDisk = { content: Buffer.from(content.subarray(0, bytes)), bytes, pending: [] };
      for (const change of pending) for (const part of survivors(change, loss, random)) apply(after, part);
      yield [path, after.content.subarray(0, after.bytes)];
    }
  }

  #file(path: string): OnDisk {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const made: OnDisk = { content: Buffer.alloc(0), bytes: 0, pending: [] };
    this.#files.set(path, made);
    return made;
  }

  /** Two flushes of one file may overlap: what the first one brought to the disk is no longer pending for the other. */
  #land(path: string, fd: number): void {
    const landed = this.#flushing.get(fd)?.covers ?? 0;
    this.#flushing.delete(fd);
    const file = this.#file(path);
    for (const change of file.pending.splice(0, landed)) apply(file, change);
    for (const [other, flush] of this.#flushing) {
      if (flush.path === path) this.#flushing.set(other, { path, covers: Math.max(0, flush.covers - landed) });
    }
  }
}

function* survivors(change: Change, loss: Loss, random: Pick<Random, 'fraction'>): Generator<Change> {
  if (loss === 'nothing') return;
  const isKept = (): boolean => loss === 'all' || random.fraction() < 0.5;
  if (loss !== 'sectors' || change.kind === 'truncate') {
    if (isKept()) yield change;
    return;
  }
  for (let from = 0; from < change.data.length; from += SECTOR_BYTES) {
    if (isKept()) yield { ...change, at: change.at + from, data: change.data.subarray(from, from + SECTOR_BYTES) };
  }
}

function apply(file: OnDisk, change: Change): void {
  if (change.kind === 'truncate') {
    resize(file, change.bytes);
    return;
  }
  resize(file, Math.max(file.bytes, change.at + change.data.length));
  change.data.copy(file.content, change.at);
}

/** What lies between the old and the new end reads as zeros. */
function resize(file: OnDisk, bytes: number): void {
  if (bytes > file.content.length) {
    const larger = Buffer.alloc(Math.max(bytes, file.content.length * 2));
    file.content.copy(larger, 0, 0, file.bytes);
    file.content = larger;
  }
  if (bytes < file.bytes) file.content.fill(0, bytes, file.bytes);
  file.bytes = bytes;
}
