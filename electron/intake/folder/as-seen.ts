import type { FileStat } from '#shared/ports/files.ts';
import type { KnownFile } from '../store.ts';

/** What is remembered of a file that was met like this. */
export function asSeen({ bytes, modifiedAt, changedAt, inode }: Pick<FileStat, 'bytes' | 'modifiedAt' | 'changedAt' | 'inode'>): KnownFile {
  return { bytes, modifiedAt, changedAt, inode };
}
