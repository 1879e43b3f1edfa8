import { readFileSync } from 'node:fs';
import { runProgram } from '../../run-program.ts';
import type { PageAt } from './reader.ts';

/** The turn of HEIF against the clock, in degrees, as EXIF's orientation. */
const OF_ROTATION: Readonly<Record<string, number>> = { '90': 8, '180': 3, '270': 6 };

/** How a picture is to be turned for programs that show it as it is stored, as ExifTool says: EXIF's orientation, from 1 to 8. */
export async function readOrientation({ path, kind }: Pick<PageAt, 'path' | 'kind'>): Promise<number> {
  if (kind === 'tiff' || kind === 'jpeg') return Number((await told(path, '-IFD0:Orientation')) || 1);
  if (kind === 'heic') return OF_ROTATION[await told(path, '-QuickTime:Rotation')] ?? 1;
  if (kind === 'avif') return avifOrientationOf((await runProgram(['avifdec', '--info', path])).out.toString('latin1'));
  const isTold = readFileSync(path).includes(kind === 'webp' ? 'EXIF' : 'eXIf', 0, 'latin1');
  return isTold ? Number((await told(path, '-IFD0:Orientation')) || 1) : 1;
}

/** By mirror (none, top and bottom exchanged, left and right exchanged), and then by quarter turns against the clock, which come first. */
const OF_TURNS: Readonly<Record<string, readonly number[]>> = { none: [1, 8, 3, 6], '0': [4, 5, 2, 7], '1': [2, 7, 4, 5] };

/** The same for AVIF, of what `avifdec --info` has printed: the version of Debian 12 tells of turns and mirrors without applying them. */
export function avifOrientationOf(printed: string): number {
  const turns = Number(/irot \(Rotation\)\s*: (\d)/.exec(printed)?.[1] ?? 0);
  const mirror = /imir \(Mirror\)\s*: Mode (\d)/.exec(printed)?.[1] ?? 'none';
  return OF_TURNS[mirror]?.[turns] ?? 1;
}

async function told(path: string, tag: string): Promise<string> {
  const { out } = await runProgram(['exiftool', '-s3', '-n', tag, path]);
  return out.toString('latin1').trim();
}
