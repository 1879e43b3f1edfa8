import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** All modules that are loaded when this file runs, without type-only imports. */
export function loadedBy(file: string, seen = new Map<string, readonly string[]>()): ReadonlyMap<string, readonly string[]> {
  if (seen.has(file)) return seen;
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const imports = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  const named = [
    ...imports,
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ moduleRequest }] : []))),
  ];
  const names = named.map(({ moduleRequest }) => moduleRequest.value);
  seen.set(file, [...names, ...module.dynamicImports.map(() => 'a dynamic import')]);
  for (const name of names) if (name.startsWith('.')) loadedBy(posix.join(posix.dirname(file), name), seen);
  return seen;
}
