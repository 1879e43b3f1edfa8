// The package has no types, and every importer of this file has to find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../../electron/register/pdfkit.d.ts" />
import type { Sample } from '../foreign.ts';
import { type Depth, type Language, pageText, type PageText, type Raster, scanned } from './texts.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRun } from '../programs.ts';
import { PDFDocument } from 'pdfkit';

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

/** Draws the pages of a recipe, scans them by calculation, and has other programs write the file. */
export async function makeFile(recipe: Recipe, into: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'conversions-'));
  try {
    const { language, pages, commands } = recipe;
    const letters = join(folder, 'letters.pdf');
    const seeds = pages.map((_, index) => recipe.seed * 100 + index);
    writeFileSync(letters, await drawPages(seeds.map((seed) => pageText(language, seed))));
    const pictures: string[] = [];
    for (const [index, { dpi, depth, noise = 5 }] of pages.entries()) {
      const place = join(folder, `page-${index}.pnm`);
      const drawn = raster(await mustRun(['pdftoppm', ...resolution(dpi), '-f', `${index + 1}`, '-l', `${index + 1}`, letters]));
      const seed = seeds[index] ?? 0;
      writeFileSync(place, scanned(drawn, { seed, depth, degrees: ((seed * 7) % 13) / 10 - 0.6, noise }));
      pictures.push(place);
    }
    for (const command of commands({ pictures, letters, between: (name) => join(folder, name), into })) await mustRun(command);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function resolution(dpi: number | readonly [number, number]): readonly string[] {
  return typeof dpi === 'number' ? ['-r', `${dpi}`] : ['-rx', `${dpi[0]}`, '-ry', `${dpi[1]}`];
}

/** Of a portable pixmap. */
function raster(pixmap: Buffer): Raster {
  const [head = '', width = '', height = ''] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(pixmap.subarray(0, 64).toString('latin1')) ?? [];
  if (head === '') throw new Error('not a pixmap');
  return { width: Number(width), height: Number(height), rgb: pixmap.subarray(head.length) };
}

const [MARGIN, RIGHT] = [50, 545];
const COLUMNS = [MARGIN, 340, 415, 485] as const;
const [ROW, TABLE_TOP] = [17, 235];
const SMALL = 7.5;

/** Invoices on A4, as a PDF of letters. Its date is fixed, so that the same pages give the same bytes. */
function drawPages(pages: readonly PageText[]): Promise<Uint8Array> {
  const info = { CreationDate: new Date(0) };
  const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const whole = new Promise<Uint8Array>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  for (const page of pages) {
    doc.addPage({ size: 'A4', margin: 0 });
    drawPage(doc, page);
  }
  doc.end();
  return whole;
}

function drawPage(doc: PDFDocument, { from, to, title, heads, rows, sums, terms }: PageText): void {
  const put = (text: string, x: number, y: number, size: number): void => {
    doc.fontSize(size).text(text, x, y, { lineBreak: false });
  };
  doc.fillColor('#1d1d1f');
  for (const [at, line] of from.entries()) put(line, MARGIN, 45 + at * 15, at === 0 ? 14 : 10.5);
  for (const [at, line] of to.entries()) put(line, 340, 115 + at * 15, 11);
  put(title, MARGIN, 185, 19);
  for (const [at, head] of heads.entries()) put(head, COLUMNS[at] ?? 0, TABLE_TOP - 18, 10.5);
  rule(doc, TABLE_TOP - 4);
  for (const [index, row] of rows.entries()) {
    for (const [at, cell] of row.entries()) put(cell, COLUMNS[at] ?? 0, TABLE_TOP + index * ROW, 10.5);
  }
  const end = TABLE_TOP + rows.length * ROW;
  rule(doc, end);
  for (const [index, [name = '', amount = '']] of sums.entries()) {
    put(name, 300, end + 10 + index * 16, 11);
    put(amount, COLUMNS[3], end + 10 + index * 16, 11);
  }
  doc.fontSize(SMALL + 1).text(terms, MARGIN, end + 75, { width: RIGHT - MARGIN });
  doc
    .fillColor('#2a4fa8')
    .fontSize(12)
    .text('26.11.2026', 120, end + 30, { lineBreak: false });
}

function rule(doc: PDFDocument, y: number): void {
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.7).stroke('#55555a');
}
