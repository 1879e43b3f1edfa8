import type { Paper } from '../plan/papers.ts';
import { typeOf } from '../plan/places.ts';

export type Left = { readonly path: string; readonly paper: Paper; readonly modifiedAt: number; readonly atMs: number };

/** What persons and scanners did, as the checkers know it: independent of what our programs think. */
export class Ledger {
  /** What lies in the watched folders now. */
  readonly left = new Map<string, Left>();
  /** `type sha256` of everything that was ever put there. */
  readonly papers = new Map<string, Paper>();
  /** Of these nobody has said that they may be sent. */
  readonly unasked = new Set<string>();

  put(path: string, sheet: Paper, at: { readonly modifiedAt: number; readonly atMs: number }): void {
    this.left.set(path, { path, paper: sheet, ...at });
    this.papers.set(keyOf(typeOf(path), sheet.sha256), sheet);
  }

  rename(from: string, to: string, atMs: number): void {
    const left = this.left.get(from);
    if (left === undefined) return;
    this.left.delete(from);
    this.left.set(to, { ...left, path: to, atMs });
    this.papers.set(keyOf(typeOf(to), left.paper.sha256), left.paper);
  }

  remove(path: string): void {
    this.left.delete(path);
  }

  /** The disk under this folder is another one from now on. Returns what lay there, for `putBack`. */
  takeAway(folder: string): readonly Left[] {
    const away = Array.from(this.left.values()).filter(({ path }) => path.startsWith(`${folder}/`));
    for (const { path } of away) this.left.delete(path);
    return away;
  }

  /** The disk that was taken away lies there again, as it was; what was put on the other one went with that. */
  putBack(folder: string, away: readonly Left[]): void {
    this.takeAway(folder);
    for (const left of away) this.left.set(left.path, left);
  }

  askFirst(path: string, sheet: Paper): void {
    this.unasked.add(keyOf(typeOf(path), sheet.sha256));
  }

  /** Whole files that can be sent, and lie there under a name that is looked at. */
  fit(): readonly Left[] {
    return Array.from(this.left.values()).filter(({ path, paper: sheet }) => sheet.kind === 'fit' && !path.endsWith('.tmp'));
  }
}

export function keyOf(importType: string, sha256: string | null): string {
  return `${importType} ${sha256}`;
}
