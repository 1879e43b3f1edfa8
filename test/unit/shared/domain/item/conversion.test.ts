import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import { asSaidBefore } from '#shared/domain/item/all-the-same.ts';
import { conversionOffer, versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import { isOfConversion, sentBytesOf, withoutConversion } from '#shared/domain/item/conversion/converted.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { anItem, CONVERSION, happenings, items, NOW } from '../items.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';
import { remarksAgainst } from '#shared/domain/item/conversion/remark.ts';

const SENT: Happening = { kind: 'sent-converted', as: { conversion: CONVERSION, sentName: 'a.pdf' }, twin: null };
const TOO_LARGE = { kind: 'too-large', bytes: 6_000_000, bytesMax: 5_000_000 } as const;
const TIFF: Problem = { kind: 'not-taken', found: 'tiff' };
const unfit = (problem: Problem, by: 'intray' | 'service' = 'intray'): ItemState => ({ kind: 'unfit', by, problem });
const unsent = { mediaType: null, sentName: 'facture.pdf', reference: null, integrationId: null };
const waiting = (changes: Partial<Item> = {}): Item => anItem({ mediaType: 'application/pdf', conversion: CONVERSION, ...changes });

describe('a document that cannot be sent as it is', () => {
  it.each<[Problem, string | null, string | null]>([
    [TIFF, 'tiff', 'format'],
    [{ kind: 'not-taken', found: 'heic' }, 'heic', 'format'],
    [{ kind: 'not-taken', found: 'avif' }, 'avif', 'format'],
    [{ kind: 'not-taken', found: 'webp' }, 'webp', 'format'],
    [{ kind: 'not-taken', found: 'gif' }, null, null],
    [{ kind: 'not-taken', found: 'zip' }, null, null],
    [{ kind: 'password' }, 'pdf', 'password'],
    [{ ...TOO_LARGE, found: 'pdf' }, 'pdf', 'too-large'],
    [{ ...TOO_LARGE, found: 'bmp' }, 'bmp', 'too-large'],
    [TOO_LARGE, null, null],
    [{ kind: 'damaged', found: 'pdf' }, null, null],
  ])('with %j is made from %s: %s', (problem, kind, because) => {
    expect(conversionOffer(anItem({ state: unfit(problem) }))?.because ?? null).toBe(because);
    expect(versionSourceOf(anItem({ state: unfit(problem) }))).toBe(kind);
    expect(versionSourceOf(anItem({ state: { kind: 'aside', why: 'user', unfit: { by: 'intray', problem } } }))).toBe(kind);
    expect(versionSourceOf(anItem({ state: { kind: 'aside', why: 'gone', unfit: { by: 'intray', problem } } }))).toBeNull();
    expect(versionSourceOf(anItem({ state: unfit(problem), conversion: CONVERSION }))).toBeNull();
    expect(versionSourceOf(anItem({ state: unfit(problem), sha256: null }))).toBeNull();
  });

  it.each<[Problem, Partial<Item>, string | null]>([
    [TOO_LARGE, { mediaType: 'image/png' }, 'png'],
    [TOO_LARGE, { mediaType: 'application/pdf' }, 'pdf'],
    // Smaller than the stated limit: by how much it would have to shrink is not known.
    [{ ...TOO_LARGE, bytes: 4_000_000, bytesMax: null }, { mediaType: 'application/pdf' }, null],
    // What was refused is a version already.
    [TOO_LARGE, { mediaType: 'application/pdf', conversion: CONVERSION }, null],
    [TIFF, { mediaType: null }, null],
    [{ kind: 'declined', errorCode: null, detail: null }, { mediaType: 'application/pdf' }, null],
  ])('refused by the service for %j is made smaller where it is only too large', (problem, changes, kind) => {
    expect(versionSourceOf(anItem({ state: unfit(problem, 'service'), ...changes }))).toBe(kind);
  });

  it('waits as what was made from it, under its own hash, and no other document changes by that', () => {
    fc.assert(
      fc.property(items, (item) => {
        const { item: next } = advance(item, SENT, NOW);
        const sent = { mediaType: 'application/pdf', sentName: 'a.pdf', conversion: CONVERSION, attempts: 0 };
        const state = { kind: 'waiting', dueAt: NOW, last: null };
        expect(next).toEqual(versionSourceOf(item) === 'tiff' ? { ...item, ...sent, state, stateSince: NOW } : item);
        expect(next.sha256).toBe(item.sha256);
      }),
    );
  });

  it('is held for a question where the same file is known as the other type', () => {
    const { state } = advance(anItem({ state: unfit(TIFF) }), { ...SENT, twin: { itemId: null } }, NOW).item;
    expect(state).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: null } });
  });

  it('has a conversion by a person’s word alone, and never while it can be converted', () => {
    fc.assert(
      fc.property(items, happenings, (item, happening) => {
        const { item: next } = advance(item, happening, NOW);
        const isNew = next.conversion !== undefined && next.conversion !== item.conversion;
        expect([isNew, happening.kind]).not.toEqual([true, expect.not.stringMatching('sent-converted')]);
        expect([versionSourceOf(next) === null, next.conversion === undefined]).toContain(true);
      }),
    );
  });
});

describe('the number of attempts', () => {
  it('is of the bytes that are sent: it begins anew with others, and grows by no happening of a conversion', () => {
    const unsentYet = items.filter(
      (item) => versionSourceOf(item) !== null || item.toConvert !== undefined || item.conversion !== undefined,
    );
    fc.assert(
      fc.property(unsentYet, happenings.filter(isOfConversion), fc.integer({ min: 1, max: 9 }), (item, happening, attempts) => {
        const { item: next } = advance({ ...item, attempts }, happening, NOW);
        expect(next.attempts).toBe(sentBytesOf(next).sha256 === sentBytesOf(item).sha256 ? attempts : 0);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a document whose version is lost', () => {
  it('is unfit as before, and says so', () => {
    const lost = advance(waiting({ ...unsent, sentName: 'a.pdf' }), { kind: 'conversion-lost', mayBeThere: false }, NOW);
    expect(lost).toEqual({ item: anItem({ ...unsent, state: unfit(TIFF) }), chores: ['drop-spool', 'tell-unfit'] });
    expect(lost.item).not.toHaveProperty('conversion');
  });

  it.each<[Item['bytes'], ConvertedKind, Problem]>([
    [900, 'heic', { kind: 'not-taken', found: 'heic' }],
    [900, 'pdf', { kind: 'password' }],
    [12_000_000, 'pdf', { kind: 'too-large', bytes: 12_000_000, bytesMax: 5_242_880, found: 'pdf' }],
    [5_100_000, 'jpeg', { kind: 'too-large', bytes: 5_100_000, bytesMax: 5_000_000, found: 'jpeg' }],
  ])('has the problem of its file again, of %i bytes: %s', (bytes, from, problem) => {
    const item = waiting({ ...unsent, bytes, conversion: { ...CONVERSION, from } });
    const lost = advance(item, { kind: 'conversion-lost', mayBeThere: false }, NOW).item;
    expect(lost.state).toEqual(unfit(problem));
    expect(versionSourceOf(lost)).toBe(from);
  });

  it('is asked about where the service may have it', () => {
    const lost = advance(waiting({ attempts: 1 }), { kind: 'conversion-lost', mayBeThere: true }, NOW);
    expect(lost.item).toMatchObject({ conversion: CONVERSION, state: { kind: 'held', question: { kind: 'maybe-received' } } });
    expect(lost.chores).toContain('tell-question');
  });

  it('is nothing that happens to what is under way, received, or sent as it is', () => {
    fc.assert(
      fc.property(items, fc.boolean(), (item, mayBeThere) => {
        fc.pre(item.state.kind !== 'waiting' || item.conversion === undefined);
        expect(advance(item, { kind: 'conversion-lost', mayBeThere }, NOW).item).toBe(item);
      }),
    );
  });
});

describe('what was sent in its place', () => {
  const uploading: ItemState = { kind: 'uploading', startedAt: NOW, last: null };
  const known: Happening = { kind: 'upload-ended', outcome: { kind: 'already-received', documentId: null }, chance: 0 };

  it('is not claimed where another computer was first, and is claimed where a lost answer was ours', () => {
    const [theirs, ours] = [1, 2].map((attempts) => advance(waiting({ state: uploading, attempts }), known, NOW).item);
    expect(theirs).toMatchObject({ sentElsewhere: true, mediaType: null });
    expect(theirs).not.toHaveProperty('conversion');
    expect(ours).toMatchObject({ sentElsewhere: false, conversion: CONVERSION });
  });

  it('is not claimed where a result says that another computer sent it', () => {
    const result = { kind: 'accepted', documentId: '7b1f2c1e-5a52-4a0e-9f0a-3a0f5b8d2c11', at: NOW, reason: null } as const;
    const elsewhere = { resubmission: 0, integrationId: anItem().integrationId, reference: anItem().reference };
    const told = { kind: 'result', result, elsewhere } as unknown as Happening;
    expect(advance(waiting(), told, NOW).item).not.toHaveProperty('conversion');
  });

  it('is meant again when its file is found again, and nothing else is', () => {
    const again: ItemState = { kind: 'waiting', dueAt: NOW, last: null };
    expect(asSaidBefore(waiting(), unfit(TIFF), NOW)).toEqual(again);
    expect(asSaidBefore(anItem(), unfit(TIFF), NOW)).toEqual(unfit(TIFF));
    expect(asSaidBefore(waiting(), unfit({ kind: 'not-taken', found: 'heic' }), NOW)).toMatchObject({ kind: 'unfit' });
    const opened = waiting({ conversion: { ...CONVERSION, from: 'pdf' } });
    expect(asSaidBefore(opened, unfit({ kind: 'password' }), NOW)).toEqual(again);
    expect(asSaidBefore(opened, unfit({ ...TOO_LARGE, found: 'pdf' }), NOW)).toEqual(again);
    expect(asSaidBefore(opened, unfit({ kind: 'damaged', found: 'pdf' }), NOW)).toMatchObject({ kind: 'unfit' });
  });

  it('has a hash and a size of its own', () => {
    expect(sentBytesOf(waiting())).toEqual({ sha256: CONVERSION.sha256, bytes: CONVERSION.bytes });
    expect(sentBytesOf(anItem())).toEqual({ sha256: anItem().sha256, bytes: anItem().bytes });
    expect(withoutConversion(anItem())).toEqual(anItem());
  });
});

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
/** What was found to be unfit is a user's. */
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
          // A user's word about an unfit one, and what is made by itself, are the only ways to a version.
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
