// The package has no types, and every importer of this file has to find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./pdfkit.d.ts" />
import { PDFDocument } from 'pdfkit';
import type { PagesAbout } from './pages-question.ts';
import { type Letters, pdfLetters, type LetterPosition } from './pdf-letters.ts';
import type { REGISTER_COLUMNS, RegisterRow, RegisterWords } from './register-words.ts';

export type PdfPages = {
  add(row: RegisterRow): void;
  /** Returns the bytes that are ready. Call it often, since they are kept in memory until then. */
  take(): readonly Uint8Array[];
  /** Resolves when the last byte is ready. */
  end(): Promise<void>;
};

const MARGIN = 36;
const WIDTH = 842 - 2 * MARGIN;
const BOTTOM = 595 - MARGIN - 14;
const [TITLE, TEXT, SMALL] = [13, 8.5, 6.5];
/** Space above and below the text between two rules. */
const GAP = 3.5;
const LINE = 1.25;
const COLUMN_GAP = 6;
/** The first line of a document: columns, as parts of the width. */
const UPPER = [
  { key: 'name', part: 0.3 },
  { key: 'company', part: 0.17 },
  { key: 'type', part: 0.07 },
  { key: 'depositedAt', part: 0.13 },
  { key: 'state', part: 0.2 },
  { key: 'resultAt', part: 0.13 },
] as const satisfies readonly { readonly key: (typeof REGISTER_COLUMNS)[number]; readonly part: number }[];

/** A register on A4 landscape: column heads on every page, the page number below, and as many lines as long names need. */
export function pdfPages(font: Uint8Array, words: RegisterWords, about: PagesAbout): PdfPages {
  const info = { Title: about.title.replace(/[\u2066-\u2069]/gu, ''), Creator: 'Intray', CreationDate: about.madeAt };
  const doc = new PDFDocument({ size: 'A4', layout: 'landscape', margin: MARGIN, font, info, autoFirstPage: false });
  const text = pdfLetters(doc);
  let ready: Uint8Array[] = [];
  doc.on('data', (bytes) => ready.push(bytes));
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));
  let y = Number.POSITIVE_INFINITY;
  let page = 0;
  return {
    add: (row) => {
      const columns = wrapped(text, row, TEXT);
      const below = [...marksOf(row, words), ...sentOf(row, words), ...reasonOf(row, words)].flatMap((line) =>
        text.wrap(line, WIDTH, SMALL),
      );
      const height = Math.max(...columns.map(({ lines }) => lines.length)) * TEXT * LINE + below.length * SMALL * LINE + GAP;
      if (y + height > BOTTOM) {
        page += 1;
        y = beginPage({ doc, text, words, title: about.title, page });
      }
      y = drawColumns(text, { y, ink: '#111111' }, columns);
      for (const line of below) {
        text.draw(line, { x: MARGIN, y, size: SMALL, ink: QUIET });
        y += SMALL * LINE;
      }
      y += GAP;
      rule(doc, y, '#cccccc');
      y += GAP;
    },
    take: () => {
      const taken = ready;
      ready = [];
      return taken;
    },
    end: async () => {
      if (page === 0) beginPage({ doc, text, words, title: about.title, page: 1 });
      doc.end();
      await ended;
    },
  };
}

/** For what is looked up rather than read. */
const QUIET = '#555555';

type Page = { readonly doc: Doc; readonly text: Letters; readonly words: RegisterWords; readonly title: string; readonly page: number };

/** Draws page number and title at the foot, and the column heads at the top; returns where the first document begins. */
function beginPage({ doc, text, words, title, page }: Page): number {
  doc.addPage({ size: 'A4', layout: 'landscape', margin: MARGIN });
  const foot = words.t('register.page', { number: page });
  text.draw(foot, { x: MARGIN + WIDTH - text.width(foot, SMALL), y: BOTTOM + 6, size: SMALL, ink: QUIET });
  text.draw(title, { x: MARGIN, y: BOTTOM + 6, size: SMALL, ink: QUIET });
  let y = MARGIN;
  if (page === 1) {
    text.draw(title, { x: MARGIN, y, size: TITLE });
    y += TITLE * LINE + 3 * GAP;
  }
  y = drawColumns(text, { y, ink: QUIET }, wrapped(text, words.heads, TEXT)) + GAP;
  rule(doc, y, '#555555');
  return y + GAP;
}

type Doc = InstanceType<typeof PDFDocument>;
type Column = { readonly x: number; readonly lines: readonly string[] };

function marksOf(row: RegisterRow, { heads }: RegisterWords): readonly string[] {
  const marks = (['sha256', 'documentId', 'reference'] as const).filter((key) => row[key] !== '');
  return marks.length === 0 ? [] : [marks.map((key) => `${heads[key]} ${row[key]}`).join('   ')];
}

function sentOf({ sentAs, versionSha256 }: RegisterRow, { heads }: RegisterWords): readonly string[] {
  if (sentAs === '') return [];
  return [[`${heads.sentAs}: ${sentAs}`, ...(versionSha256 === '' ? [] : [`${heads.versionSha256} ${versionSha256}`])].join('   ')];
}

function reasonOf({ reason }: RegisterRow, { heads }: RegisterWords): readonly string[] {
  return reason === '' ? [] : [`${heads.reason}: ${reason}`];
}

function wrapped(text: Letters, row: RegisterRow, size: number): readonly Column[] {
  let x = MARGIN;
  return UPPER.map(({ key, part }) => {
    const column = { x, lines: text.wrap(row[key], part * WIDTH - COLUMN_GAP, size) };
    x += part * WIDTH;
    return column;
  });
}

function drawColumns(text: Letters, { y, ink }: Required<Pick<LetterPosition, 'y' | 'ink'>>, columns: readonly Column[]): number {
  for (const { x, lines } of columns) {
    for (const [at, line] of lines.entries()) text.draw(line, { x, y: y + at * TEXT * LINE, size: TEXT, ink });
  }
  return y + Math.max(...columns.map(({ lines }) => lines.length)) * TEXT * LINE;
}

function rule(doc: Doc, y: number, colour: string): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(colour);
}
