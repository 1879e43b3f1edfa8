import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRun } from '../run-program.ts';
import { drawPages } from './draw-page.ts';
import type { Recipe } from './recipe.ts';
import { type Raster, scanned } from './scanned.ts';
import { pageText } from './texts.ts';

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
