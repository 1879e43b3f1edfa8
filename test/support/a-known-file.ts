import type { KnownFile } from '#electron/intake/store.ts';
import { wallMs } from '#shared/lib/duration.ts';

/** A KnownFile for a file that is on no disk. */
export function aKnownFile(bytes: number, modifiedAt: number): KnownFile {
  return { bytes, modifiedAt: wallMs(modifiedAt), changedAt: wallMs(modifiedAt), inode: 4711 };
}
