import type { DrawnPage } from './drawn-pictures.ts';
import type { Box, PdfPageNode } from './pages.ts';
import type { OpenedPdfium } from './pdfium.ts';

/** More than a stamp of the scanner. */
const TEXT_CHARACTERS = 50;
/** More than the rules of a form: a drawing, or text whose letters are shapes. */
const SHAPES_MAX = 100;
const CELLS = 20;
/** The paper may end a little before the page. */
const COVERED_MIN = 0.9;

type Pages = { readonly nodes: readonly PdfPageNode[]; readonly drawn: readonly DrawnPage[]; readonly file: OpenedPdfium };

/** Whether the pages are pictures of paper. A page of text or of shapes that no picture covers is none. */
export function isScan({ nodes, drawn, file }: Pages): boolean {
  const covered = nodes.map(({ box }, index) => box !== null && isCovered(box, drawn[index]?.covered ?? []));
  return (
    covered.includes(true) &&
    covered.every(
      (isPicture, index) => isPicture || ((drawn[index]?.shapes ?? 0) <= SHAPES_MAX && file.characters(index) <= TEXT_CHARACTERS),
    )
  );
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
