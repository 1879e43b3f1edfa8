import { lstat } from 'node:fs/promises';
import { toDisk } from './disk-path.ts';
import { isLocal } from '../volumes/mount-table.ts';

/** Enough for a handful of chosen folders. The entries expire, since a folder may be on another disk by then. */
const ROOTS_MAX = 64;
const ROOT_TRUST_MS = 10_000;
const roots = new Map<string, { readonly device: bigint; readonly untilMs: number }>();

/** The device of a folder on a file system that answers at once; null for others. */
export async function localDevice(root: string): Promise<bigint | null> {
  const known = roots.get(root);
  if (known !== undefined && performance.now() < known.untilMs) return known.device;
  roots.delete(root);
  if (roots.size >= ROOTS_MAX) roots.clear();
  if (!(await isLocal(root))) return null;
  const { dev } = await lstat(toDisk(root), { bigint: true });
  roots.set(root, { device: dev, untilMs: performance.now() + ROOT_TRUST_MS });
  return dev;
}
