import type { TakenKind } from '../content-type.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { isBlankPicture } from './blank-picture.ts';
import { checkBmp } from './check-bmp.ts';
import { checkJpeg } from './jpeg-state.ts';
import type { JpegState } from './jpeg-walk.ts';
import { readPng } from './png.ts';

/** What is wrong with a picture, or what a person has to be asked about it; null for one that is sent. */
export function lookAtPicture(
  type: Exclude<TakenKind, 'pdf'>,
  bytes: Uint8Array,
  budget: InspectBudget,
): 'damaged' | 'not-understood' | 'blank' | null {
  const state = stateOf(type, bytes, budget);
  if (state === 'damaged') return state;
  if (state !== 'whole') return 'not-understood';
  return isBlankPicture(type, bytes, budget) ? 'blank' : null;
}

function stateOf(type: Exclude<TakenKind, 'pdf'>, bytes: Uint8Array, budget: InspectBudget): JpegState {
  if (type === 'jpeg') return checkJpeg(bytes, budget);
  if (type === 'bmp') return checkBmp(bytes, budget);
  return readPng(bytes, budget).isWhole ? 'whole' : 'damaged';
}
