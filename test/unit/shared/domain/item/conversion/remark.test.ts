import { describe, expect, it } from 'vitest';
import { distinctRemarks, type Remark, remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { itemSchema } from '#shared/domain/item/item.ts';
import { anItem, CONVERSION } from '../../items.ts';

const ALL: readonly Remark[] = [
  { kind: 'damaged' },
  { kind: 'damaged', part: 1 },
  { kind: 'one-of', pictures: 3 },
  { kind: 'actions-removed' },
  { kind: 'unsure', about: 'pages' },
];

describe('a remark on a version', () => {
  it('speaks against sending it unseen, but for what a PDF would have run', () => {
    expect(remarksAgainst(ALL)).toEqual(ALL.filter(({ kind }) => kind !== 'actions-removed'));
    expect(remarksAgainst(undefined)).toEqual([]);
  });

  it('is said once, and none is written down where there is none', () => {
    expect(distinctRemarks([...ALL, ...ALL])).toEqual(ALL);
    expect(distinctRemarks([])).toBeUndefined();
  });

  it('is read again as it was written, and a journal from before there were any is read', () => {
    const unfit = { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' }, withheld: ALL } as const;
    const items = [
      anItem({ conversion: CONVERSION }),
      anItem({ conversion: { ...CONVERSION, remarks: ALL, allPictures: true } }),
      anItem({ state: unfit }),
      anItem({ state: { kind: 'aside', why: 'user', unfit: { by: 'intray', problem: unfit.problem, withheld: ALL } } }),
    ];
    for (const item of items) expect(itemSchema.parse(JSON.parse(JSON.stringify(item)))).toEqual(item);
  });
});
