import { PDFS } from './pdfs.ts';
import { PICTURES } from './pictures.ts';
import type { Recipe } from './recipe.ts';
import { TIFFS } from './tiffs.ts';

/** All that this machine makes. */
export const RECIPES: readonly Recipe[] = [...TIFFS, ...PICTURES, ...PDFS];
