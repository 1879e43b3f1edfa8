import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { lineOf, type Source, sources } from './sources.ts';

const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 50;
const FOLDER_FILES_MAX = 25;

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
});

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
