import { beforeDashes } from '#shared/lib/before-dashes.ts';
import { HIDDEN_SWITCH } from './launch-options.ts';

/**
 * All that is read of a second start, which anybody on this computer can make with any words: whether a person made it. One by the computer is
 * no wish of theirs. No path, address or option of it reaches the Intray that runs (ADR-51).
 */
export function wantsWindow(argv: readonly string[]): boolean {
  return !beforeDashes(argv).includes(HIDDEN_SWITCH);
}
