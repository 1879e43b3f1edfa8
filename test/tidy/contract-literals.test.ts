import { describe, expect, it } from 'vitest';
import { DOCUMENT_STATES, EVENT_TYPES } from '#shared/contract/events.ts';
import { ERROR_CODES } from '#shared/contract/answers.ts';
import { API_KEY_HEADER, CLOUD_EVENTS_TYPE, HEALTH_PATH, PROBLEM_TYPE, SIGNATURE_HEADER, TOKEN_PATH } from '#shared/contract/routes.ts';
import { sources } from './sources.ts';

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
