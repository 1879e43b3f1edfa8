import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** For each folder, the flush that has not started yet: callers that arrive before its start share it. */
const next = new Map<string, Promise<void>>();
/** For each folder, the running flush, after which the next one starts. */
const underWay = new Map<string, Promise<void>>();

/**
 * Flushes a folder's own list of names: without it, a power cut may undo a rename. Several callers during one flush share the next.
 * Windows has no such call and needs none.
 */
export function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return Promise.resolve();
  const shared = next.get(path);
  if (shared !== undefined) return shared;
  const mine = afterwards(path, underWay.get(path));
  next.set(path, mine);
  return mine;
}

async function afterwards(path: string, before: Promise<void> | undefined): Promise<void> {
  // Whether that flush succeeded does not matter here.
  await before?.catch(() => undefined);
  next.delete(path);
  const flushing = flush(path);
  underWay.set(path, flushing);
  try {
    await flushing;
  } finally {
    if (underWay.get(path) === flushing) underWay.delete(path);
  }
}

async function flush(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Resolves when everything written to the file is on the disk. Rejects with the disk's error. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
