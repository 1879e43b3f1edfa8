import { PDFDocument } from 'pdfkit';
import type { PagesAbout, PagesQuestion } from './pages-question.ts';
import { type REGISTER_COLUMNS, type RegisterRow, type RegisterWords, registerWords } from './register-words.ts';

type PdfPages = {
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
function pdfPages(font: Uint8Array, words: RegisterWords, about: PagesAbout): PdfPages {
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
  const marks = (['ownNumber', 'sha256', 'documentId', 'reference'] as const).filter((key) => row[key] !== '');
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

type Ink = '#111111' | '#555555';
type LetterPosition = { readonly x: number; readonly y: number; readonly size: number; readonly ink?: Ink };

type Letters = {
  readonly width: (text: string, size: number) => number;
  readonly draw: (text: string, place: LetterPosition) => void;
  readonly wrap: (text: string, widthMax: number, size: number) => readonly string[];
};

/** More lines than a reason has. The rest is only in the other format, because a page must hold one document. */
const LINES_MAX = 30;
/** On a screen these keep a name from reordering its sentence; on paper each run is drawn separately. */
const ISOLATES = /[\u2066-\u2069]/gu;

/** Text in the document's font, measured letter by letter, since the library's own measuring costs several times as much. */
function pdfLetters(doc: InstanceType<typeof PDFDocument>): Letters {
  const widths = new Map<string, number>();
  // The library itself only measures whole texts; the underscore is its own name for the font.
  // oxlint-disable-next-line no-underscore-dangle
  const { font } = doc._font;
  const widthOf = (letter: string): number => {
    const known = widths.get(letter);
    if (known !== undefined) return known;
    const width = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
    widths.set(letter, width);
    return width;
  };
  const width = (text: string, size: number): number => Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0) * size;
  /** A character without a glyph is written as its code point, so that it is not lost; so is one that reorders or hides text. */
  const shown = (text: string): string =>
    Array.from(text.normalize('NFC').replace(/\s+/gu, ' '), (letter) => {
      const point = letter.codePointAt(0) ?? 0;
      const isSafe = !/\p{C}/u.test(letter) && font.hasGlyphForCodePoint(point);
      return isSafe ? letter : `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
    }).join('');
  return {
    width,
    draw: (text, { x, y, size, ink = '#111111' }) => {
      doc.fontSize(size).fillColor(ink);
      const runs = textRuns(shown(text.replace(ISOLATES, '')));
      let from = x;
      for (const run of runs) {
        doc.text(run, from, y, { lineBreak: false });
        // Joined letters are not as wide as each one by itself.
        if (runs.length > 1) from += (font.layout(run).advanceWidth / font.unitsPerEm) * size;
      }
    },
    wrap: (text, widthMax, size) => {
      const lines: string[] = [''];
      for (const word of shown(text).split(/(?<=[ \-_.,;/])/u)) {
        if (width((lines.at(-1) ?? '') + word.trimEnd(), size) <= widthMax) lines[lines.length - 1] += word;
        else lines.push(...splitWord(word, (piece) => width(piece, size) <= widthMax));
      }
      const filled = lines.filter((line) => line.trim() !== '').slice(0, LINES_MAX);
      return filled.length === 0 ? [''] : filled;
    },
  };
}

/** Splits a word that is longer than its column. */
function splitWord(word: string, fits: (piece: string) => boolean): readonly string[] {
  const pieces: string[] = [''];
  for (const letter of Array.from(word)) {
    if (fits((pieces.at(-1) ?? '') + letter)) pieces[pieces.length - 1] += letter;
    else pieces.push(letter);
  }
  return pieces;
}

/** Letters of scripts that are written from right to left, with their combining marks. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const NUMBER = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/uy;
const LETTERS = /[\p{L}\p{M}]+/uy;
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«', '<': '>', '>': '<' };

type Token = { readonly kind: 'right' | 'left' | 'number' | 'other'; readonly text: string };

/**
 * A line in pieces, in their order on paper from left to right. Each is drawn by itself, since a font's shaper reverses all that it is
 * given. The line is read from the left, like everything in a register; within it, words written from right to left keep their own order,
 * and numbers theirs (the Unicode algorithm for lines of one level, without its marks, which no name here keeps).
 */
export function textRuns(line: string): readonly string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [line];
  const tokens = tokensOf(line);
  const runs: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = endOfStretch(tokens, at);
    if (end === at) runs.push(tokens[at]?.text ?? '');
    else runs.push(...tokens.slice(at, end).toReversed().flatMap(turned));
    at = Math.max(end, at + 1);
  }
  return runs;
}

function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < line.length; ) {
    const number = matchAt(NUMBER, line, at);
    const letters = number ?? matchAt(LETTERS, line, at);
    const text = letters ?? String.fromCodePoint(line.codePointAt(at) ?? 0);
    const kind = number !== null ? 'number' : letters === null ? 'other' : RIGHT_TO_LEFT.test(text) ? 'right' : 'left';
    tokens.push({ kind, text });
    at += text.length;
  }
  return tokens;
}

function matchAt(pattern: RegExp, line: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? null;
}

/** The end of the part that is written from right to left: signs and numbers between such words belong to it, and so do numbers after them. */
function endOfStretch(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.kind !== 'right') return from;
  let end = from + 1;
  for (let at = end; at < tokens.length && tokens[at]?.kind !== 'left'; at += 1) {
    if (tokens[at]?.kind !== 'other') end = at + 1;
  }
  return end;
}

/** A shaper would also reverse the digits of such a script, which are read from the left. */
function turned({ kind, text }: Token): readonly string[] {
  if (kind === 'number') return Array.from(text);
  return [kind === 'other' ? (MIRRORED[text] ?? text) : text];
}

/** Draws the pages of one register; answers each question with the bytes that are ready. */
export function drawPages(): (question: PagesQuestion) => Promise<readonly Uint8Array[]> {
  let pages: PdfPages | null = null;
  return async (question) => {
    if (question.kind === 'begin') pages = pdfPages(question.font, registerWords(question.look), question.about);
    if (question.kind === 'rows') for (const row of question.rows) pages?.add(row);
    if (question.kind === 'end') await pages?.end();
    return pages?.take() ?? [];
  };
}
