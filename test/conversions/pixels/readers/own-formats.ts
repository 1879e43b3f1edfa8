import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../run-program.ts';
import { atMost, type Picture, pictureOf, turned } from '../picture.ts';
import { byImageMagick } from './image-magick.ts';
import { readOrientation } from './read-orientation.ts';
import { LIMITED, LONGEST, type PageAt, type Reader } from './reader.ts';

/** libwebp's own program. */
export const dwebp: Reader = {
  name: 'dwebp',
  draw: async (page: PageAt) => {
    const { exit, out } = await runProgram([...LIMITED, 'dwebp', '-quiet', page.path, '-pam', '-o', '-']);
    const picture = exit === 0 ? pictureOf(out) : null;
    return picture === null ? null : turned(atMost(picture, LONGEST), await readOrientation(page));
  },
};

/** libavif's own program. */
export const avifdec: Reader = {
  name: 'avifdec',
  draw: async (page) => {
    const picture = await byPng(async (into) => [...LIMITED, 'avifdec', '-j', '1', '-d', '8', page.path, into]);
    return picture === null ? null : turned(picture, await readOrientation(page));
  },
};

/** libheif's own program, with libde265 for HEIC. It writes every picture of a file; the primary one is shown. */
export const heifConvert: Reader = {
  name: 'heif-convert',
  draw: async ({ path }) => {
    const { out } = await runProgram([...LIMITED, 'heif-info', path]);
    const pictures = out.toString('latin1').match(/^image: .*$/gm) ?? [];
    const primary = pictures.findIndex((line) => line.includes('primary'));
    return byPng(async (into) => [...LIMITED, 'heif-convert', path, into], pictures.length > 1 ? `-${primary + 1}` : '');
  },
};

/** `numbered`: what the program adds to the name of the file that is wanted. */
async function byPng(command: (into: string) => Promise<readonly [string, ...string[]]>, numbered = ''): Promise<Picture | null> {
  const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
  try {
    const { exit } = await runProgram(await command(join(folder, 'page.png')));
    const png = join(folder, `page${numbered}.png`);
    return exit === 0 && existsSync(png) ? await byImageMagick(`png:${png}`, []) : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
