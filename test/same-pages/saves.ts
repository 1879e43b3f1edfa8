import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isInstalled, runProgram } from '#test/conversions/run-program.ts';
import type { Fingerprints } from './asked.ts';
import { look } from './look.ts';
import { WAYS, type Way } from './programs.ts';

export type Saved = {
  readonly way: Way;
  readonly source: string;
  /** How many of the pages are in the original; null if the program is missing or failed. */
  readonly equal: number | null;
  readonly pages: number;
  readonly fault: 'not installed' | 'failed' | 'other pages' | 'same pages' | null;
};

const FIXTURES = join(import.meta.dirname, '../support/same-pages');
const SOURCES: Readonly<Record<Way['of'], readonly string[]>> = {
  pdf: ['invoice', 'scan', 'fax'].map((name) => `${name}/original.pdf`),
  jpeg: ['pictures/original.jpg'],
  png: ['pictures/original.png'],
};

/** A mark and a note, appended to a PDF as a viewer does it. */
const ANNOTATE = `var doc = new PDFDocument(scriptArgs[0]); var page = doc.loadPage(0);
var mark = page.createAnnotation("Highlight"); mark.setQuadPoints([[50, 50, 200, 50, 50, 80, 200, 80]]); mark.update();
var note = page.createAnnotation("FreeText"); note.setRect([100, 100, 300, 140]); note.setContents("paid"); note.update();
doc.save(scriptArgs[1], "incremental");
`;

/** Has every program that is installed save the same files, and compares the pages. */
export async function savedByPrograms(folder: string): Promise<readonly Saved[]> {
  mkdirSync(join(folder, 'out'), { recursive: true });
  writeFileSync(join(folder, 'annotate.js'), ANNOTATE);
  copyFileSync(join(FIXTURES, 'form/empty.pdf'), join(folder, 'other.pdf'));
  const saved: Saved[] = [];
  for (const way of WAYS) {
    const hasProgram = await isInstalled([way.program, '--version']);
    for (const source of SOURCES[way.of]) {
      saved.push(hasProgram ? await savedBy(way, source, folder) : { way, source, equal: null, pages: 0, fault: 'not installed' });
    }
  }
  return saved;
}

async function savedBy(way: Way, source: string, folder: string): Promise<Saved> {
  const original = join(FIXTURES, source);
  const to = join(folder, `${WAYS.indexOf(way)}-${source.replace('/', '-')}`);
  const places = { from: original, to, folder, name: basename(source) };
  const [command, ...args] = way.command;
  const ran = await runProgram([command, ...args.map((arg) => filledIn(arg, places))]);
  const made = way.made === undefined ? to : filledIn(way.made, places);
  if (way.isPiped === true && ran.exit === 0) writeFileSync(made, ran.out);
  const [before, after] = [look(original) ?? [], existsSync(made) ? look(made) : null];
  if (ran.exit !== 0 || after === null) return { way, source, equal: null, pages: 0, fault: 'failed' };
  const equal = equalPages(before, after);
  return { way, source, equal, pages: after.length, fault: faultOf(way, { equal, expected: Math.min(before.length, after.length) }) };
}

function filledIn(text: string, places: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (written, key: string) => places[key] ?? written);
}

function equalPages(before: Fingerprints, after: Fingerprints): number {
  const known = new Set(before.filter((page) => page !== null));
  return after.filter((page) => page !== null && known.has(page)).length;
}

/** What draws all anew may keep a page that has nothing to be drawn anew: so only pages that should be kept are a fault. */
function faultOf(way: Way, { equal, expected }: { readonly equal: number; readonly expected: number }): Saved['fault'] {
  return way.anew === true || equal >= expected ? null : 'other pages';
}
