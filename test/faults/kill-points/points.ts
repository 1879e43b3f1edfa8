/** A point at which to kill: the call's name, and its number among the calls of that name in its thread, as strace counts. */
export type Point = { readonly call: string; readonly at: number; readonly what: string };

/** Every call that makes something durable, or sends or receives something. */
export const TRACED = [
  'pwrite64',
  'pwritev',
  'write',
  'writev',
  'fsync',
  'fdatasync',
  'ftruncate',
  'rename',
  'unlink',
  'mkdir',
  'connect',
  'read',
  'sendto',
  'recvfrom',
] as const;

const LINE = /^(\d+)\s+(\w+)\((.*)$/;
const STDIO = /^[012]</;

/** The points of a traced life, each once, in order of their appearance. */
export function pointsOf(trace: string, roots: readonly string[]): readonly Point[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const points: Point[] = [];
  for (const line of trace.split('\n')) {
    const [, thread = '', call = '', rest = ''] = LINE.exec(line) ?? [];
    if (call === '') continue;
    const at = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, at);
    const isOurs = roots.some((root) => rest.includes(root)) && call !== 'read';
    const isSocket = /^\d+<(socket|TCP)/.test(rest) && !STDIO.test(rest);
    // One for each number: two threads that make the same call meet the same injection, whichever comes first.
    const key = `${call} ${at}`;
    if ((!isOurs && !isSocket) || seen.has(key)) continue;
    seen.add(key);
    points.push({ call, at, what: rest.slice(0, 90) });
  }
  return points;
}
