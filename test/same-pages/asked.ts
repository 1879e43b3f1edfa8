import type { PageFingerprint } from '#shared/domain/folder/inspected.ts';

export type Fingerprints = readonly (PageFingerprint | null)[];

/** `same`: all pages of a file are in an earlier one. `grown`: it contains all pages of an earlier one, and others. */
export type Alike<File> = { readonly kind: 'same' | 'grown'; readonly earlier: File };

/** Files in the order in which they are sent, and which of the earlier ones each is like. */
export class Sent<File> {
  readonly #files: { readonly file: File; readonly pages: ReadonlySet<string>; readonly isWhole: boolean }[] = [];
  readonly #holders = new Map<string, number[]>();

  /** Null if it is like none of them. */
  take(file: File, fingerprints: Fingerprints): Alike<File> | null {
    const pages = new Set(fingerprints.filter((page) => page !== null));
    const isWhole = fingerprints.length > 0 && !fingerprints.includes(null);
    const alike = this.#alike(pages, isWhole);
    for (const page of pages) this.#holders.set(page, [...(this.#holders.get(page) ?? []), this.#files.length]);
    this.#files.push({ file, pages, isWhole });
    return alike;
  }

  #alike(pages: ReadonlySet<string>, isWhole: boolean): Alike<File> | null {
    const candidates = new Set([...pages].flatMap((page) => this.#holders.get(page) ?? []));
    for (const at of candidates) {
      const earlier = this.#files[at];
      if (earlier === undefined) continue;
      if (isWhole && isWithin(pages, earlier.pages)) return { kind: 'same', earlier: earlier.file };
      if (earlier.isWhole && isWithin(earlier.pages, pages)) return { kind: 'grown', earlier: earlier.file };
    }
    return null;
  }
}

function isWithin(pages: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...pages].every((page) => others.has(page));
}
