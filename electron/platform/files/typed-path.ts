import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fromDisk, toDisk } from './disk-path.ts';

const REPLACED = '\u{fffd}';

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
