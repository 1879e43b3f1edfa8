import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INHERITED, preloadLibrary } from '#test/support/disks/preload-library.ts';

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
