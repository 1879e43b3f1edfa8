import { join } from 'node:path';
import { type KeptWords, keptWords } from './kept-words.ts';

/** Release keys that must not be trusted any longer, stored in `folder`. */
export function withdrawnKeys(folder: string): KeptWords {
  return keptWords(join(folder, 'withdrawn-keys.json'), 'withdrawn');
}
