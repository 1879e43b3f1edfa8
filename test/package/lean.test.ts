import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless } from '#test/support/why-skipped.ts';
import { atOnce, everLoaded } from './loaded.ts';

const HOSTS = ['main', 'headless'] as const;
const notBuilt = HOSTS.every((host) => existsSync(join('dist', host, 'main.js'))) ? null : 'nothing is built: npm run build';

/** What a start can do without, each with a mark that its code cannot hide: registers, an updater, a watcher for disks without inotify. */
const LATER = { fontkit: /Unknown font format/, 'electron-updater': /ERR_UPDATER_ZIP_FILE_NOT_FOUND/, chokidar: /FSWatcher/ };
/** What converts files, with a mark of each. */
const CODECS = {
  'pdf-lib': /EncryptedPDFError/,
  sharp: /pipelineColourspace/,
  'libheif-js': /HeifDecoder/,
  'compiled by Emscripten': /WebAssembly\.instantiate\b/,
  'places of .wasm files': /\.\/wasm\/[\w-]+\.wasm/,
};

describe('the first script of a start', unless(notBuilt), () => {
  it.each(HOSTS)('of the host “%s” asks for others only when they are needed, and holds none of what can wait', (host) => {
    const text = [...atOnce(join('dist', host, 'main.js')).values()].join('\n');
    expect(text).toMatch(/import\(["'`]\.\/assets/);
    expect(found([text])).toEqual([]);
  });

  it.each(HOSTS)('of the process that reads files, beside the host “%s”, holds no schemas, no database and no engine', (host) => {
    const [own, beside] = ['file-process.js', 'main.js'].map((name) => [...atOnce(join('dist', host, name)).values()].join('\n'));
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

describe('the code that converts files', unless(notBuilt), () => {
  it.each(HOSTS)('is loaded by no script of the host “%s” at any time: only the process that converts loads it', (host) => {
    const programs = ['main.js', 'file-process.js', 'pages-thread.js'].map((name) => join('dist', host, name));
    const texts = programs.filter((path) => existsSync(path)).map((path) => [...everLoaded(path).values()].join('\n'));
    expect(texts.length).toBeGreaterThan(1);
    expect(found(texts, CODECS)).toEqual([]);
    const converting = [...everLoaded(join('dist', host, 'conversion-process.js')).values()];
    expect(found(converting, CODECS)).toEqual(Object.keys(CODECS));
  });

  it.each(HOSTS)('is loaded by the process that converts, beside the host “%s”, only for a file that needs it', (host) => {
    const texts = [...atOnce(join('dist', host, 'conversion-process.js')).values()];
    expect(found(texts, CODECS)).toEqual(['places of .wasm files']);
  });
});

/** Names of the parts that are there. */
function found(texts: readonly string[], marks: Readonly<Record<string, RegExp>> = LATER): readonly string[] {
  return Object.entries(marks).flatMap(([name, mark]) => (texts.some((text) => mark.test(text)) ? [name] : []));
}

function scriptsIn(...folders: readonly string[]): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  return new Map(paths.filter((path) => /\.c?js$/.test(path)).map((path) => [path, readFileSync(path, 'utf8')]));
}
