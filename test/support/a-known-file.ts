import type { KnownFile } from '#electron/intake/store.ts';
import { wallMs } from '#shared/lib/duration.ts';

/** How a file that lies on no disk would have been met. */
export function aKnownFile(bytes: number, modifiedAt: number): KnownFile {
  return { bytes, modifiedAt: wallMs(modifiedAt), changedAt: wallMs(modifiedAt), inode: 4711 };
}
