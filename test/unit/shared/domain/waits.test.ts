import { describe, expect, it } from 'vitest';
import { type KnownWriter, learnedWait } from '#shared/domain/folder/waits.ts';
import { DAY_MS, plus, SECOND_MS, wallMs } from '#shared/lib/duration.ts';
import { conversionGroupOf, convertedByItself, NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { CONVERTED_KINDS } from '#shared/domain/item/conversion/conversion.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { anItem, DOCUMENT, NOW } from './items.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { OTHER_STANDINGS, otherStanding, TYPE_ANSWERS, typeEffect } from '#shared/domain/type-decision.ts';

const WAITS_NOW = wallMs(1_800_000_000_000);
const writer = (of: Partial<KnownWriter>): KnownWriter => ({ inPlace: 10, gapMs: null, gapAt: null, ...of });
const ago = (days: number) => plus(WAITS_NOW, -days * DAY_MS);

describe('a folder that nobody has set', () => {
  it.each([
    ['20 s for its first ten files', writer({ inPlace: 9 }), 20, { kind: 'first', files: 1 }],
    ['5 s afterwards', writer({}), 5, { kind: 'quick' }],
    ['twice the gap', writer({ gapMs: 22_500, gapAt: WAITS_NOW }), 45, { kind: 'pages' }],
    ['two minutes at most', writer({ gapMs: 90_000, gapAt: WAITS_NOW }), 120, { kind: 'pages' }],
    ['5 s at least', writer({ gapMs: 900, gapAt: WAITS_NOW }), 5, { kind: 'pages' }],
    ['20 s at least for its first files', writer({ inPlace: 3, gapMs: 900, gapAt: WAITS_NOW }), 20, { kind: 'pages' }],
    ['the gap for thirty days', writer({ gapMs: 20_000, gapAt: ago(29.9) }), 40, { kind: 'pages', until: plus(ago(29.9), 30 * DAY_MS) }],
    ['5 s again after thirty days', writer({ gapMs: 20_000, gapAt: ago(30) }), 5, { kind: 'quick' }],
  ])('waits %s', (_, of, seconds, waits) => {
    expect(learnedWait(of, WAITS_NOW)).toMatchObject({ settleMs: seconds * SECOND_MS, waits });
  });
});

const ALL = { photos: NOW, tiff: NOW, 'too-large': NOW };

describe('what is made of a file without asking', () => {
  it.each<[Problem, string | null]>([
    [{ kind: 'not-taken', found: 'tiff' }, 'tiff'],
    [{ kind: 'not-taken', found: 'avif' }, 'avif'],
    [{ kind: 'too-large', bytes: 9_000_000, bytesMax: 5_242_880, found: 'png' }, 'png'],
    [{ kind: 'too-large', bytes: 9_000_000, bytesMax: 5_242_880 }, null],
    [{ kind: 'password' }, null],
    [{ kind: 'not-taken', found: 'zip' }, null],
    [{ kind: 'blank' }, null],
  ])('of %j is made from %s', (problem, kind) => {
    expect(convertedByItself(problem, ALL, NOW)).toBe(kind);
    expect(convertedByItself(problem, ALL, plus(NOW, -1))).toBeNull();
    expect(convertedByItself(problem, NO_CONVERSIONS, NOW)).toBeNull();
  });

  it('belongs to one of three groups', () => {
    const groups = CONVERTED_KINDS.map((kind) => [kind, conversionGroupOf(kind)]);
    expect(groups.filter(([, group]) => group === 'photos').map(([kind]) => kind)).toEqual(['heic', 'avif', 'webp']);
    expect(groups.filter(([, group]) => group === 'too-large').map(([kind]) => kind)).toEqual(['pdf', 'jpeg', 'png', 'bmp']);
  });
});

const TOGETHER = { kind: 'bulk-arrival' } as const;
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
    ['in-doubt', left({ kind: 'aside', why: 'user', question: { kind: 'maybe-received' } })],
    ['awaiting', left({ kind: 'awaiting', documentId: DOCUMENT, since: NOW })],
    ['accepted', left({ kind: 'accepted', ...RESULT })],
    ['refused', left({ kind: 'refused', ...RESULT })],
    ['ignored', fresh({ kind: 'aside', why: 'user', question: TOGETHER })],
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
