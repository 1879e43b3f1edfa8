import type { BytesFault, Picture, Resolution } from '../picture.ts';
import { pageOfRows } from '../resample.ts';
import type { Result } from '#shared/lib/result.ts';

/** `bits`: one bit for each dot, 1 is white · `grey`: one byte · `colour`: red, green and blue. */
export type Tones = 'bits' | 'grey' | 'colour';

/** A picture that is read row by row. */
export type RowSource = {
  readonly width: number;
  readonly height: number;
  readonly resolution: Resolution | null;
  readonly tones: Tones;
  /**
   * Reads the rows from the top one on, opaque. A row is valid until `take` returns, which says whether the next one is wanted. Throws for what is
   * damaged.
   */
  readonly read: (take: (row: Uint8Array) => boolean) => Promise<void>;
};

export type OpenedRows = Result<RowSource, BytesFault>;

export function rowBytesOf({ width, tones }: Pick<RowSource, 'width' | 'tones'>): number {
  return tones === 'bits' ? Math.ceil(width / 8) : tones === 'grey' ? width : width * 3;
}

/** The picture as it is encoded: in colour or grey with as many dots as that allows, in black and white with all of them. */
export async function pictureOfRows(source: RowSource): Promise<Picture> {
  const { width, height, resolution, tones, read } = source;
  if (tones === 'bits') {
    const rowBytes = rowBytesOf(source);
    const rows = new Uint8Array(rowBytes * height);
    let at = 0;
    await read((row) => {
      rows.set(row, at);
      at += rowBytes;
      return true;
    });
    return { kind: 'bits', width, height, rows, resolution };
  }
  const page = pageOfRows({ width, height, resolution, isGrey: tones === 'grey' });
  const rgb = new Uint8Array(width * 3);
  await read((row) => {
    if (tones === 'grey') for (let [x, at] = [0, 0]; x < width; x += 1, at += 3) rgb.fill(row[x] as number, at, at + 3);
    page.add(tones === 'grey' ? rgb : row);
    return true;
  });
  return page.picture();
}
