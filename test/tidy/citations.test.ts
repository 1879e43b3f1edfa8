import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from './sources.ts';

const CONTRACT = 'docs/contract/';
const READINGS = `${CONTRACT}readings.md`;
const INDEX = `${CONTRACT}README.md`;
/** Contains the old forms as examples. */
const THIS = 'test/tidy/citations.test.ts';

const TEXTS = /\.(?:tsx?|mjs|md|ya?ml|css|html|c|nsh)$|Containerfile$/;

/** Former citations: numbers that two lists shared, and documents outside the project. */
const OLD_FORMS: readonly RegExp[] = [
  /\b[Dd](?:e|é)cisions? \d+/,
  /\b[Rr]eadings? \d{1,2}\b/,
  /\bDESIGN\b/,
  /\b[Cc]ontract, [A-Z]/,
  /\bEndpoints,? \d/,
  /\bspec\/(?:decisions|accounting)/,
];

type Known = {
  readonly readings: ReadonlySet<string>;
  readonly records: ReadonlyMap<string, string>;
  readonly sections: ReadonlySet<string>;
  readonly invariants: ReadonlySet<string>;
};

function headings(path: string): readonly string[] {
  return Array.from(projectText(path).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);
}

function contractPages(): readonly string[] {
  return projectFiles().filter((path) => path.startsWith(CONTRACT) && path !== READINGS && path !== INDEX);
}

function known(): Known {
  const records = projectFiles().filter((path) => /^docs\/decisions\/\d{4}-[^/]*\.md$/.test(path));
  return {
    readings: new Set(headings(READINGS).flatMap((heading) => /^(C\d+)\. ./.exec(heading)?.[1] ?? [])),
    records: new Map(records.map((path) => [String(Number(basename(path).slice(0, 4))), basename(path)])),
    sections: new Set(contractPages().flatMap(headings)),
    invariants: new Set(Array.from(projectText('docs/invariants.md').matchAll(/^(\d+)\. /gm), ([, number = '']) => number)),
  };
}

/** The citations in a text that resolve to nothing, and those in an old form. */
function faults(text: string, { readings, records, sections, invariants }: Known): readonly string[] {
  const found: string[] = [];
  for (const [reading] of text.matchAll(/(?<![\w%&#-])C\d+\b/g)) if (!readings.has(reading)) found.push(`${reading}: no such reading`);
  for (const [record, number = ''] of text.matchAll(/\bADR-(\d+)/g)) if (!records.has(number)) found.push(`${record}: no such record`);
  for (const [link, number = '', target = ''] of text.matchAll(/\[ADR-(\d+)\]\(([^)#]+)[^)]*\)/g)) {
    if (basename(target) !== records.get(number)) found.push(`${link}: another file`);
  }
  for (const [path, number = '', name] of text.matchAll(/\bdecisions\/(\d{4})(-[\w-]*\.md)?/g)) {
    const record = records.get(String(Number(number)));
    if (record === undefined || (name !== undefined && record !== number + name)) found.push(`${path}: no such record`);
  }
  for (const [mark, section = ''] of text.matchAll(/§([^\n.,;:()[\]`'"|]*)/g)) {
    if (!section.startsWith(' ') || !sections.has(section.trim())) found.push(`${mark.trim()}: no such section`);
  }
  for (const [invariant, number = ''] of text.matchAll(/\binvariant (\d+)/g)) {
    if (!invariants.has(number)) found.push(`${invariant}: no such invariant`);
  }
  // A line break may split a citation.
  const flat = text.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
  for (const form of OLD_FORMS) {
    const old = form.exec(flat);
    if (old !== null) found.push(`${old[0]}: write C10, ADR-15 or § Errors (${INDEX})`);
  }
  return found;
}

describe('citations', () => {
  it('lead to a reading, a record, a section or an invariant', () => {
    const by = known();
    const texts = projectFiles().filter((path) => TEXTS.test(path) && path !== THIS);
    expect(texts.flatMap((path) => faults(projectText(path), by).map((fault) => `${path}: ${fault}`))).toEqual([]);
  });

  it('are seen when they lead nowhere', () => {
    const of = {
      readings: new Set(['C1']),
      records: new Map([['7', '0007-a.md']]),
      sections: new Set(['Errors']),
      invariants: new Set(['1']),
    };
    const fine = '(C1, [ADR-7](docs/decisions/0007-a.md); § Errors) % %C3%A4 decisions/0007 invariant 1, `§ Errors`: reading 100,000 files';
    expect(faults(fine, of)).toEqual([]);
    for (const wrong of [
      'C2',
      'ADR-8',
      '[ADR-7](0008-b.md)',
      'decisions/0008',
      '[a](decisions/0007-b.md)',
      '(§ Error)',
      '§Errors',
      '§ Errors and more.',
      'invariant 2',
    ])
      expect(faults(wrong, of)).toHaveLength(1);
  });

  it('have none of the old forms', () => {
    const of = { readings: new Set<string>(), records: new Map(), sections: new Set<string>(), invariants: new Set<string>() };
    for (const old of [
      'decision 7',
      'décisions 7, 8',
      ' * (decision\n * 12 of the project)',
      'Reading 10',
      'DESIGN 5',
      'contract, Errors',
      'Endpoints, 3',
    ])
      expect(faults(old, of)).toHaveLength(1);
  });
});

describe('docs/contract', () => {
  it('numbers its readings in a row', () => {
    const numbers = headings(READINGS).flatMap((heading) => /^C(\d+)\. /.exec(heading)?.[1] ?? []);
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers.map(Number)).toEqual(numbers.map((_, at) => at + 1));
  });

  it('has no two sections of one name, and no name that a citation would cut off', () => {
    const names = contractPages().flatMap(headings);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9 ]+$/.test(name))).toEqual([]);
  });

  it('lists each page', () => {
    const listed = Array.from(projectText(INDEX).matchAll(/\[([\w-]+\.md)\]\(\1\)/g), ([, page = '']) => CONTRACT + page);
    expect([...new Set(listed)].toSorted()).toEqual([...contractPages(), READINGS].toSorted());
  });
});
