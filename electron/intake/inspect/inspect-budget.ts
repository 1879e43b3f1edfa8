import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

/**
 * What looking into one file may cost at most, counted and not timed, so that a file has the same verdict on every computer (ADR-33).
 * No scan comes near these; what does has something on it, or is not understood.
 */
export const INSPECT_LIMITS = {
  /** Objects of a PDF that are looked for, where the cross-reference is not right or something may be missing. A book of text has some ten thousand. */
  objects: 50_000,
  /** Rows of the cross-references of a PDF that are gone over, where something may be missing. A file of the greatest size has room for a quarter of them. */
  tableRows: 1_000_000,
  /** Bytes of the dictionaries of a PDF that are read. A page has some hundred, with all that it names some thousand. */
  dictionaryBytes: 2_000_000,
  /** Bytes of what pages draw, packed and unpacked: a blank one says so in a hundred. */
  contentBytes: 500_000,
  /** Bytes of pictures as they lie in a PDF. More than the file has only where they lie one in the other. */
  pictureBytes: FILE_BYTES_MAX,
  /** Bytes of pictures as they are unpacked, which is their pixels. Two pages in colour at 400 dots per inch, forty in grey at 150. */
  unpackedBytes: 128_000_000,
  /** Rows of these pictures. */
  rows: 1_000_000,
  /**
   * Units of eight by eight points of JPEGs, once for each scan that they are in. A progressive photograph of twelve million points has
   * two million; a page in colour at 600 dots per inch has 1.6 million in one scan.
   */
  units: 4_000_000,
} as const;

export type Counted = keyof typeof INSPECT_LIMITS;

/** What is left of the limits for one file. */
export class InspectBudget {
  readonly #spent = new Map<Counted, number>();

  /** False, and nothing is spent, where that is more than is left: then it is not to be done. */
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
