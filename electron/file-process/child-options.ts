/** Some reads of one disk at once, and what is asked of it meanwhile. */
const THREADS = 8;

/** A file is 5 MB at most; what needs more than this to be looked into is broken or hostile. */
export const CHILD_ARGUMENTS: readonly string[] = ['--max-old-space-size=256'];

export function childEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Options for the program's own Node, such as a debugger's, are not meant for this one.
  return { ...Object.fromEntries(given.filter(([name]) => name !== 'NODE_OPTIONS')), UV_THREADPOOL_SIZE: String(THREADS) };
}
