import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { lineOf, type Source, sources } from './sources.ts';

const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 50;
const FOLDER_FILES_MAX = 25;
/** How fine the product is cut (docs/decisions/0088-a-file-is-a-topic.md). These may only fall. */
const PRODUCT_FILES_MAX = 878;
const SINGLE_IMPORTER_MAX = 277;

describe('sizes', () => {
  const all = sources();
  // Measured once, since a busy machine needs a while for a thousand files.
  const measured = all.flatMap(functions);

  it(`keep every file within ${FILE_LINES_MAX} lines`, () => {
    const long = all.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 })).filter(({ lines }) => lines > FILE_LINES_MAX);
    expect(long.map(({ path, lines }) => `${path}: ${lines} lines; redesign the room`)).toEqual([]);
  });

  it(`keep every folder within ${FOLDER_FILES_MAX} files of code`, () => {
    // One file for each migration is the point of that folder.
    const folders = Map.groupBy(
      all.filter(({ path }) => !path.startsWith('electron/journal/migrations/')),
      ({ path }) => posix.dirname(path),
    );
    const full = [...folders].filter(([, files]) => files.length > FOLDER_FILES_MAX);
    expect(full.map(([folder, files]) => `${folder}: ${files.length} files; give a part of them a folder of its own`)).toEqual([]);
    expect(folders.size).toBeGreaterThan(50);
  });

  it(`keep every function within ${FUNCTION_LINES_MAX} lines`, () => {
    const long = measured.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
    expect(long.map(({ place, lines }) => `${place}: ${lines} lines`)).toEqual([]);
    // Parses every source file, which takes a minute on a busy machine.
  }, 180_000);

  it('see functions at all, so that the check can fail', () => {
    expect(measured.length).toBeGreaterThan(100);
  });

  it(`cut the product into at most ${PRODUCT_FILES_MAX} files, ${SINGLE_IMPORTER_MAX} of them for one other file alone`, () => {
    const product = all.filter(({ path }) => /^(shared|electron|renderer|relay|sandbox)\//.test(path) && !NO_TOPIC.test(path));
    const importers = importersIn(product);
    const single = product.filter(({ path }) => importers.get(path)?.size === 1);
    expect(product.length).toBeGreaterThan(PRODUCT_FILES_MAX - 100);
    expect(product.length).toBeLessThanOrEqual(PRODUCT_FILES_MAX);
    expect(single.length).toBeGreaterThan(SINGLE_IMPORTER_MAX - 100);
    expect(single.length).toBeLessThanOrEqual(SINGLE_IMPORTER_MAX);
  });
});

/** Texts and steps of a journal are files of their own for other reasons. */
const NO_TOPIC = /^shared\/i18n\/(en|fr)|\/migrations\//;

/** By file: the product's other files that import it. */
function importersIn(product: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const { path, parsed } of product) {
    const { staticImports, staticExports } = parsed.module;
    const requests = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ];
    for (const request of requests) {
      const target = request.startsWith('#') ? request.slice(1) : posix.join(posix.dirname(path), request);
      const those = importers.get(target) ?? new Set<string>();
      importers.set(target, those.add(path));
    }
  }
  return importers;
}

type Measured = { readonly place: string; readonly lines: number };

function functions(source: Source): Measured[] {
  const measured: Measured[] = [];
  const suites = suiteBodies(source);
  const measure = (node: { readonly start: number; readonly end: number }): void => {
    if (suites.has(node.start)) return;
    const first = lineOf(source.text, node.start);
    measured.push({ place: `${source.path}:${first}`, lines: lineOf(source.text, node.end) - first + 1 });
  };
  new Visitor({ FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure }).visit(source.parsed.program);
  return measured;
}

/** The body of a `describe` is a table of contents, not a function to keep in mind. */
function suiteBodies(source: Source): Set<number> {
  const starts = new Set<number>();
  new Visitor({
    CallExpression(call) {
      const name = source.text.slice(call.callee.start, call.callee.end);
      if (!/^(describe|test\.describe)\b/.test(name)) return;
      for (const argument of call.arguments) starts.add(argument.start);
    },
  }).visit(source.parsed.program);
  return starts;
}
