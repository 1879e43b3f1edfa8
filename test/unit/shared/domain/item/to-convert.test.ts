import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentIdSchema } from '#shared/contract/ids.ts';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { anItem, CONVERSION, happenings, items, NOW } from '../items.ts';

const DOCUMENT = documentIdSchema.parse('7b1f2c1e-5a52-4a0e-9f0a-3a0f5b8d2c11');
const BY_FOLDER = { ...CONVERSION, by: 'folder' } as const;
const MADE = { kind: 'converted', as: { conversion: BY_FOLDER, sentName: 'a.pdf' } } as const satisfies Happening;
const DAMAGED = [{ kind: 'damaged' }] as const;
/** Whoever made it did not look at what was remarked on. */
const WITHHELD: Happening = { ...MADE, as: { ...MADE.as, conversion: { ...BY_FOLDER, remarks: DAMAGED } } };
const OPEN = ['waiting', 'held', 'aside'];
const bare = (changes: Partial<Item> = {}): Item =>
  anItem({ mediaType: null, reference: null, integrationId: null, toConvert: 'tiff', ...changes });

const all = fc.oneof(
  happenings,
  fc.constantFrom<Happening>(
    MADE,
    { ...MADE, as: { conversion: { ...BY_FOLDER, from: 'heic' }, sentName: 'a.pdf' } },
    { kind: 'not-converted' },
    WITHHELD,
    { kind: 'not-converted', withheld: [{ kind: 'unsure', about: 'pages' }] },
    { kind: 'gone' },
    { kind: 'company-removed' },
    { kind: 'company-back' },
    { kind: 'found-again', as: { kind: 'waiting', dueAt: NOW, last: null }, toConvert: 'tiff' },
  ),
);
/** What was found to be unfit is a person's. */
const pending = items
  .filter(({ state }) => OPEN.includes(state.kind) && !('unfit' in state))
  .map(({ state, attempts, bytes }) => bare({ state, attempts, bytes }));

describe('a document that is to be converted first', () => {
  it('is not under way, received or unfit as long as it is that, whatever happens', () => {
    fc.assert(
      fc.property(pending, fc.array(all, { maxLength: 6 }), (item, story) => {
        let now = item;
        for (const happening of story) {
          const next = advance(now, happening, NOW).item;
          // A person's word about an unfit one, and what is made by itself, are the only ways to a version.
          const isNew = next.conversion !== undefined && now.conversion === undefined;
          expect([isNew, happening.kind]).not.toEqual([true, expect.not.stringMatching(/^(sent-)?converted$/)]);
          const isSeen = next.conversion?.by !== 'folder' || remarksAgainst(next.conversion.remarks).length === 0;
          expect({ happening, isSeen }).toEqual({ happening, isSeen: true });
          const isOpen = OPEN.includes(next.state.kind) && next.conversion === undefined;
          expect({ happening, isRight: next.toConvert === undefined || isOpen }).toEqual({ happening, isRight: true });
          expect(next.state.kind === 'uploading' && next.conversion === undefined && next.mediaType === null).toBe(false);
          now = next;
        }
      }),
    );
  });

  it('is to be converted no more once it is unfit, whatever made it that', () => {
    const broken = { kind: 'broken', code: 'ECONNRESET', tries: 3 } as const;
    const { item } = advance(bare({ bytes: 5_242_880 }), { kind: 'not-begun', failure: broken, chance: 0 }, NOW);
    expect(item.state).toMatchObject({ kind: 'unfit', problem: { kind: 'too-large' } });
    expect(item).not.toHaveProperty('toConvert');
  });

  it('is not sent again where another computer sent it, since nobody here knows what that one sent', () => {
    const refused = { kind: 'refused', documentId: DOCUMENT, at: NOW, reason: null, contradicted: false } as const;
    const item = anItem({ mediaType: null, sentElsewhere: true, state: refused });
    const again: Happening = { kind: 'sent-again', resubmission: 1 };
    expect(advance(item, again, NOW).item).toBe(item);
    expect(advance({ ...item, mediaType: 'application/pdf' }, again, NOW).item.state.kind).toBe('waiting');
  });

  it('waits as what was made, and counts its uploads from then on', () => {
    const { item, chores } = advance(bare({ attempts: 3 }), MADE, NOW);
    expect(item).toMatchObject({ conversion: BY_FOLDER, mediaType: 'application/pdf', sentName: 'a.pdf', attempts: 0 });
    expect(item.state).toEqual({ kind: 'waiting', dueAt: NOW, last: null });
    expect(item).not.toHaveProperty('toConvert');
    expect(chores).toEqual([]);
  });

  it('is unfit, and told, where nothing can be made', () => {
    const { item, chores } = advance(bare(), { kind: 'not-converted' }, NOW);
    expect(item.state).toEqual({ kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } });
    expect(item).not.toHaveProperty('toConvert');
    expect(chores).toEqual(['drop-spool', 'tell-unfit']);
  });

  it('is unfit, and told why, where a person has to see first what was remarked on', () => {
    const state = { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' }, withheld: DAMAGED };
    for (const happening of [WITHHELD, { kind: 'not-converted', withheld: DAMAGED } as const]) {
      const { item, chores } = advance(bare(), happening, NOW);
      expect(item.state).toEqual(state);
      expect(item).not.toHaveProperty('conversion');
      expect(chores).toEqual(['drop-spool', 'tell-unfit']);
    }
    const isSaid = { ...MADE, as: { ...MADE.as, conversion: { ...BY_FOLDER, remarks: [{ kind: 'actions-removed' }] } } } as const;
    expect(advance(bare(), isSaid, NOW).item.state.kind).toBe('waiting');
  });

  it('is converted anew where a version by itself is lost, and asked about where that may have arrived', () => {
    const made = anItem({ conversion: BY_FOLDER, attempts: 1 });
    const lost = advance(made, { kind: 'conversion-lost', mayBeThere: false }, NOW);
    expect(lost.item).toMatchObject({ toConvert: 'tiff', mediaType: null, attempts: 0, state: { kind: 'waiting', dueAt: NOW } });
    expect(lost.item).not.toHaveProperty('conversion');
    expect(lost.chores).toEqual(['drop-spool']);
    const asked = advance(made, { kind: 'conversion-lost', mayBeThere: true }, NOW);
    expect(asked.item).toMatchObject({ conversion: BY_FOLDER, state: { kind: 'held', question: { kind: 'maybe-received' } } });
  });
});
