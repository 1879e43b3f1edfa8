import { liesBelow, pathMap } from '#test/support/disks/path-map.ts';
import { PAIRED, type Paper, type Reading } from '../plan/places.ts';

type Lying = { readonly path: string; readonly paper: Paper };

/** What people put into the folder where every scan has its entries, and what they said of scans without; for the checker of invariant 22. */
export class Pairs {
  /** By path without the ending of its name: the scans that ever lay there, and the files of entries. */
  readonly #at = pathMap<{ readonly scans: Set<string>; readonly files: Map<string, Paper> }>();
  /** Scans that ever lay elsewhere, where they are sent like any other. */
  readonly #elsewhere = new Set<string>();
  /** `computer sha256`: scans that its user had sent without entries. */
  readonly #without = new Set<string>();

  /** A file was put there, or renamed. */
  put({ path, paper }: Lying): void {
    const { kind, sha256 } = paper;
    if (!liesBelow(path, PAIRED)) return void this.#elsewhere.add(sha256);
    const stem = withoutEnding(path);
    const there = this.#at.get(stem) ?? { scans: new Set(), files: new Map() };
    if (kind === 'beside') there.files.set(sha256, paper);
    else there.scans.add(sha256);
    this.#at.set(stem, there);
  }

  /** Whether this scan comes with entries, wherever it lay. */
  isPaired(sha256: string): boolean {
    return !this.#elsewhere.has(sha256) && Array.from(this.#at.values()).some(({ scans }) => scans.has(sha256));
  }

  sendWithout(computer: string, scans: readonly string[]): void {
    for (const sha256 of scans) this.#without.add(`${computer} ${sha256}`);
  }

  isWithout(computer: string, sha256: string): boolean {
    return this.#without.has(`${computer} ${sha256}`);
  }

  /** What these lines were read from, as text of a request: a file that lay beside this scan; null for none. */
  beside(scan: string, body: string): { readonly file: Paper; readonly reading: Reading } | null {
    for (const { scans, files } of this.#at.values()) {
      for (const file of scans.has(scan) ? files.values() : []) {
        const reading = [file.readings?.today, file.readings?.before].find((one) => one?.body === body);
        if (reading !== undefined) return { file, reading };
      }
    }
    return null;
  }

  /** The other computer began as a copy of the first. */
  alike(computer: string, other: string): void {
    for (const key of Array.from(this.#without)) {
      if (key.startsWith(`${computer} `)) this.#without.add(`${other} ${key.slice(computer.length + 1)}`);
    }
  }
}

/** The path without the ending of the name: scans and entries with the same one belong together. */
export function withoutEnding(path: string): string {
  return path.replace(/\.[^.]*$/, '');
}
