import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctRemarks, type Remark, remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { itemSchema } from '#shared/domain/item/item.ts';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import { isUnsent } from '#shared/domain/item/aside.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import { joinedInto, mayUndoJoin, pictureKindOf, whyNotJoined } from '#shared/domain/item/joining/joining.ts';
import { joinedName, joinedSha256, PARTS_MAX } from '#shared/domain/item/joining/parts.ts';
import { reference } from '#shared/domain/item/reference.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { anItem, CONVERSION, happenings, items, NOW } from '../../items.ts';

const WHOLE = '33333333-3333-4333-8333-333333333333' as ItemId;
const OTHER = '44444444-4444-4444-8444-444444444444' as ItemId;
const TIFF = { by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } } as const;
const unsent = { reference: null, integrationId: null, leftAt: null } as const;
const unfit = (changes: Partial<Item> = {}): Item => anItem({ ...unsent, mediaType: null, state: { kind: 'unfit', ...TIFF }, ...changes });
const held = (question: Extract<ItemState, { kind: 'held' }>['question'], mediaType = 'image/jpeg'): Item =>
  anItem({ ...unsent, mediaType, state: { kind: 'held', question } });
const joined: Happening = { kind: 'joined', into: WHOLE };
const undone: Happening = { kind: 'join-undone', into: WHOLE };
const parts = [{ itemId: OTHER, sha256: 'ab'.repeat(32), kind: 'tiff' as const }];
const whole = (changes: Partial<Item> = {}): Item => anItem({ ...unsent, id: WHOLE, parts, conversion: CONVERSION, ...changes });

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => unfit({ id: `00000000-0000-4000-8000-0000000000${String(at).padStart(2, '0')}` as ItemId }));

/** Of things that never left. */
const unsentItems = items.map((item) => ({ ...item, ...unsent }));

describe('the content of a joined document', () => {
  it('is a hash over the hashes of its parts in their order, for ever', () => {
    const [one, two, three] = ['11', '22', '33'].map((pair) => ({ sha256: pair.repeat(32) })) as [
      { sha256: string },
      { sha256: string },
      { sha256: string },
    ];
    const of = joinedSha256(nodeSha256, [one, two, three]);
    expect(of).toBe('96ae7540effb942d649544263ade733fd7fcd2a912b077d32e7a506a50fa006c');
    expect(joinedSha256(nodeSha256, [two, one, three])).not.toBe(of);
    expect(joinedSha256(nodeSha256, [one, two])).not.toBe(of);
    const integrationId = anItem().integrationId;
    if (integrationId === null) throw new Error('none');
    expect(reference(nodeSha256, { integrationId, importType: 'purchase-invoices', contentSha256: of, resubmission: 0 })).toBe(
      'iy2puvqm6kbwnbkslhwfgo3x5nb7ni6zwu6526xngonlhll72fbsg2q00',
    );
  });

  it.each([
    ['IMG_2240.HEIC', 3, 'IMG_2240 + 2.pdf'],
    ['scan', 2, 'scan + 1.pdf'],
    ['2026.01 facture.tiff', 30, '2026.01 facture + 29.pdf'],
  ])('%s and %i in all are called %s', (first, count, name) => expect(joinedName(first, count)).toBe(name));
});

describe('documents that a person may join', () => {
  it.each<[string, Item, string | null]>([
    ['a TIFF', unfit(), 'tiff'],
    ['one that is ignored', unfit({ state: { kind: 'aside', why: 'user', unfit: TIFF } }), 'tiff'],
    ['one that is gone', unfit({ state: { kind: 'aside', why: 'gone', unfit: TIFF } }), null],
    [
      'a JPEG that is too large',
      unfit({ state: { kind: 'unfit', by: 'intray', problem: { kind: 'too-large', bytes: 9, bytesMax: 5, found: 'jpeg' } } }),
      'jpeg',
    ],
    ['a protected PDF', unfit({ state: { kind: 'unfit', by: 'intray', problem: { kind: 'password' } } }), null],
    ['a GIF', unfit({ state: { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'gif' } } }), null],
    ['a picture that is asked about', held({ kind: 'bulk-arrival' }), 'jpeg'],
    ['one that may be blank', held({ kind: 'blank' }, 'image/png'), 'png'],
    ['a PDF that is asked about', held({ kind: 'bulk-arrival' }, 'application/pdf'), null],
    ['one that is known as the other type', held({ kind: 'other-type', itemId: null }), null],
    ['one whose file is gone', held({ kind: 'gone' }), null],
    ['one that the service may have', held({ kind: 'maybe-received' }), null],
    ['an ignored picture', anItem({ ...unsent, mediaType: 'image/bmp', state: { kind: 'aside', why: 'user' } }), 'bmp'],
    ['one that waits', anItem({ ...unsent, mediaType: 'image/jpeg' }), null],
    ['one that left', unfit({ reference: anItem().reference, leftAt: anItem().leftAt }), null],
    ['one that is joined itself', unfit({ parts }), null],
  ])('%s: %s', (_, item, kind) => expect(pictureKindOf(item)).toBe(kind));

  it('are two to thirty pictures of one company and type', () => {
    const [one, two] = numbered(2) as [Item, Item];
    expect(whyNotJoined([one, two])).toBeNull();
    expect(whyNotJoined(numbered(PARTS_MAX))).toBeNull();
    expect(whyNotJoined(numbered(PARTS_MAX + 1))).toBe('too-many');
    expect(whyNotJoined([one])).toBe('too-few');
    expect(whyNotJoined([one, one])).toBe('too-few');
    expect(whyNotJoined([one, { ...two, companyId: OTHER as never }])).toBe('companies');
    expect(whyNotJoined([one, { ...two, importType: 'sales-invoices' }])).toBe('types');
    expect(whyNotJoined([one, { ...two, state: anItem().state }])).toBe('not-pictures');
    expect(whyNotJoined([one, { ...held({ kind: 'other-type', itemId: null }), id: two.id }])).toBe('asked-first');
  });
});

describe('a part of a joined document', () => {
  it('is what may be joined and nothing else, and is again what it was when that is taken back', () => {
    fc.assert(
      fc.property(unsentItems, (item) => {
        const { item: part } = advance(item, joined, NOW);
        const may = pictureKindOf(item) !== null;
        expect(part === item).toBe(!may);
        fc.pre(may);
        expect(joinedInto(part)).toBe(WHOLE);
        expect(advance(part, joined, NOW).item).toBe(part);
        expect(advance(part, { kind: 'join-undone', into: OTHER }, NOW).item).toBe(part);
        expect(advance(part, undone, NOW).item).toEqual({ ...item, stateSince: NOW });
      }),
    );
  });

  it('stays one by itself: only the person, or the service’s word about it, changes that', () => {
    fc.assert(
      fc.property(unsentItems, fc.array(happenings, { maxLength: 6 }), (item, all) => {
        let part = advance(item, joined, NOW).item;
        fc.pre(joinedInto(part) === WHOLE);
        for (const happening of all) {
          const next = advance(part, happening, NOW).item;
          if (happening.kind === 'result' || happening.kind === 'told-received') return;
          expect([happening.kind, next]).toEqual([happening.kind, part]);
          part = next;
        }
        expect(isUnsent(part)).toBe(true);
      }),
    );
  });
});

describe('a joined document', () => {
  it('may be taken apart until something of it may have left', () => {
    fc.assert(
      fc.property(items, fc.boolean(), (item, hasLeft) => {
        const of = {
          ...item,
          ...whole({ state: item.state }),
          ...(hasLeft ? { reference: anItem().reference, leftAt: anItem().leftAt } : {}),
        };
        const { item: next, chores } = advance(of, undone, NOW);
        expect(next === of).toBe(!mayUndoJoin(of));
        fc.pre(next !== of);
        expect(hasLeft).toBe(false);
        expect(next).toMatchObject({ state: { kind: 'aside', why: 'undone' }, mediaType: null, attempts: 0 });
        expect(next).not.toHaveProperty('conversion');
        expect(chores).toEqual(['drop-spool']);
      }),
    );
  });

  it('is never sent by itself once it was taken apart, and waits for a version when it is joined again', () => {
    const apart = advance(whole(), undone, NOW).item;
    fc.assert(
      fc.property(happenings, (happening) => {
        fc.pre(happening.kind !== 'result' && happening.kind !== 'told-received');
        expect(advance(apart, happening, NOW).item).toBe(apart);
      }),
    );
    const again = advance(apart, joined, NOW).item;
    expect(again.state).toEqual({ kind: 'unfit', by: 'intray', problem: { kind: 'in-parts' } });
    const as = { conversion: { ...CONVERSION, from: 'joined' as const }, sentName: 'a + 1.pdf' };
    expect(advance(again, { kind: 'sent-converted', as, twin: null }, NOW).item.state.kind).toBe('waiting');
    expect(advance(again, { kind: 'sent-converted', as: { ...as, conversion: CONVERSION }, twin: null }, NOW).item).toBe(again);
  });

  it('has several files again when its version is lost', () => {
    const lost = advance(whole({ conversion: { ...CONVERSION, from: 'joined' } }), { kind: 'conversion-lost', mayBeThere: false }, NOW);
    expect(lost.item.state).toEqual({ kind: 'unfit', by: 'intray', problem: { kind: 'in-parts' } });
    expect(lost.chores).toContain('tell-unfit');
  });
});

const REMARKS: readonly Remark[] = [
  { kind: 'damaged' },
  { kind: 'damaged', part: 1 },
  { kind: 'one-of', pictures: 3 },
  { kind: 'actions-removed' },
  { kind: 'unsure', about: 'pages' },
];

describe('a remark on a version', () => {
  it('speaks against sending it unseen, but for what a PDF would have run', () => {
    expect(remarksAgainst(REMARKS)).toEqual(REMARKS.filter(({ kind }) => kind !== 'actions-removed'));
    expect(remarksAgainst(undefined)).toEqual([]);
  });

  it('is said once, and none is written down where there is none', () => {
    expect(distinctRemarks([...REMARKS, ...REMARKS])).toEqual(REMARKS);
    expect(distinctRemarks([])).toBeUndefined();
  });

  it('is read again as it was written, and a journal from before there were any is read', () => {
    const state = { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' }, withheld: REMARKS } as const;
    const all = [
      anItem({ conversion: CONVERSION }),
      anItem({ conversion: { ...CONVERSION, remarks: REMARKS, allPictures: true } }),
      anItem({ state }),
      anItem({ state: { kind: 'aside', why: 'user', unfit: { by: 'intray', problem: state.problem, withheld: REMARKS } } }),
    ];
    for (const item of all) expect(itemSchema.parse(JSON.parse(JSON.stringify(item)))).toEqual(item);
  });
});
