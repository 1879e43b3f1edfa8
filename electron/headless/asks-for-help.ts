import { beforeDashes } from '#shared/lib/before-dashes.ts';

/** Anywhere among the words, as every command line has it; behind two dashes it is the name of a file. */
export function asksForHelp(args: readonly string[]): boolean {
  const words = beforeDashes(args);
  return words.includes('--help') || words.includes('-h');
}
