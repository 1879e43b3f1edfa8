import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { FileFault, Move, Moved } from '#shared/ports/files.ts';
import { fileFault } from './file-fault.ts';
import { isUnder } from './disk-path.ts';
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { lstat, open, readFile, utimes } from 'node:fs/promises';
import { flushFolder } from '#shared/node/files/flush-folder.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/retry-while-locked.ts';
import { withStartedUmask } from '../make-private.ts';

/** Intray's own code, besides the platform's. */
const OUTSIDE = 'OUTSIDE';
/** Names tried when a file must be put back; never more than two files want one name. */
const NAMES_MAX = 100;
let copies = 0;

/**
 * Moves one file to a new name in the same chosen folder, and never over another file: the new name is first reserved with an empty file
 * (Node has no rename that refuses), over which the file is renamed in one step. The moved file is read again, and put back if it does not
 * have the given bytes. To another volume it is copied and verified, and only then is the old name given up. After a crash at any point the
 * file is in at least one of the two places.
 */
export async function moveFile(of: Move, steps: MoveSteps = MOVE_STEPS): Promise<Result<Moved, FileFault>> {
  try {
    if (!(await makeWay(of, steps))) return fail({ kind: 'escaped', code: OUTSIDE });
    if (!(await reserved(of, steps))) return ok('taken');
    return await overReservation(of, steps);
  } catch (error) {
    return fail(fileFault(error));
  }
}

/**
 * Writes a new file, never over another. It appears under its name complete or not at all: written and flushed under a hidden name, then
 * renamed over a reservation of the wanted one. A full disk or a crash leaves only a hidden file, not half a document.
 */
export async function writeNewFile(
  path: string,
  bytes: Uint8Array,
  steps: MoveSteps = MOVE_STEPS,
): Promise<Result<'written' | 'taken', FileFault>> {
  copies += 1;
  const part = join(dirname(path), `.intray-${process.pid}-${copies}.part`);
  let isOurs = false;
  try {
    if (await isThere(path, steps)) return ok('taken');
    await steps.writeNew(part, bytes);
    await steps.reserve(path);
    isOurs = true;
    await steps.rename(part, path);
  } catch (error) {
    await steps.remove(part).catch(() => undefined);
    if (isOurs) await giveUp(path, steps);
    const fault = fileFault(error);
    return fault.code === 'EEXIST' ? ok('taken') : fail(fault);
  }
  await flushed([path], steps);
  return ok('written');
}

async function isThere(path: string, steps: MoveSteps): Promise<boolean> {
  try {
    await steps.stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Creates the folders above the new name one by one: a link among them would lead out of the chosen folder. */
async function makeWay({ root, to }: Move, steps: MoveSteps): Promise<boolean> {
  let at = root;
  for (const part of relative(root, dirname(to)).split(sep)) {
    if (part === '..') return false;
    at = join(at, part);
    await steps.makeFolder(at).catch(ifThere);
    if (!(await steps.stat(at)).isDirectory()) return false;
  }
  return at === root || isUnder(at, root);
}

async function reserved({ to, resumed }: Move, steps: MoveSteps): Promise<boolean> {
  try {
    await steps.reserve(to);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // It may be the empty file reserved before an interruption.
    const there = await steps.stat(to);
    return resumed && there.isFile() && there.size === 0;
  }
}

async function overReservation(of: Move, steps: MoveSteps): Promise<Result<Moved, FileFault>> {
  const { from, to, bytes } = of;
  try {
    await steps.rename(from, to);
  } catch (error) {
    if (codeOf(error) === 'EXDEV') return acrossVolumes(of, steps);
    await giveUp(to, steps);
    throw error;
  }
  if (!same(await steps.read(to), bytes)) {
    await putBack(to, from, steps);
    return ok('changed');
  }
  await flushed([to, from], steps);
  return ok('moved');
}

async function acrossVolumes({ from, to, bytes }: Move, steps: MoveSteps): Promise<Result<Moved, FileFault>> {
  copies += 1;
  const part = join(dirname(to), `.intray-${process.pid}-${copies}.part`);
  try {
    const { atime, mtime } = await steps.stat(from);
    await steps.writeNew(part, bytes);
    await steps.setTimes(part, atime, mtime);
    if (!same(await steps.read(part), bytes)) throw new UnfaithfulCopy();
    await steps.rename(part, to);
  } catch (error) {
    await steps.remove(part).catch(() => undefined);
    await giveUp(to, steps);
    if (error instanceof UnfaithfulCopy) return fail({ kind: 'other', code: 'COPY_DIFFERS' });
    throw error;
  }
  await flushed([to], steps);
  const taken = join(dirname(from), basename(part));
  await steps.rename(from, taken);
  // A new file may have arrived under the old name since it was read; it must not be removed.
  if (same(await steps.read(taken), bytes)) await steps.remove(taken);
  else await putBack(taken, from, steps);
  return ok('moved');
}

class UnfaithfulCopy extends Error {}

/** Removes only an empty file, which is the reservation. */
async function giveUp(to: string, steps: MoveSteps): Promise<void> {
  const there = await steps.stat(to).catch(() => null);
  if (there?.isFile() === true && there.size === 0) await steps.remove(to).catch(() => undefined);
}

async function putBack(from: string, to: string, steps: MoveSteps): Promise<void> {
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const name = numbered(to, number);
    try {
      await steps.reserve(name);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw error;
    }
    try {
      await steps.rename(from, name);
    } catch (error) {
      await giveUp(name, steps);
      throw error;
    }
    return;
  }
}

/** `scan.pdf`, `scan (2).pdf`, … */
function numbered(path: string, number: number): string {
  if (number === 1) return path;
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)} (${number})${ending}`;
}

/** On some file systems a power cut may undo what was not flushed; where a folder cannot be flushed, nothing is lost. */
async function flushed(paths: readonly string[], steps: MoveSteps): Promise<void> {
  for (const path of paths) await steps.flushFolder(dirname(path)).catch(() => undefined);
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function ifThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

/** Never follows a link; Windows has no such flag. */
const JUST_MADE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * The disk operations of a move, one durable step each; a test may end the program between any two. What they create is in a folder of the
 * user's, so it gets the permissions of this user's other files.
 */
export const MOVE_STEPS = {
  makeFolder: async (path: string): Promise<void> => {
    withStartedUmask(() => mkdirSync(path));
  },
  /** Creates an empty file, or fails with EEXIST: it never opens an existing file. */
  reserve: async (path: string): Promise<void> => {
    closeSync(newFile(path));
  },
  writeNew: async (path: string, bytes: Uint8Array): Promise<void> => {
    closeSync(newFile(path));
    // A handle can be flushed where Node's permission model is on, and the umask applies only to a call that does not wait.
    const file = await open(path, JUST_MADE);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  rename: RENAME_AND_REMOVE.rename,
  remove: RENAME_AND_REMOVE.remove,
  read: async (path: string): Promise<Uint8Array> => readFile(path),
  stat: lstat,
  setTimes: utimes,
  flushFolder,
} as const;

export type MoveSteps = typeof MOVE_STEPS;

function newFile(path: string): number {
  return withStartedUmask(() => openSync(path, 'wx'));
}
