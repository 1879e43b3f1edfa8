import { beforeDashes } from '#shared/lib/before-dashes.ts';
import { HIDDEN_SWITCH, QUIT_SWITCH } from './launch-options.ts';

/** `nothing`: the computer made it, and that is no wish of the person's. */
export type SecondStart = 'window' | 'quit' | 'nothing';

/**
 * What a second start asks for. Anybody on this computer can make one with any words, so this is all that is read of it: no path, address or
 * option of it reaches the Intray that runs (ADR-51). Whoever can start a program can also end ours, by force, so `--quit` gives nobody more.
 */
export function secondStart(argv: readonly string[]): SecondStart {
  const words = beforeDashes(argv);
  if (words.includes(QUIT_SWITCH)) return 'quit';
  return words.includes(HIDDEN_SWITCH) ? 'nothing' : 'window';
}
