import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles, type Source, sources } from './sources.ts';
import { DOCUMENT_STATES, EVENT_TYPES } from '#shared/contract/events.ts';
import { ERROR_CODES } from '#shared/contract/answers.ts';
import { API_KEY_HEADER, CLOUD_EVENTS_TYPE, HEALTH_PATH, PROBLEM_TYPE, SIGNATURE_HEADER, TOKEN_PATH } from '#shared/contract/routes.ts';
import { Visitor } from 'oxc-parser';
import { en } from '#shared/i18n/en.ts';

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

const PARTS = ['shared/', 'electron/', 'relay/', 'sandbox/', 'renderer/'];

const LITERALS: readonly string[] = [
  API_KEY_HEADER,
  SIGNATURE_HEADER,
  CLOUD_EVENTS_TYPE,
  PROBLEM_TYPE,
  TOKEN_PATH,
  HEALTH_PATH,
  ...Object.values(ERROR_CODES),
  ...Object.values(EVENT_TYPES),
  ...Object.values(DOCUMENT_STATES),
];

describe('a literal of the contract', () => {
  const all = sources().filter(({ path }) => PARTS.some((part) => path.startsWith(part)));
  const written = all.map(({ path, text }) => ({ path, strings: strings(text) }));

  it('occurs once, in shared/contract', () => {
    const wrong = written.flatMap(({ path, strings: found }) =>
      LITERALS.filter((literal) => found.includes(literal) && !path.startsWith('shared/contract/')).map(
        (literal) => `${path} writes '${literal}'`,
      ),
    );
    expect(wrong.filter((place) => !isWording(place))).toEqual([]);
  });

  it('is found where it belongs, so that the check can fail', () => {
    const home = written.filter(({ path }) => path.startsWith('shared/contract/')).flatMap(({ strings: found }) => found);
    expect(LITERALS.filter((literal) => !home.includes(literal))).toEqual([]);
  });

  it('is not a limit written out again', () => {
    const numbers = /\b(5_242_880|5242880|5_000_000)\b/;
    expect(all.filter(({ path, text }) => numbers.test(text) && path !== 'shared/contract/limits.ts').map(({ path }) => path)).toEqual([]);
  });
});

/** Texts for people may equal a state of the contract: "Accepted" is also plain English. */
function isWording(place: string): boolean {
  return place.startsWith('shared/i18n/');
}

function strings(text: string): string[] {
  return Array.from(text.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g), (match) => match[1] ?? match[2] ?? '');
}

/** Source folders that use texts; the texts themselves are not included. */
const ASKS = /^(renderer|electron|shared)\//;
const SOURCES_OF_CODE = /^shared\/i18n\/(en|fr)[./]/;
/** Plural endings, chosen by `count`. */
const PLURAL = /_(zero|one|other)$/;
/** A key, or the beginning of one, as the first part of a template: `needs.folder.${state}.text`. */
const BEGINNING = /^[a-z][a-z-]*\./;
const ENDING = /^\.[a-z][a-z.-]*$/;
/** A placeholder stands for one word: a kind, a state, a type. */
const HOLE = '[^.]+';

type Asked = { readonly words: Set<string>; readonly patterns: Set<string>; readonly endings: Set<string> };

/** Every word in the code that may be a key, and every template that may make some. */
function askedIn(code: readonly Source[]): Asked {
  const asked: Asked = { words: new Set(), patterns: new Set(), endings: new Set() };
  for (const { parsed } of code) {
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string') asked.words.add(value);
      },
      TemplateLiteral: ({ quasis }) => {
        const parts = quasis.map(({ value }) => value.cooked ?? '');
        // A whole key with an ending: `${key}.open`.
        if (parts.length === 2 && parts[0] === '' && ENDING.test(parts[1] ?? '')) asked.endings.add(parts[1] ?? '');
        if (parts.length > 1 && BEGINNING.test(parts[0] ?? '')) asked.patterns.add(parts.map(literally).join(HOLE));
      },
    }).visit(parsed.program);
  }
  return asked;
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** A template counts as a use of every key that it could make, so what this finds is certainly unused. */
function unusedOf(keys: readonly string[], { words, patterns, endings }: Asked): readonly string[] {
  const made = [...patterns].map((pattern) => new RegExp(`^${pattern}$`));
  const isEnded = (key: string) => [...endings].some((ending) => key.endsWith(ending) && words.has(key.slice(0, -ending.length)));
  return keys.filter((key) => !words.has(key) && !isEnded(key) && !made.some((pattern) => pattern.test(key)));
}

describe('a text', () => {
  const keys = [...new Set(Object.keys(en).map((key) => key.replace(PLURAL, '')))];
  const asked = askedIn(sources().filter(({ path }) => ASKS.test(path) && !SOURCES_OF_CODE.test(path)));

  it('is asked for somewhere, or is taken away', () => {
    expect(keys.length).toBeGreaterThan(500);
    expect(asked.patterns.size).toBeGreaterThan(50);
    expect(unusedOf(keys, asked)).toEqual([]);
  });

  it('that nothing asks for is found', () => {
    expect(unusedOf(['common.never', 'needs.folder.denied.never', 'needs.folder.denied.text'], asked)).toEqual([
      'common.never',
      'needs.folder.denied.never',
    ]);
  });
});
