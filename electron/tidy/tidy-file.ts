import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { hex } from '#shared/lib/hex.ts';
import { numberedName } from '#shared/lib/numbered-name.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import { newPlace } from './new-place.ts';
import type { TidyFile, TidyStore } from './store.ts';

export type TidyFileDeps = {
  readonly files: Pick<Files, 'read' | 'moveWithoutReplacing' | 'writeBeside'>;
  readonly sha256: Sha256;
  readonly store: TidyStore;
  /** The note beside a refused file, in the person's language. */
  readonly noteText: (file: TidyFile) => string;
};

/** `later`: a temporary obstacle; `gone`: the file is missing, or has other content, and the next sweep finds out. */
export type Tidied =
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
export async function tidyFile(file: TidyFile, by: TidyFileDeps): Promise<Tidied> {
  const found = await where(file, by);
  if (found.kind !== 'found') return found;
  const placed = found.isMoved || file.moveInto === null ? found.file : await move(found.file, found.bytes, by);
  if ('kind' in placed) return placed;
  const fault = placed.note && placed.result.kind === 'refused' ? await writeNote(placed, by) : null;
  if (fault !== null) return fault;
  by.store.done(placed, null);
  return { kind: 'done' };
}

type Where = { readonly kind: 'found'; readonly file: TidyFile; readonly bytes: Uint8Array; readonly isMoved: boolean };

/** Where its bytes are now: at the path in the journal, or where an interrupted move or another computer has put them. */
async function where(file: TidyFile, by: TidyFileDeps): Promise<Where | Tidied> {
  const wanted = file.moveInto === null ? file.relativePath : newPlace(file, file.moveInto);
  const here = await bytesAt(file, file.relativePath, by);
  if (here instanceof Uint8Array) return { kind: 'found', file, bytes: here, isMoved: file.relativePath === wanted };
  for (const place of new Set([file.movingTo ?? wanted, wanted])) {
    if (place === file.relativePath) continue;
    const there = await bytesAt(file, place, by);
    if (!(there instanceof Uint8Array)) continue;
    by.store.moved(file, place);
    return { kind: 'found', file: { ...file, relativePath: place, movingTo: null }, bytes: there, isMoved: true };
  }
  return here === null ? { kind: 'gone' } : ofFault(here);
}

/** Null if the file is missing, or has other bytes. */
async function bytesAt(file: TidyFile, relativePath: string, by: TidyFileDeps): Promise<Uint8Array | FileFault | null> {
  const read = await by.files.read(pathOf(file, relativePath), { root: file.root, bytesMax: FILE_BYTES_MAX });
  if (!read.ok) return read.failure.kind === 'gone' ? null : read.failure;
  const { bytes } = read.value;
  return bytes !== null && hex(by.sha256([bytes])) === file.sha256 ? bytes : null;
}

async function move(file: TidyFile, bytes: Uint8Array, by: TidyFileDeps): Promise<TidyFile | Tidied> {
  if (file.moveInto === null) return file;
  const wanted = newPlace(file, file.moveInto);
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const to = numberedName(wanted, number);
    const resumed = file.movingTo === to;
    by.store.intend(file, to);
    const of = { root: file.root, from: pathOf(file, file.relativePath), to: pathOf(file, to), bytes, resumed };
    const moved = await by.files.moveWithoutReplacing(of);
    if (!moved.ok) return moved.failure.kind === 'gone' ? { kind: 'gone' } : ofFault(moved.failure);
    switch (moved.value) {
      case 'moved':
        by.store.moved(file, to);
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

async function writeNote(file: TidyFile, by: TidyFileDeps): Promise<Tidied | null> {
  const bytes = utf8(by.noteText(file));
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const name = numberedName(`${file.relativePath}${NOTE_ENDING}`, number);
    const path = pathOf(file, name);
    const written = await by.files.writeBeside(path, bytes);
    if (!written.ok) return ofFault(written.failure);
    if (written.value === 'written') return null;
    // The program may have ended after the note was written, before that was recorded.
    const there = await by.files.read(path, { root: file.root, bytesMax: bytes.byteLength });
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
