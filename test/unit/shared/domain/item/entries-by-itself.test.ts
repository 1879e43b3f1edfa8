import { describe, expect, it } from 'vitest';
import type { FolderEntries } from '#shared/domain/folder/folder-entries.ts';
import { advance } from '#shared/domain/item/advance.ts';
import { goesByItself, mayAllowEntries } from '#shared/domain/item/entries.ts';
import type { Entries, ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { anItem } from '#test/unit/shared/domain/items.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const READ: ReadEntries = { lines: 2, debitCents: 100, creditCents: 100, warnings: 0, linesSha256: 'c'.repeat(64), mappingSha256: A };
const NOW = wallMs(5_000);

describe('a file of entries that was just found', () => {
  it.each<readonly [string, FolderEntries['byItself'], Partial<ReadEntries>, boolean, boolean]>([
    ['by the mapping that was ticked', { mappingSha256: A }, {}, false, true],
    ['that needs no mapping, as was ticked', { mappingSha256: null }, { mappingSha256: null }, false, true],
    ['with warnings that say nothing of its sums', { mappingSha256: A }, { warnings: 4 }, false, true],
    ['where nothing was ticked', null, {}, false, false],
    ['by another mapping', { mappingSha256: B }, {}, false, false],
    ['by a mapping, where files without one go', { mappingSha256: null }, {}, false, false],
    ['that needs no mapping, where files of a mapping go', { mappingSha256: A }, { mappingSha256: null }, false, false],
    ['with something that puts its sums in doubt', { mappingSha256: A }, { inDoubt: true }, false, false],
    ['that is the whole books of a year', { mappingSha256: A }, { choose: true }, false, false],
    ['above the limit for one import', { mappingSha256: A }, { parts: [] }, false, false],
    ['without a line', { mappingSha256: A }, { lines: 0 }, false, false],
    ['with lines that were sent before', { mappingSha256: A }, {}, true, false],
  ])('%s', (_, byItself, more, repeats, goes) => {
    expect(goesByItself({ byItself }, { ...READ, ...more }, repeats)).toBe(goes);
  });
});

const QUESTION = { kind: 'entries', lines: 2, debitCents: 100, creditCents: 100, warnings: 0 } as const;
const held: ItemState = { kind: 'held', question: QUESTION };
const asked = (state: ItemState, entries: Entries = READ): Item => ({ ...anItem(), importType: 'entries', state, entries });

describe('consent to entries', () => {
  it.each<readonly [string, ItemState, boolean]>([
    ['held', held, true],
    ['ignored by a user', { kind: 'aside', why: 'user', question: QUESTION }, true],
    ['aside because its file is gone', { kind: 'aside', why: 'gone', question: QUESTION }, false],
    ['aside with its company', { kind: 'aside', why: 'removed', question: QUESTION }, false],
    ['held for something else', { kind: 'held', question: { kind: 'bulk-arrival' } }, false],
    ['waiting', { kind: 'waiting', dueAt: NOW, last: null }, false],
  ])('counts for one that is %s', (_, state, may) => {
    expect(mayAllowEntries(asked(state))).toBe(may);
    const { item } = advance(asked(state), { kind: 'entries-allowed', as: READ }, NOW);
    expect(item.entries?.allowedAt).toBe(may ? NOW : undefined);
  });

  it('is not given by a word about many documents, which leaves it asked about since the same moment', () => {
    for (const item of [asked(held), asked({ kind: 'aside', why: 'user', question: QUESTION })])
      expect(advance(item, { kind: 'allowed' }, NOW).item).toBe(item);
  });

  it('takes what was looked at in place of what the file came to before', () => {
    const as = { ...READ, lines: 1, linesSha256: B, choice: { withoutJournals: ['VE'], withoutLines: [] } };
    const { item } = advance(asked(held), { kind: 'entries-allowed', as }, NOW);
    expect(item).toMatchObject({ entries: { ...as, allowedAt: NOW }, state: { kind: 'waiting', dueAt: NOW } });
  });

  it('is none to no line, nor to what cannot be cut into imports', () => {
    for (const more of [{ lines: 0 }, { parts: [] }]) {
      const item = asked(held);
      expect(advance(item, { kind: 'entries-allowed', as: { ...READ, ...more } }, NOW).item).toBe(item);
    }
  });
});

const part = (n: number) => ({ lines: n, debitCents: n, creditCents: n, linesSha256: String(n).repeat(64) });
const IN_PARTS: ReadEntries = { ...READ, parts: [part(1), part(2), part(3)] };
const accepted = (more: Partial<Extract<ItemState, { kind: 'accepted' }>> = {}): ItemState => ({
  kind: 'accepted',
  documentId: '33333333-3333-4333-8333-333333333333' as never,
  at: NOW,
  reason: null,
  contradicted: false,
  ...more,
});
const sent = (n: number, state: ItemState, returned?: Entries['returned']): Item => {
  const entries = { ...IN_PARTS, ...part(n), part: { n, of: 3 }, allowedAt: wallMs(1), ...(returned === undefined ? {} : { returned }) };
  return { ...asked(state, entries), resubmission: n + 3, attempts: 2, receivedAt: NOW };
};

describe('a batch above the limit for one import', () => {
  it('begins with its first part', () => {
    const { item } = advance(asked(held, IN_PARTS), { kind: 'entries-allowed', as: IN_PARTS }, NOW);
    expect(item.entries).toMatchObject({ lines: 1, linesSha256: '1'.repeat(64), part: { n: 1, of: 3 }, allowedAt: NOW });
  });

  it('is not agreed to beside a scan, which has one number', () => {
    const item = { ...asked(held, IN_PARTS), importType: 'purchase-invoices' } as const;
    expect(advance(item, { kind: 'entries-allowed', as: IN_PARTS }, NOW).item).toBe(item);
    expect(advance(item, { kind: 'entries-allowed', as: READ }, NOW).item).toMatchObject({ state: { kind: 'waiting' } });
  });

  it('goes on with the next part under the next number once this one was accepted', () => {
    const { item } = advance(sent(2, accepted(), 'same'), { kind: 'next-part' }, NOW);
    expect(item).toMatchObject({
      entries: { lines: 3, debitCents: 3, linesSha256: '3'.repeat(64), part: { n: 3, of: 3 }, allowedAt: wallMs(1) },
      resubmission: 6,
      reference: null,
      attempts: 0,
      receivedAt: null,
      state: { kind: 'waiting', dueAt: NOW },
    });
    expect(item.entries).not.toHaveProperty('returned');
  });

  it.each<readonly [string, Item]>([
    ['it was refused', sent(2, { ...accepted(), kind: 'refused' } as ItemState, 'same')],
    ['nobody has answered yet', sent(2, { kind: 'awaiting', documentId: null, since: NOW }, 'same')],
    ['what came back is not what was sent', sent(2, accepted(), 'different')],
    ['nothing came back', sent(2, accepted())],
    ['the answer was contradicted', sent(2, accepted({ contradicted: true }), 'same')],
    ['only a user vouches for the answer', sent(2, accepted({ unproven: { takenAt: NOW } }), 'same')],
    ['it is the last part', sent(3, accepted(), 'same')],
    ['it is no part', asked(accepted(), { ...READ, returned: 'same' })],
    ['all numbers are used up', { ...sent(2, accepted(), 'same'), resubmission: 99 }],
  ])('does not go on where %s', (_, item) => {
    expect(advance(item, { kind: 'next-part' }, NOW).item).toBe(item);
  });

  it('keeps which part it is where the file is read differently by then', () => {
    const waiting = sent(2, { kind: 'waiting', dueAt: NOW, last: null });
    const { item } = advance(waiting, { kind: 'entries-read', as: READ }, NOW);
    expect(item).toMatchObject({ state: { kind: 'held', question: { again: true } }, entries: { part: { n: 2, of: 3 } } });
    expect(item.entries?.allowedAt).toBeUndefined();
  });
});
