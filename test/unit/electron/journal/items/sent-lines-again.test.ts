import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { anOpenJournal, opened } from '../an-open-journal.ts';
import { anOffice, booked, BOOKS, diceOf, JANUARY, keysOf, type Office, readOf, SEEDS } from './sent-lines.ts';

describe('a file that the accountant’s tool has accepted', () => {
  it('is sent once more only after a person has confirmed that it is booked twice, under its next number and with what it comes to now', () => {
    const office = anOffice(anOpenJournal());
    const itemId = booked(office, JANUARY, 'january.csv');
    // With another mapping, one of its lines has another account.
    const [first, ...others] = JANUARY;
    if (first === undefined) throw new Error('there is a month');
    const corrected = [{ ...first, account: '999999' }, ...others];
    expect(office.agree(itemId, corrected, { mapping: 'b'.repeat(64) })).toBe('repeats');
    expect(office.now(itemId).state.kind).toBe('accepted');
    expect(office.overlap(itemId, corrected).repeated).toEqual(others.map((_, at) => at + 1));
    expect(office.agree(itemId, corrected, { mapping: 'b'.repeat(64), twice: true })).toBe('allowed');
    const { resubmission, state, entries } = office.now(itemId);
    expect({ resubmission, state: state.kind, entries }).toMatchObject({
      resubmission: 1,
      state: 'waiting',
      entries: { mappingSha256: 'b'.repeat(64), repeated: others.length, linesSha256: readOf(corrected).linesSha256 },
    });
    office.send(itemId);
    expect(office.journal.list.detail(itemId)?.earlier).toMatchObject([{ resubmission: 0, kind: 'accepted' }]);
    // What was accepted first, and what was sent then, both count for others.
    expect(office.asked(office.exported([first], 'first.txt')).repeated).toBe(1);
    expect(office.asked(office.exported([{ ...first, account: '999999' }], 'corrected.txt')).repeated).toBe(1);
  });

  it('is not offered while its answer is awaited or in doubt', () => {
    const office = anOffice(anOpenJournal());
    const itemId = office.exported(JANUARY, 'january.csv');
    office.agree(itemId, JANUARY);
    expect(office.agree(itemId, JANUARY, { twice: true })).toBe('not-asked');
    office.leave(itemId);
    expect(office.agree(itemId, JANUARY, { twice: true })).toBe('not-asked');
    office.journal.restart();
    office.send(itemId);
    expect(office.agree(itemId, JANUARY, { twice: true })).toBe('not-asked');
  });
});

describe('a file that the accountant’s tool has refused', () => {
  it('is asked about once more, and its own lines are no repetition, with another mapping as with the same', () => {
    const open = anOpenJournal();
    for (const seed of SEEDS) {
      const office = anOffice(open, seed);
      const lines = diceOf(seed).some(JANUARY, 0.5);
      if (lines.length === 0) continue;
      const itemId = office.exported(lines, 'january.csv');
      office.agree(itemId, lines);
      office.send(itemId);
      office.refuse(itemId);
      office.journal.delivery.sendAgain(office.now(itemId), office.clock.wallMs());
      const corrected = seed % 2 === 0 ? lines : lines.map((line) => ({ ...line, account: `${line.account}0` }));
      const mapping = seed % 2 === 0 ? null : 'b'.repeat(64);
      const read = { as: readOf(corrected, mapping), lineKeys: keysOf(corrected) };
      office.journal.delivery.entriesRead(itemId, read, office.clock.wallMs());
      expect([seed, office.asked(itemId)]).toEqual([seed, { lines: lines.length, repeated: 0, otherDates: 0 }]);
      expect(office.agree(itemId, corrected, mapping === null ? {} : { mapping })).toBe('allowed');
      office.send(itemId);
      expect(office.now(itemId)).toMatchObject({ resubmission: 1, state: { kind: 'awaiting' } });
    }
  });

  it('counts as sent again if the service contradicts itself and has accepted it, too', () => {
    const office = anOffice(anOpenJournal());
    const itemId = office.exported(JANUARY, 'january.csv');
    office.agree(itemId, JANUARY);
    office.send(itemId);
    office.accept(itemId);
    office.refuse(itemId);
    const again = office.exported(JANUARY, 'again.csv');
    expect(office.asked(again).repeated).toBe(JANUARY.length);
  });
});

describe('what counts as sent', () => {
  it('is what this company agreed to, not what another one did', () => {
    const open = anOpenJournal();
    const [one, other] = [anOffice(open, 1), anOffice(open, 2)];
    booked(one, JANUARY, 'january.txt');
    expect(other.asked(other.exported(JANUARY, 'january.txt')).repeated).toBe(0);
    expect(one.asked(one.exported([...JANUARY, ...JANUARY], 'twice.txt')).repeated).toBe(JANUARY.length);
  });

  it.each([
    ['only found', () => undefined, 0],
    ['ignored', (office: Office, id: ItemId) => void office.journal.list.putAside([id]), 0],
    ['agreed to', (office: Office, id: ItemId) => void office.agree(id, JANUARY), JANUARY.length],
    ['under way', (office: Office, id: ItemId) => (office.agree(id, JANUARY), office.leave(id)), JANUARY.length],
    [
      'in doubt',
      (office: Office, id: ItemId) => (office.agree(id, JANUARY), office.leave(id), void office.journal.restart()),
      JANUARY.length,
    ],
    ['awaited', (office: Office, id: ItemId) => (office.agree(id, JANUARY), void office.send(id)), JANUARY.length],
    ['declined by the service', declined, 0],
  ])('of one that is %s', (_, happens, repeated) => {
    const office = anOffice(anOpenJournal());
    happens(office, office.exported(JANUARY, 'one.txt'));
    expect(office.asked(office.exported(JANUARY, 'other.txt')).repeated).toBe(repeated);
  });

  it('is what was sent within a year and a month by the calendar, and later nothing is kept of it', async () => {
    const office = anOffice(anOpenJournal());
    booked(office, JANUARY, 'one.txt');
    const start = new Date(office.clock.wallMs());
    const until = (months: number, ms: number): number =>
      Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, start.getUTCDate()) + (start.getTime() % DAY_MS) + ms;
    await office.clock.advance(until(13, 0) - office.clock.wallMs());
    const last = office.exported(JANUARY, 'last.txt');
    expect(office.asked(last).repeated).toBe(JANUARY.length);
    await office.clock.advance(1);
    expect(office.asked(last).repeated).toBe(0);
    expect(office.asked(office.exported(JANUARY, 'next.txt')).repeated).toBe(0);
  });

  it('is compared once more when an item is about to leave: one that was declined, and was sent from another file meanwhile, is asked about', async () => {
    const office = anOffice(anOpenJournal());
    const one = office.exported(JANUARY, 'one.txt');
    declined(office, one);
    await office.clock.advance(DAY_MS);
    booked(office, BOOKS, 'other.txt');
    await office.clock.advance(DAY_MS);
    office.journal.delivery.sendAgain(office.now(one), office.clock.wallMs());
    expect(office.now(one).state.kind).toBe('waiting');
    office.leaveUnasked(one);
    expect(office.asked(one)).toEqual({ lines: JANUARY.length, repeated: JANUARY.length, otherDates: 0 });
    expect(office.now(one).entries).not.toHaveProperty('allowedAt');
  });

  it('is known after a restart, and by nothing that a line says', () => {
    const open = anOpenJournal();
    booked(anOffice(open), JANUARY, 'one.txt');
    const company = open.journal.companies.companies()[0];
    if (company === undefined) throw new Error('there is a company');
    open.journal.close();
    const journal = opened(open.file, open.clock);
    const { repeated } = journal.delivery.overlapOf({ companyId: company.id, id: null }, keysOf(BOOKS));
    journal.close();
    expect(repeated).toHaveLength(JANUARY.length);
    const written = readFileSync(open.file).toString('latin1');
    const labels = JANUARY.flatMap(({ label = '' }) => (label.length < 8 ? [] : Buffer.from(label).toString('latin1')));
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter((label) => written.includes(label))).toEqual([]);
  });
});

function declined(office: Office, itemId: ItemId): void {
  office.agree(itemId, JANUARY);
  office.leave(itemId);
  office.decline(itemId);
  expect(office.now(itemId).state.kind).toBe('unfit');
}
