import type { FileStat } from '#shared/ports/files.ts';
import type { KnownFile } from '../store.ts';

/** The part of a file's stat that is remembered. */
export function asSeen({ bytes, modifiedAt, changedAt, inode }: Pick<FileStat, 'bytes' | 'modifiedAt' | 'changedAt' | 'inode'>): KnownFile {
  return { bytes, modifiedAt, changedAt, inode };
}
