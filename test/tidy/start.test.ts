import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Source, sources } from './sources.ts';

/** Each of them costs memory and time at every start; `import()` loads it when it is needed (docs/performance.md). */
const LATER: readonly RegExp[] = [
  // Loaded when a window or a command asks.
  /^@hono\/node-server$/,
  /^hono(\/|$)/,
  /^@orpc\//,
  /^shared\/app-api\/app-contract\.ts$/,
  /^electron\/engine\/create-router\.ts$/,
  /^electron\/headless\/commands\/all-commands\.ts$/,
  // Needed on Windows and macOS only.
  /^chokidar$/,
  // Loaded when a register is drawn.
  /^pdfkit$/,
  /^shared\/i18n\/translate\.ts$/,
  // Loaded by the process that converts files, for a file that needs it.
  /^electron\/conversion\/convert\.ts$/,
  /^(sharp|@img|@emnapi|pdf-lib|libheif-js|@hyzyla|@neslinesli93)(\/|$)/,
  // An import of these loads Node's own second HTTP client; `process.getBuiltinModule` does not.
  /^node:https?$/,
];

describe('the start of the headless host', () => {
  const byPath = new Map(sources().map((source) => [source.path, source]));
  const loaded = loadedBy('electron/headless/main.ts', byPath);

  it('loads nothing that only a window, a command or another system needs', () => {
    expect([...loaded].filter((name) => LATER.some((later) => later.test(name)))).toEqual([]);
  });

  it('loads the engine, so that the first check can fail', () => {
    expect([...loaded]).toEqual(
      expect.arrayContaining(['electron/engine/create-engine.ts', 'electron/intake/folder/sweep.ts', 'undici', 'zod', 'node:sqlite']),
    );
    expect([...loadedBy('electron/headless/command-line.ts', byPath)]).toContain('shared/app-api/app-contract.ts');
  });
});

/** All files and packages that are loaded before this file runs: its imports except types, and theirs in turn. */
function loadedBy(first: string, byPath: ReadonlyMap<string, Source>): ReadonlySet<string> {
  const loaded = new Set([first]);
  // The set grows during the loop; the loop ends when no file is new.
  for (const path of loaded) {
    const source = byPath.get(path);
    for (const specifier of source === undefined ? [] : importsOf(source)) loaded.add(nameOf(path, specifier));
  }
  return loaded;
}

function importsOf({ parsed: { module } }: Source): readonly string[] {
  const imported = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  const exported = module.staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType));
  return [
    ...imported.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
  ];
}

function nameOf(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Imports and re-exports of every kind: a type that two files need from each other belongs in a third. */
function importGraph(files: readonly Source[]): Graph {
  const known = new Set(files.map(({ path }) => path));
  return new Map(files.map(({ path, parsed }) => [path, specifiers(parsed).flatMap((specifier) => resolved(path, specifier, known))]));
}

function specifiers({ module }: Source['parsed']): readonly string[] {
  const again = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []));
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...again];
}

function resolved(from: string, specifier: string, known: ReadonlySet<string>): readonly string[] {
  const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);
  return known.has(target) ? [target] : [];
}

/** The cycles, each written as `a → b → a`. */
function cyclesIn(graph: Graph): readonly string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

describe('imports', () => {
  it('form no cycle, of types either', () => {
    expect(cyclesIn(importGraph(sources()))).toEqual([]);
  });

  it('are followed through types and re-exports, so that the check can fail', () => {
    expect(
      cyclesIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b → c → b']);
    const real = importGraph(sources());
    expect(real.get('test/tidy/start.test.ts')).toEqual(['test/tidy/sources.ts']);
    expect([...real.values()].flat().length).toBeGreaterThan(1000);
  });
});
