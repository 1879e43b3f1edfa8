/** Enough for the concurrent reads of one disk, and for other calls meanwhile. */
const THREADS = 8;

/**
 * A file has at most 5 MB; if inspecting it needs more than this, it is broken or hostile. With `gc`, because the memory of a codec has to be free
 * before the next one is used.
 */
export const CHILD_ARGUMENTS: readonly string[] = ['--max-old-space-size=256', '--expose-gc'];

export function childEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Options for the main program's Node, such as a debugger's, are not meant for this process.
  return { ...Object.fromEntries(given.filter(([name]) => name !== 'NODE_OPTIONS')), UV_THREADPOOL_SIZE: String(THREADS) };
}
