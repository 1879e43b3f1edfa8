import { readFileSync } from 'node:fs';
import { runProgram } from '../../run-program.ts';
import type { PageAt } from './reader.ts';

/** The turn of HEIF against the clock, in degrees, as EXIF's orientation. */
const OF_ROTATION: Readonly<Record<string, number>> = { '90': 8, '180': 3, '270': 6 };

/** How a picture is to be turned for programs that show it as it is stored, as ExifTool says: EXIF's orientation, from 1 to 8. */
export async function orientationOf({ path, kind }: Pick<PageAt, 'path' | 'kind'>): Promise<number> {
  if (kind === 'tiff' || kind === 'jpeg') return Number((await told(path, '-IFD0:Orientation')) || 1);
  if (kind === 'heic' || kind === 'avif') return OF_ROTATION[await told(path, '-QuickTime:Rotation')] ?? 1;
  const isTold = readFileSync(path).includes(kind === 'webp' ? 'EXIF' : 'eXIf', 0, 'latin1');
  return isTold ? Number((await told(path, '-IFD0:Orientation')) || 1) : 1;
}

async function told(path: string, tag: string): Promise<string> {
  const { out } = await runProgram(['exiftool', '-s3', '-n', tag, path]);
  return out.toString('latin1').trim();
}
