import { runProgram } from '../run-program.ts';

export type TiffPage = {
  /** From 0, thumbnails and masks counted too. */
  readonly directory: number;
  /** Black and white, with a resolution that a scanner or a fax would write. */
  readonly isFax: boolean;
  /** In dots, as they are stored. */
  readonly width: number;
  readonly height: number;
  /** Width of a dot divided by its height; 1 where the file says nothing of use. */
  readonly stretch: number;
  /** Its samples are numbers with a fraction; several programs read them as whole ones. */
  readonly isFloat: boolean;
  /** In tiles in place of strips, which FFmpeg does not read: it shows one colour. */
  readonly isTiled: boolean;
};

const STRETCH_MAX = 8;

/** The directories of a TIFF that are pages, as `tiffinfo` lists them: no thumbnails, no masks. Empty if it cannot read the file. */
export async function tiffPages(path: string): Promise<readonly TiffPage[]> {
  const { out } = await runProgram(['tiffinfo', path]);
  return tiffPagesOf(out.toString('latin1'));
}

/** The same, of what `tiffinfo` has printed. */
export function tiffPagesOf(printed: string): readonly TiffPage[] {
  // The directories of EXIF within a page are printed like pages, with another head.
  const said = printed.replaceAll(/^--- \w+ directory within.*\nTIFF Directory at/gm, '');
  const directories = said.split(/^TIFF Directory at/m).slice(1);
  return directories.flatMap((text, directory) => {
    if (/Subfile Type:.*(reduced-resolution|transparency mask)/.test(text)) return [];
    const [, x] = /Resolution: ([\d.]+), [\d.]+ pixels\/inch/.exec(text) ?? [];
    const [, width, height] = /Image Width: (\d+) Image Length: (\d+)/.exec(text) ?? [];
    const isFax = /Bits\/Sample: 1$/m.test(text) && isResolution(Number(x));
    return [
      {
        directory,
        isFax,
        width: Number(width ?? 0),
        height: Number(height ?? 0),
        stretch: stretchOf(text),
        isFloat: /Sample Format: IEEE/.test(text),
        isTiled: /Tile Width: \d/.test(text),
      },
    ];
  });
}

/** 72 and 96 are what programs write that know nothing. */
export function isResolution(dpi: number): boolean {
  return dpi > 96 && dpi <= 1_200;
}

function stretchOf(printed: string): number {
  const [across = 1, down = 1] = /Resolution: ([\d.]+), ([\d.]+)/.exec(printed)?.slice(1).map(Number) ?? [];
  const stretch = down / across;
  return stretch > 1 / STRETCH_MAX && stretch < STRETCH_MAX ? stretch : 1;
}
