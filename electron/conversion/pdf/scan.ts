import { type Colour, type ConvertDeps, POINTS_PER_INCH } from '../picture.ts';
import type { DrawnPage } from './drawn-pictures.ts';
import type { Box, PdfPageNode } from './pages.ts';
import type { OpenedPdfium } from './pdfium.ts';

/** More than a stamp of the scanner. */
const TEXT_CHARACTERS = 50;
/** More than the rules of a form: a drawing, or text whose letters are shapes. */
const SHAPES_MAX = 100;
/** What pdfium takes for a page without a size. */
const LETTER: Box = [0, 0, 612, 792];
const CELLS = 20;
/** The paper may end a little before the page. */
const COVERED_MIN = 0.9;

/** Of a page: whether a picture covers it, whether much else is drawn, and its size in square inches. */
export type SeenPage = { readonly isCovered: boolean; readonly isDrawing: boolean; readonly area: number };

export function seenPages(nodes: readonly PdfPageNode[], drawn: readonly DrawnPage[]): readonly SeenPage[] {
  return nodes.map(({ box }, index) => {
    const [left, bottom, right, top] = box ?? LETTER;
    return {
      isCovered: box !== null && isCovered(box, drawn[index]?.covered ?? []),
      isDrawing: (drawn[index]?.shapes ?? 0) > SHAPES_MAX,
      area: ((right - left) * (top - bottom)) / POINTS_PER_INCH ** 2,
    };
  });
}

type Open = Pick<ConvertDeps, 'onPage'> & { readonly open: (index: number) => OpenedPdfium };

/** Whether the pages are pictures of paper. A page of text or of shapes that no picture covers is none. */
export async function isScan(pages: readonly SeenPage[], { open, onPage }: Open): Promise<boolean> {
  if (!pages.some((page) => page.isCovered)) return false;
  for (const [index, { isCovered: isPicture, isDrawing }] of pages.entries()) {
    if (isPicture) continue;
    if (isDrawing) return false;
    await onPage({ page: index + 1, pages: pages.length });
    const page = open(index);
    const characters = page.characters(0);
    page.close();
    if (characters > TEXT_CHARACTERS) return false;
  }
  return true;
}

/** Looks at a grid of places of the page: some scanners write a page as several pictures. */
function isCovered([left, bottom, right, top]: Box, pictures: readonly Box[]): boolean {
  let covered = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell += 1) {
    const x = left + ((right - left) * ((cell % CELLS) + 0.5)) / CELLS;
    const y = bottom + ((top - bottom) * (Math.trunc(cell / CELLS) + 0.5)) / CELLS;
    if (pictures.some((box) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) covered += 1;
  }
  return covered >= COVERED_MIN * CELLS * CELLS;
}

/** Paper of a colour that no scan has, 0xAARRGGBB: where it is seen, nothing was drawn. */
export const PAPER = 0xff_ff_01_fe;

const [RED, GREEN, BLUE] = [0xff, 0x01, 0xfe];

export function hasPaper({ rgba }: Colour): boolean {
  for (let at = 0; at < rgba.byteLength; at += 4) if (rgba[at] === RED && rgba[at + 1] === GREEN && rgba[at + 2] === BLUE) return true;
  return false;
}

/** The one colour of all dots, 0xRRGGBB; null if there are several. */
export function oneColour({ rgba }: Colour): number | null {
  const [red = 0, green = 0, blue = 0] = rgba;
  for (let at = 0; at < rgba.byteLength; at += 4) if (rgba[at] !== red || rgba[at + 1] !== green || rgba[at + 2] !== blue) return null;
  return (red << 16) | (green << 8) | blue;
}
