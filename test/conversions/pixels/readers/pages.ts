import { runProgram } from '../../run-program.ts';
import { atMost, pictureOf } from '../picture.ts';
import { LIMITED, LONGEST, type PageAt, type Reader } from './reader.ts';

/** MuPDF: its own code for TIFF, PNG and PDF. */
export const mupdf: Reader = {
  name: 'MuPDF',
  draw: async ({ path, index, password, size }: PageAt) => {
    const longest = longestOf(size);
    const opened = password === null ? [] : ['-p', password];
    const box = ['-w', `${longest}`, '-h', `${longest}`, '-c', 'rgb'];
    const { exit, out } = await runProgram([
      ...LIMITED,
      'mutool',
      'draw',
      '-q',
      '-F',
      'ppm',
      ...box,
      ...opened,
      '-o',
      '-',
      path,
      `${index + 1}`,
    ]);
    return exit === 0 ? pictureOf(out) : null;
  },
};

/** Poppler, for PDF alone. */
export const poppler: Reader = {
  name: 'Poppler',
  draw: async ({ path, index, password, size }: PageAt) => {
    const opened = password === null ? [] : ['-upw', password];
    const range = ['-f', `${index + 1}`, '-l', `${index + 1}`, '-singlefile'];
    const { exit, out } = await runProgram([...LIMITED, 'pdftoppm', '-scale-to', `${longestOf(size)}`, ...range, ...opened, path]);
    const picture = exit === 0 ? pictureOf(out) : null;
    return picture === null ? null : atMost(picture, LONGEST);
  },
};

/** Dot by dot where that is known: a small picture that is drawn larger gets other edges. */
function longestOf(size: PageAt['size']): number {
  return size === null ? LONGEST : Math.min(LONGEST, Math.max(size.width, size.height));
}
