import type { Clock } from '#shared/ports/world.ts';
import type { Life } from '../life.ts';
import type { SimDisk } from './sim-disk.ts';

/** Any byte that begins no header of a copy. */
const FREE = 0x21;

/** Overwrites a file of the private copies as soon as it belongs to no document: whoever still reads it sends this. */
export function overwriteFree({
  disk,
  clock,
  life,
}: {
  readonly disk: SimDisk;
  readonly clock: Clock;
  readonly life: Life;
}): (path: string) => void {
  return (path) => {
    const bytes = disk.files.get(path)?.bytes.byteLength;
    if (life.alive && bytes !== undefined) disk.put(path, new Uint8Array(bytes).fill(FREE), clock.wallMs());
  };
}
