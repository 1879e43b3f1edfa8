import { COMMENT_CHARACTERS_MAX } from '../../contract/limits.ts';
import type { Item } from './item.ts';

export const NOTE_CHARACTERS_MAX = COMMENT_CHARACTERS_MAX;

/** The note for the accountant may be edited until the first intent of a sending: bytes and note leave together. */
export function mayNote({ state, reference }: Item): boolean {
  if (reference !== null) return false;
  return state.kind === 'held' || state.kind === 'waiting' || (state.kind === 'aside' && state.why === 'user' && state.unfit === undefined);
}

/** The note as it is stored and sent; null if it is empty. Without control characters except line ends, and without bidirectional marks. */
export function cleanNote(text: string): string | null {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .trim();
  return plain === '' ? null : plain;
}
