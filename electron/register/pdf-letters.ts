// The package has no types, and every importer of this file has to find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./pdfkit.d.ts" />
import type { PDFDocument } from 'pdfkit';
import { textRuns } from './text-runs.ts';

export type Ink = '#111111' | '#555555';
export type LetterPosition = { readonly x: number; readonly y: number; readonly size: number; readonly ink?: Ink };

export type Letters = {
  readonly width: (text: string, size: number) => number;
  readonly draw: (text: string, place: LetterPosition) => void;
  readonly wrap: (text: string, widthMax: number, size: number) => readonly string[];
};

/** More lines than a reason has. The rest is only in the other format, because a page must hold one document. */
const LINES_MAX = 30;
/** On a screen these keep a name from reordering its sentence; on paper each run is drawn separately. */
const ISOLATES = /[\u2066-\u2069]/gu;

/** Text in the document's font, measured letter by letter, since the library's own measuring costs several times as much. */
export function pdfLetters(doc: InstanceType<typeof PDFDocument>): Letters {
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
        else lines.push(...broken(word, (piece) => width(piece, size) <= widthMax));
      }
      const filled = lines.filter((line) => line.trim() !== '').slice(0, LINES_MAX);
      return filled.length === 0 ? [''] : filled;
    },
  };
}

/** Splits a word that is longer than its column. */
function broken(word: string, fits: (piece: string) => boolean): readonly string[] {
  const pieces: string[] = [''];
  for (const letter of Array.from(word)) {
    if (fits((pieces.at(-1) ?? '') + letter)) pieces[pieces.length - 1] += letter;
    else pieces.push(letter);
  }
  return pieces;
}
