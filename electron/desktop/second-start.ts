import { beforeDashes } from '#shared/lib/file-names.ts';
import { HIDDEN_SWITCH, QUIT_SWITCH } from './launch-options.ts';

/** `nothing`: the system made the start at log-in, so no window is wanted. */
export type SecondStart = 'window' | 'quit' | 'nothing';

/**
 * What a second start requests. Any program on this computer can make one with any arguments, so nothing else of them is read here: no path or
 * option reaches the running Intray (ADR-51). Behind `--`, `openedWith` reads an invitation and nothing else. A program that can start another can
 * also kill ours, so `--quit` grants nothing new.
 */
export function secondStart(argv: readonly string[]): SecondStart {
  const words = beforeDashes(argv);
  if (words.includes(QUIT_SWITCH)) return 'quit';
  return words.includes(HIDDEN_SWITCH) ? 'nothing' : 'window';
}
