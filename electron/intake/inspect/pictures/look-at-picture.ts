import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { isBlankPicture, isBlankPng } from './blank-picture.ts';
import { checkBmp } from './check-bmp.ts';
import { checkJpeg } from './jpeg-state.ts';
import { type Png, readPng } from './png.ts';

/** `seen`: what is wrong with a picture, or what the user must be asked about it; null if it can be sent. `png`: what was read of one. */
type Looked = { readonly seen: 'damaged' | 'not-understood' | 'blank' | null; readonly png: Png | null };

export function lookAtPicture(type: Exclude<TakenKind, 'pdf'>, bytes: Uint8Array, budget: InspectBudget): Looked {
  return type === 'png' ? lookAtPng(bytes, budget) : { seen: lookAt(type, bytes, budget), png: null };
}

function lookAt(type: 'jpeg' | 'bmp', bytes: Uint8Array, budget: InspectBudget): Looked['seen'] {
  const state = type === 'jpeg' ? checkJpeg(bytes, budget) : checkBmp(bytes, budget);
  if (state === 'damaged') return state;
  if (state !== 'whole') return 'not-understood';
  return isBlankPicture(type, bytes, budget) ? 'blank' : null;
}

/** Unpacks the PNG once for all that is done with it. */
function lookAtPng(bytes: Uint8Array, budget: InspectBudget): Looked {
  const png = readPng(bytes, budget);
  if (!png.isWhole) return { seen: 'damaged', png };
  return { seen: isBlankPng(png, budget) ? 'blank' : null, png };
}
