import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { OTHER_STANDINGS, otherStanding, TYPE_ANSWERS, typeEffect } from '#shared/domain/type-decision.ts';
import { anItem, DOCUMENT, NOW } from '#test/unit/shared/domain/items.ts';

const TOGETHER = { kind: 'flood' } as const;
const TWIN = { kind: 'other-type', itemId: null } as const;
const RESULT = { documentId: DOCUMENT, at: NOW, reason: null, contradicted: false } as const;
const WAITING = { kind: 'waiting', dueAt: NOW, last: null } as const;
const UPLOADING = { kind: 'uploading', startedAt: NOW, last: null } as const;

const fresh = (state: Item['state']) => anItem({ state, reference: null });
const left = (state: Item['state']) => anItem({ state });

describe('what became of the same bytes under the other type', () => {
  it.each([
    ['unsent', fresh(WAITING)],
    ['undecided', fresh({ kind: 'held', question: TWIN })],
    ['asking', fresh({ kind: 'held', question: TOGETHER })],
    ['under-way', left(WAITING)],
    ['under-way', left(UPLOADING)],
    ['in-doubt', left({ kind: 'held', question: { kind: 'maybe-received' } })],
    ['in-doubt', left({ kind: 'aside', why: 'person', question: { kind: 'maybe-received' } })],
    ['awaiting', left({ kind: 'awaiting', documentId: DOCUMENT, since: NOW })],
    ['accepted', left({ kind: 'accepted', ...RESULT })],
    ['refused', left({ kind: 'refused', ...RESULT })],
    ['ignored', fresh({ kind: 'aside', why: 'person', question: TOGETHER })],
    ['unsendable', fresh({ kind: 'aside', why: 'replaced' })],
    ['unsendable', fresh({ kind: 'unfit', by: 'intray', problem: { kind: 'password' } })],
  ] as const)('is %s', (standing, other) => {
    expect(otherStanding(other, null)).toBe(standing);
  });

  it('is what the service reported where only another computer sent it, and unknown otherwise', () => {
    expect((['awaiting', 'accepted', 'refused', 'held'] as const).map((kind) => otherStanding(null, kind))).toEqual([
      'awaiting',
      'accepted',
      'refused',
      'unknown',
    ]);
    expect(otherStanding(null, null)).toBe('unknown');
  });
});

const touched = (answer: (typeof TYPE_ANSWERS)[number]) =>
  OTHER_STANDINGS.flatMap((standing) => {
    const { other } = typeEffect(answer, standing);
    return other === null ? [] : [[standing, other]];
  });

describe('an answer to "purchase or sale?"', () => {
  it('sends what it names and leaves the other alone once a byte of that may have left', () => {
    expect(touched('this')).toEqual([
      ['unsent', 'put-aside'],
      ['undecided', 'put-aside'],
      ['asking', 'put-aside'],
    ]);
    for (const answer of ['other', 'both'] as const) {
      expect(touched(answer)).toEqual([
        ['undecided', 'allowed'],
        ['ignored', 'allowed'],
      ]);
    }
    for (const standing of OTHER_STANDINGS) {
      expect(TYPE_ANSWERS.map((answer) => typeEffect(answer, standing).own)).toEqual(['allowed', 'put-aside', 'allowed']);
    }
  });
});
