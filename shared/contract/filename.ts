import { FILENAME_MAX } from './limits.ts';
import { FILENAME_ENDINGS } from './media-types.ts';

/** The rule of the field `filename`: one of five endings, at most 120 characters, counted as code points (C15). */
export function filenameFault(filename: string): 'ending' | 'too-long' | null {
  if (Array.from(filename).length > FILENAME_MAX) return 'too-long';
  const lower = filename.toLowerCase();
  return FILENAME_ENDINGS.some((ending) => lower.endsWith(ending)) ? null : 'ending';
}
