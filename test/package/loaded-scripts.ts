import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const STATIC = /^import[^;]*?["'`](\.[^"'`]+)["'`];?$/gm;
const DYNAMIC = /\bimport\(["'`](\.[^"'`]+)["'`]\)/g;

/** The text of a built script and of everything that it loads before its own first line, by path. */
export function atOnce(path: string): ReadonlyMap<string, string> {
  return loaded(path, [STATIC]);
}

/** The text of a built script and of everything that it can load later on, by path. Programs and threads that it starts are not among them. */
export function everLoaded(path: string): ReadonlyMap<string, string> {
  return loaded(path, [STATIC, DYNAMIC]);
}

function loaded(path: string, imports: readonly RegExp[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (texts.has(next)) continue;
    const text = readFileSync(next, 'utf8');
    texts.set(next, text);
    for (const pattern of imports) for (const [, other = ''] of text.matchAll(pattern)) waiting.push(join(dirname(next), other));
  }
  return texts;
}
