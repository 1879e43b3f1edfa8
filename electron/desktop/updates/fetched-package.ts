import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { extname } from 'node:path';
import type { Update } from '#shared/domain/update.ts';

export type FetchedPackage = {
  /** Whether the file contains exactly the announced bytes, at this moment. */
  readonly isWhole: () => boolean;
  /** Deletes the file, so that it is fetched again: the updater checks only whether it exists. */
  readonly discard: () => void;
};

const CHUNK_BYTES = 1_048_576;

/**
 * A package in the updater's folder. Every program of this user can write there, so it is compared with what was signed each time that it
 * matters. Synchronous, because the last such time is while the app ends.
 */
export function fetchedPackage(path: string, files: Update['files']): FetchedPackage {
  // One announcement lists packages of several kinds.
  const signed = files.filter(({ url }) => extname(url) === extname(path)).map(({ sha512 }) => sha512);
  return {
    isWhole: () => signed.includes(hashOf(path) ?? ''),
    discard: () => discard(path),
  };
}

/** If a virus scanner keeps the file from being removed, it is compared again, and rejected again, before it is used. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays until then.
  }
}

/** Base64 SHA-512; null if the file cannot be read. */
function hashOf(path: string): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const hash = createHash('sha512');
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) hash.update(chunk.subarray(0, got));
    return hash.digest('base64');
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
