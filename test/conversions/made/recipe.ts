import type { Sample } from '../listed.ts';
import type { Depth } from './scanned.ts';
import type { Language } from './texts.ts';

/** `dpi`: dots per inch, across and down where they differ. `noise`: deviation in levels of 255. */
export type MadePage = { readonly dpi: number | readonly [number, number]; readonly depth: Depth; readonly noise?: number };
export type Command = readonly [string, ...string[]];

export type Places = {
  /** The scanned pages, as portable pixmaps, greymaps and bitmaps. */
  readonly pictures: readonly string[];
  /** The same pages as a PDF of letters. */
  readonly letters: string;
  /** The path of an intermediate file. */
  readonly between: (name: string) => string;
  readonly into: string;
};

/** A file that other programs write on this machine, from pages of our own words. */
export type Recipe = Sample & {
  readonly language: Language;
  readonly seed: number;
  readonly pages: readonly MadePage[];
  readonly commands: (at: Places) => readonly Command[];
};

type Begun = Pick<Recipe, 'kind' | 'name' | 'by' | 'language' | 'pages' | 'commands'> & {
  readonly password?: string;
  readonly outcome?: string;
};

export function recipes(seed: number, all: readonly Begun[]): readonly Recipe[] {
  return all.map((one, index) => ({ password: null, outcome: 'made', source: 'made here', seed: seed + index, ...one }));
}

/** So many pages alike. */
export function alike(count: number, page: MadePage): readonly MadePage[] {
  return Array.from({ length: count }, () => page);
}

/** Writes what a program says to its standard output into a file. */
export function intoFile(into: string, command: Command): Command {
  return ['sh', '-c', 'into=$1; shift; exec "$@" > "$into"', 'sh', into, ...command];
}
