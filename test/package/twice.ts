import { createHash } from 'node:crypto';

/** The paths of each content that occurs in more than one file. No duplicate is allowed; allow one only if a package cannot do without it. */
export function twice(files: readonly (readonly [path: string, bytes: Buffer])[]): readonly (readonly string[])[] {
  const paths = Map.groupBy(files, ([, bytes]) => createHash('sha256').update(bytes).digest('hex'));
  return [...paths.values()].filter((same) => same.length > 1).map((same) => same.map(([path]) => path));
}
