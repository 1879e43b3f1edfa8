import type { TakenKind } from '#shared/domain/item/problem.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { isBlankPicture, isBlankPng } from './blank-picture.ts';
import { checkBmp } from './check-bmp.ts';
import { checkJpeg } from './jpeg-state.ts';
import { readPng } from './png.ts';

type Seen = 'damaged' | 'not-understood' | 'blank' | null;

/** What is wrong with a picture, or what the person must be asked about it; null if it can be sent. */
export function lookAtPicture(type: Exclude<TakenKind, 'pdf'>, bytes: Uint8Array, budget: InspectBudget): Seen {
  if (type === 'png') return lookAtPng(bytes, budget);
  const state = type === 'jpeg' ? checkJpeg(bytes, budget) : checkBmp(bytes, budget);
  if (state === 'damaged') return state;
  if (state !== 'whole') return 'not-understood';
  return isBlankPicture(type, bytes, budget) ? 'blank' : null;
}

/** Unpacks the PNG once for both checks. */
function lookAtPng(bytes: Uint8Array, budget: InspectBudget): Seen {
  const png = readPng(bytes, budget);
  if (!png.isWhole) return 'damaged';
  return isBlankPng(png, budget) ? 'blank' : null;
}
