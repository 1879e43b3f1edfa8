import { describe, expect, it } from 'vitest';
import { registerWords } from '#electron/register/register-words.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import { anItem, DOCUMENT, NOW } from '#test/unit/shared/domain/items.ts';

const { rowOf } = registerWords({ language: 'en', locale: 'en-GB', timeZone: 'UTC' });
const stateOf = (state: ItemState) => rowOf(anItem({ state }), 'Bakery').state;
const reasonOf = (problem: Problem) => rowOf(anItem({ state: { kind: 'unfit', by: 'service', problem } }), 'Bakery').reason;

describe('a line of the deposit register', () => {
  it('of a result that a person took unproven says so, and since when; of one that is only told, that it is awaited', () => {
    const [documentId, at] = [DOCUMENT, NOW];
    const result = { documentId, at, reason: null, contradicted: false };
    expect(stateOf({ kind: 'accepted', ...result, unproven: { takenAt: NOW } })).toBe('Accepted – unproven, taken on 2026-01-05 08:00:00');
    expect(stateOf({ kind: 'refused', ...result, unproven: { takenAt: NOW } })).toBe('Refused – unproven, taken on 2026-01-05 08:00:00');
    expect(stateOf({ kind: 'accepted', ...result, replacedUnproven: 'confirmed' })).toBe('Accepted');
    const unproven = { kind: 'accepted', documentId, at, reason: null, seenAt: at } as const;
    expect(stateOf({ kind: 'awaiting', documentId, since: at, unproven })).toBe('Answer without proof');
  });

  it('of a document that the service did not take has the service’s own words', () => {
    const tooLarge = { kind: 'too-large', bytes: 5_100_000, bytesMax: 5_000_000 } as const;
    expect(reasonOf({ ...tooLarge, detail: 'The scan has 61 pages.' })).toBe('The scan has 61 pages.');
    expect(reasonOf({ kind: 'declined', errorCode: null, detail: 'The name is not valid.' })).toBe('The name is not valid.');
    expect(reasonOf(tooLarge)).toBe('');
    expect(reasonOf({ kind: 'password' })).toBe('');
  });
});
