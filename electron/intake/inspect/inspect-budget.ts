import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

/**
 * Limits on the cost of inspecting one file. They are counts and not times, so that a file gets the same verdict on every computer (ADR-33).
 * No scan comes near them; a file that does has something on it, or is not understood.
 */
export const INSPECT_LIMITS = {
  /** PDF objects searched for when the cross-reference is wrong or something may be missing. A book of text has some ten thousand. */
  objects: 50_000,
  /** Cross-reference entries of a PDF checked when something may be missing. A file of the maximum size has room for a quarter of them. */
  tableRows: 1_000_000,
  /** Bytes of PDF dictionaries read. A page has some hundred, and some thousand with everything it names. */
  dictionaryBytes: 2_000_000,
  /** Bytes of page content, packed plus unpacked: a blank page needs a hundred. */
  contentBytes: 500_000,
  /** Bytes of pictures as stored in a PDF. They exceed the file size only where pictures are nested. */
  pictureBytes: FILE_BYTES_MAX,
  /** Bytes of unpacked pictures, that is, their pixels. Two colour pages at 400 dpi, or forty grey ones at 150. */
  unpackedBytes: 128_000_000,
  /**
   * Bytes unpacked from what the pages of a PDF draw, only to see whether a reader would complain. What is beyond is not unpacked.
   */
  checkedBytes: 256_000_000,
  /** Pixel rows of these pictures. */
  rows: 1_000_000,
  /**
   * 8×8 blocks of JPEGs, counted once for each scan that contains them. A progressive photograph of twelve megapixels has two million; a
   * colour page at 600 dpi has 1.6 million in one scan.
   */
  units: 4_000_000,
  /**
   * The same blocks, counted where a JPEG whose end is there is decoded only to see whether a reader would complain. A PDF of twenty colour
   * pages at 300 dpi has half of them. What is beyond is judged by its end alone.
   */
  codedUnits: 8_000_000,
  /** Of these, bytes that are kept in memory, since they are read again for fingerprints. Others are unpacked twice. */
  keptBytes: 32_000_000,
  /** Bytes of a PDF's streams, packed and unpacked, of which its pages' fingerprints are made. Pages beyond have none. */
  fingerprintBytes: 128_000_000,
  /** Values of dictionaries and lists that lead to them: fonts and their widths are most of them. */
  fingerprintValues: 200_000,
} as const;

export type Counted = keyof typeof INSPECT_LIMITS;

/** The remaining budget for one file. */
export class InspectBudget {
  readonly #spent = new Map<Counted, number>();

  /** Returns false and spends nothing if that exceeds the budget: the caller must then skip the work. */
  spend(what: Counted, amount: number): boolean {
    if (!(amount <= this.left(what))) return false;
    this.#spent.set(what, this.spent(what) + amount);
    return true;
  }

  left(what: Counted): number {
    return INSPECT_LIMITS[what] - this.spent(what);
  }

  spent(what: Counted): number {
    return this.#spent.get(what) ?? 0;
  }
}
