import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { unless } from '#test/support/why-skipped.ts';
import { inAscii, withoutImports } from '../../build/lean-programs.ts';
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

describe('every script of a program', unless(notBuilt), () => {
  // The threads are built as one script each, for whoever starts them.
  const texts = () =>
    HOSTS.flatMap((host) => [...scriptsIn(`dist/${host}`, `dist/${host}/assets`)]).filter(([path]) => !path.endsWith('pages-thread.js'));

  it('asks for Node’s modules by a call, and has no character that doubles its memory', () => {
    // oxlint-disable-next-line no-control-regex -- all beyond ASCII
    const marks = { import: /^import .*"node:/m, letter: /[^\u0000-\u007f]/ };
    expect(texts().flatMap(([path, text]) => found([text], marks).map((mark) => [path, mark]))).toEqual([]);
    expect(texts().length).toBeGreaterThan(20);
  });

  it.each(HOSTS)(
    'of the host “%s” imports nothing of the program itself, which waits until it ends: the import would wait as long',
    (host) => {
      const scripts = scriptsIn(`dist/${host}`, `dist/${host}/assets`);
      expect([...scripts].filter(([, text]) => /["']\.{1,2}\/main\.js["']/.test(text)).map(([path]) => path)).toEqual([]);
      expect(scripts.get(`dist/${host}/main.js`)).toContain('./start.js');
    },
  );

  it.each(HOSTS)('at the start of the host “%s” has of undici what sends a request over HTTP/1', (host) => {
    const text = [...atOnce(join('dist', host, 'main.js')).values()].join('\n');
    const [used, unused] = [
      { agent: /Agent = class\b/, proxy: /ProxyAgent = class\b/ },
      { http2: /node:http2/, socket: /WebSocket = class\b/, mock: /MockAgent = class\b/ },
    ];
    expect(found([text], { ...used, ...unused })).toEqual(Object.keys(used));
  });

  it('at the start of the headless host is one, with what it shares with its other programs', () => {
    const names = [...atOnce('dist/headless/main.js').keys()].map((path) => path.replace(/-\w+\.js$/, ''));
    expect(names.filter((name) => !/headless\/(main\.js|start\.js|assets\/(start-\d+|rolldown-runtime))/.test(name))).toEqual([]);
  });
});

describe('the script of a program as it is rewritten', () => {
  it('keeps what each import names', () => {
    expect(withoutImports('import { a, b as c$1 } from "node:fs/promises";\nx();')).toBe(
      `const { a, b: c$1 } = ${call('fs/promises')};\nx();`,
    );
    expect(withoutImports('import tls$1 from "node:tls";')).toBe(`const tls$1 = ${call('tls')};`);
    expect(withoutImports('import * as sqlite from "node:sqlite";')).toBe(`const sqlite = ${call('sqlite')};`);
    expect(withoutImports('import fs, { a as b } from "node:fs";')).toBe(`const fs = ${call('fs')}, { a: b } = fs;`);
    expect(withoutImports('import "node:fs";\nimport { a } from "./a.js";')).toBe('\nimport { a } from "./a.js";');
  });

  it('means the same in ASCII', () => {
    const code = "({ œ: '“é”\u{1f9fe}', test: /^[ßé]+\u{1f9fe}$/u.test('éß\u{1f9fe}') })";
    expect(inAscii(code)).toMatch(/^[ -~]+$/);
    expect(runInNewContext(inAscii(code))).toEqual(runInNewContext(code));
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

function call(name: string): string {
  return `globalThis.process.getBuiltinModule("node:${name}")`;
}

/** Names of the parts that are there. */
function found(texts: readonly string[], marks: Readonly<Record<string, RegExp>> = LATER): readonly string[] {
  return Object.entries(marks).flatMap(([name, mark]) => (texts.some((text) => mark.test(text)) ? [name] : []));
}

function scriptsIn(...folders: readonly string[]): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  return new Map(paths.filter((path) => /\.c?js$/.test(path)).map((path) => [path, readFileSync(path, 'utf8')]));
}
