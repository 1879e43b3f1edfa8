import { runProgram } from '../../run-program.ts';
import { type Picture, pictureOf, turned } from '../picture.ts';
import { readOrientation } from './read-orientation.ts';
import { LIMITED, type PageAt, type Reader } from './reader.ts';

/** FFmpeg (7 and later for HEIC): its own decoders for TIFF, HEVC, WebP, JPEG and PNG; AVIF by dav1d. The first page only. */
export const ffmpeg: Reader = {
  name: 'FFmpeg',
  draw: async (page: PageAt) => {
    if (page.index > 0) return null;
    const picture = page.kind === 'heic' ? await heic(page.path) : await frame(page.path, []);
    return picture === null ? null : turned(picture, await readOrientation(page));
  },
};

async function frame(path: string, how: readonly string[]): Promise<Picture | null> {
  const input = ['-v', 'error', '-noautorotate', '-threads', '1', '-i', path, ...how];
  const output = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'pam', '-pix_fmt', 'rgba', '-'];
  const { exit, out, said } = await runProgram([...LIMITED, 'ffmpeg', ...input, ...output]);
  // It shows grey where it cannot go on, and says so only here.
  return exit === 0 && !/error|invalid|corrupt|could not/i.test(said) ? pictureOf(out) : null;
}

/** A photo in tiles is listed as a group of streams, which this version does not put together by itself. */
async function heic(path: string): Promise<Picture | null> {
  const { said } = await runProgram([...LIMITED, 'ffmpeg', '-hide_banner', '-v', 'verbose', '-i', path]);
  const grid = /^ *Stream group #0:\d+.*Tile Grid:.*?(\d+)x(\d+)(?: \((\d+)x(\d+)\))?.*\(default\)/m.exec(said);
  if (grid === null) return frame(path, []);
  const [width = 0, height = 0, paddedWidth = width] = grid.slice(1).map((one) => (one === undefined ? undefined : Number(one)));
  const group = said.slice(grid.index + 1).split(/^ *Stream group/m)[0] ?? '';
  const tiles = [...group.matchAll(/^ *Stream #0:(\d+).*?, (\d+)x(\d+)[, ].*\(dependent\)/gm)].map((tile) => tile.slice(1).map(Number));
  const [, across = 0, down = 0] = tiles[0] ?? [];
  if (across === 0 || tiles.some(([, wide, high]) => wide !== across || high !== down)) return null;
  const columns = Math.ceil(paddedWidth / across);
  const places = tiles.map((_, at) => `${(at % columns) * across}_${Math.floor(at / columns) * down}`);
  const inputs = tiles.map(([stream]) => `[0:${stream}]`).join('');
  const stacked = tiles.length === 1 ? `${inputs}null` : `${inputs}xstack=inputs=${tiles.length}:layout=${places.join('|')}`;
  return frame(path, ['-filter_complex', `${stacked},crop=${width}:${height}:0:0[all]`, '-map', '[all]']);
}
