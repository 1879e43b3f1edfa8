import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** A source file in quotes, as named by imports and `new URL(…, import.meta.url)`. */
const NAMED = /['"]((?:\.{1,2}\/|#(?:shared|electron|relay|sandbox)\/)[^'"\n]+\.ts)['"]/g;

/** The source files that a program may load, as paths from the project's folder: the entry and everything that it names, recursively. */
export function loadedFiles(entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || !existsSync(path)) continue;
    found.add(path);
    for (const [, named = ''] of readFileSync(path, 'utf8').matchAll(NAMED))
      waiting.push(named.startsWith('#') ? named.slice(1) : posix.join(posix.dirname(path), named));
  }
  return found;
}
