import { describe, expect, it } from 'vitest';
import { DOCUMENT_STATES, EVENT_TYPES } from '#shared/contract/events.ts';
import { ERROR_CODES } from '#shared/contract/answers.ts';
import { API_KEY_HEADER, CLOUD_EVENTS_TYPE, HEALTH_PATH, PROBLEM_TYPE, SIGNATURE_HEADER, TOKEN_PATH } from '#shared/contract/routes.ts';
import { type Source, sources } from './sources.ts';
import { Visitor } from 'oxc-parser';
import { en } from '#shared/i18n/en.ts';

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
const TEXTS = /^shared\/i18n\/(en|fr)[./]/;
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
  const asked = askedIn(sources().filter(({ path }) => ASKS.test(path) && !TEXTS.test(path)));

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
