import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless } from '#test/support/why-skipped.ts';

const HOSTS = ['main', 'headless'] as const;
const notBuilt = HOSTS.every((host) => existsSync(join('dist', host, 'main.js'))) ? null : 'nothing is built: npm run build';

/** What a start can do without, each with a mark that its code cannot hide: registers, an updater, a watcher for disks without inotify. */
const LATER = { fontkit: /Unknown font format/, 'electron-updater': /ERR_UPDATER_ZIP_FILE_NOT_FOUND/, chokidar: /FSWatcher/ };

describe('the first script of a start', unless(notBuilt), () => {
  it.each(HOSTS)('of the host “%s” asks for others only when they are needed, and holds none of what can wait', (host) => {
    const text = atOnce(join('dist', host, 'main.js')).join('\n');
    expect(text).toMatch(/import\(["'`]\.\/assets/);
    expect(found([text])).toEqual([]);
  });

  it.each(HOSTS)('of the process that reads files, beside the host “%s”, holds no schemas, no database and no engine', (host) => {
    const [own, beside] = ['file-process.js', 'main.js'].map((name) => atOnce(join('dist', host, name)).join('\n'));
    expect(own).toContain('setImmediate');
    for (const mark of [/ZodError/, /node:sqlite/, /engine starts/])
      expect([mark.test(own ?? ''), mark.test(beside ?? '')]).toEqual([false, true]);
  });

  it('would show it if one of them did: those marks are found where they belong', () => {
    const others = scriptsIn('dist/main/assets', 'dist/thread');
    expect(found([...others.values()])).toEqual(Object.keys(LATER));
  });

  it('is one of several, of which one alone holds what draws registers: the thread that does it', () => {
    const scripts = scriptsIn('dist/main', 'dist/main/assets', 'dist/preload', 'dist/thread');
    expect([...scripts].flatMap(([path, text]) => (LATER.fontkit.test(text) ? [path] : []))).toEqual(['dist/thread/pages-thread.cjs']);
  });
});

/** Names of deferrable parts that are there. */
function found(texts: readonly string[]): readonly string[] {
  return Object.entries(LATER).flatMap(([name, mark]) => (texts.some((text) => mark.test(text)) ? [name] : []));
}

function scriptsIn(...folders: readonly string[]): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  return new Map(paths.filter((path) => /\.c?js$/.test(path)).map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The script and everything that it loads before its own first line, recursively. */
function atOnce(path: string): readonly string[] {
  const texts = new Map<string, string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (texts.has(next)) continue;
    const text = readFileSync(next, 'utf8');
    texts.set(next, text);
    for (const [, other = ''] of text.matchAll(/^import[^;]*?["'`](\.[^"'`]+)["'`];?$/gm)) waiting.push(join(dirname(next), other));
  }
  return [...texts.values()];
}
