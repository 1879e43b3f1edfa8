import { beforeDashes } from '#shared/lib/before-dashes.ts';

/** Whether `--help` or `-h` is among the arguments, in any position; after `--` it is a file name. */
export function asksForHelp(args: readonly string[]): boolean {
  const words = beforeDashes(args);
  return words.includes('--help') || words.includes('-h');
}
