import { runProgram } from '../../run-program.ts';
import { type Picture, pictureOf } from '../picture.ts';
import { LIMITED, LONGEST, type PageAt, type Reader } from './reader.ts';

/** ImageMagick, with libtiff, libjpeg and libpng. */
export const imageMagick: Reader = {
  name: 'ImageMagick',
  draw: ({ path, kind, index }) => byImageMagick(kind === 'tiff' ? `tiff:${path}[${index}]` : `${kind}:${path}`, []),
};

/** The same, with the colours that the file's own profile gives them. */
export const imageMagickByProfile: Reader = {
  name: 'ImageMagick by profile',
  draw: ({ path, kind, index }) =>
    byImageMagick(kind === 'tiff' ? `tiff:${path}[${index}]` : `${kind}:${path}`, [
      '-profile',
      '/usr/share/color/icc/ghostscript/srgb.icc',
    ]),
};

/** GraphicsMagick: libtiff too, but it makes colours of the samples by code of its own. */
export const graphicsMagick: Reader = {
  name: 'GraphicsMagick',
  draw: async ({ path, kind, index }: PageAt) => {
    const from = kind === 'tiff' ? `tiff:${path}[${index}]` : `${kind}:${path}`;
    const steps = ['-auto-orient', '-background', 'white', '-extent', '0x0', '+matte', '-colorspace', 'RGB', '-depth', '8'];
    const { exit, out } = await runProgram([...LIMITED, 'gm', 'convert', from, ...steps, '-scale', `${LONGEST}x${LONGEST}>`, 'ppm:-']);
    return exit === 0 ? pictureOf(out) : null;
  },
};

/** Whatever ImageMagick names so. */
export async function byImageMagick(from: string, colours: readonly string[]): Promise<Picture | null> {
  const onWhite = ['-auto-orient', '-background', 'white', '-alpha', 'remove'];
  const small = ['-colorspace', 'sRGB', '-scale', `${LONGEST}x${LONGEST}>`, '-depth', '8', '-type', 'TrueColor', 'ppm:-'];
  const { exit, out } = await runProgram([...LIMITED, 'convert', from, ...onWhite, ...colours, ...small]);
  return exit === 0 ? pictureOf(out) : null;
}
