import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Source, sources } from './sources.ts';

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
    expect(real.get('test/tidy/cycles.test.ts')).toEqual(['test/tidy/sources.ts']);
    expect([...real.values()].flat().length).toBeGreaterThan(1000);
  });
});
