import { join } from 'node:path';
import { type KeptWords, keptWords } from './kept-words.ts';

/** Keys of releases that are believed no more; remembered in `folder`. */
export function withdrawnKeys(folder: string): KeptWords {
  return keptWords(join(folder, 'withdrawn-keys.json'), 'withdrawn');
}
