import { RAW_BYTE_FROM } from '#shared/lib/file-names.ts';
import { readdir, stat } from 'node:fs/promises';
import { isInside } from '#shared/node/is-inside.ts';
import { realPath, type RealPath } from './real-path.ts';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The high surrogate of every code point that stands for a byte; hardly any other name contains it. */
const MARK = '\udbff';
const REPLACED = '\u{fffd}';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A path for system calls: bytes, if its text stands for bytes that are not UTF-8. */
export function toDisk(path: string): string | Buffer {
  if (!path.includes(MARK)) return path;
  return Buffer.concat(Array.from(path, (letter) => bytesOf(letter)));
}

function bytesOf(letter: string): Buffer {
  const code = letter.codePointAt(0) ?? 0;
  return isRaw(code) ? Buffer.from([code - RAW_BYTE_FROM]) : Buffer.from(letter);
}

/** Whether a name read as text may not lead back to its file. */
export function isDoubtful(name: string): boolean {
  return name.includes(REPLACED) || name.includes(MARK);
}

/** Decodes a file name. Bytes that would read as Intray's own marks become marks themselves, so nothing is ambiguous. */
export function fromDisk(bytes: Uint8Array): string {
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    const letter = decoded(bytes.subarray(at, at + length));
    name += letter ?? String.fromCodePoint(RAW_BYTE_FROM + (bytes[at] ?? 0));
    at += letter === null ? 1 : length;
  }
  return name;
}

/** Length in bytes of a UTF-8 character with this first byte. */
function lengthOf(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    const letter = strict.decode(bytes);
    return isRaw(letter.codePointAt(0) ?? 0) ? null : letter;
  } catch {
    return null;
  }
}

function isRaw(code: number): boolean {
  return code >= RAW_BYTE_FROM + 0x80;
}

type Path = string | Buffer;
/** One character per byte: bytes that are not UTF-8 would be lost in decoded text. */
type RealText = Pick<RealPath, 'by'> & { readonly text: string };
export type ReadRealText = (path: Path) => RealText | Promise<RealText>;

/**
 * Whether a path is really under a folder: a junction or link in the middle may lead elsewhere. If the system could not name one of them,
 * both must also be on one volume, since a volume mounted in a folder is not a link.
 */
export async function isUnder(path: Path, root: Path, realOf: ReadRealText = realText): Promise<boolean> {
  const [place, folder] = await Promise.all([realOf(path), realOf(root)]);
  if (!isInside(place.text, folder.text)) return false;
  if (place.by === 'system' && folder.by === 'system') return true;
  const [one, other] = await Promise.all([stat(path, { bigint: true }), stat(root, { bigint: true })]);
  return one.dev === other.dev;
}

export const realText: ReadRealText = textOf(realPath);

export function textOf(real: (path: Path) => Promise<RealPath>): ReadRealText {
  return async (path) => {
    const { bytes, by } = await real(path);
    return { text: bytes.toString('latin1'), by };
  };
}

/**
 * Resolves file arguments of this process. Node reads arguments as UTF-8, so a name in another encoding has lost bytes. They are recovered
 * from the raw arguments that Linux keeps, or, if an intermediate program lost them there too (npm does), by the only name in the folder that
 * decodes to the same text. A path that cannot be resolved stays as typed.
 */
export async function typedPaths(typed: readonly string[]): Promise<readonly string[]> {
  const doubtful = typed.filter(isLossy);
  if (doubtful.length === 0) return typed;
  // Options may come between them, but no option is lossy, so both lists have the same order.
  const exact = argumentBytes().filter((one) => isLossy(one.toString()));
  const isSame = exact.length === doubtful.length && exact.every((one, at) => one.toString() === doubtful[at]);
  const left = (isSame ? exact : []).values();
  const paths: string[] = [];
  for (const path of typed) {
    const bytes = isLossy(path) ? left.next().value : undefined;
    const isLost = bytes === undefined || bytes.equals(Buffer.from(path));
    paths.push(!isLossy(path) ? path : isLost ? await readAlike(resolve(path)) : fromDisk(bytes));
  }
  return paths;
}

function isLossy(path: string): boolean {
  return path.includes(REPLACED);
}

/** The raw arguments of this process; empty if the system does not provide them. */
function argumentBytes(): readonly Buffer[] {
  try {
    const all = readFileSync('/proc/self/cmdline').toString('latin1').split('\0').slice(0, -1);
    return all.map((one) => Buffer.from(one, 'latin1'));
  } catch {
    return [];
  }
}

/** The path whose parts decode to these: a lossy part stands for the only name in its folder that decodes to it. */
async function readAlike(path: string): Promise<string> {
  let found = '';
  for (const part of path.split('/').slice(1)) {
    found = `${found}/${isLossy(part) ? await nameAlike(found === '' ? '/' : found, part) : part}`;
  }
  return found === '' ? path : found;
}

async function nameAlike(folder: string, part: string): Promise<string> {
  try {
    const names = await readdir(toDisk(folder), { encoding: 'buffer' });
    const alike = names.filter((name) => name.toString() === part);
    const [only] = alike;
    return only === undefined || alike.length > 1 || names.some((name) => name.equals(Buffer.from(part))) ? part : fromDisk(only);
  } catch {
    return part;
  }
}
