import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import type { EntryLine } from '#shared/entries/entry-lines.ts';
import { entriesBody } from '#shared/entries/canonical.ts';
import { readContractJson } from '#shared/entries/contract-json.ts';
import { anOpenJournal } from '../an-open-journal.ts';
import { anOffice, booked, BOOKS, diceOf, JANUARY, linesIn, type Office, SEEDS } from './sent-lines.ts';

/** What makes two lines the same, written out here and not by what is tested. */
function textOf({ date, journal, reference, account, thirdParty = '', label = '', debit, credit }: EntryLine): string {
  return JSON.stringify([date, journal, reference, account, thirdParty, label, debit.cents, credit.cents]);
}

function countsOf(lines: readonly EntryLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(textOf(line), (counts.get(textOf(line)) ?? 0) + 1);
  return counts;
}

describe('a month that is exported again with some new lines', () => {
  it('is asked about with how many of them were sent, and its new lines go alone', () => {
    const office = anOffice(anOpenJournal());
    booked(office, JANUARY, 'january.txt');
    const again = office.exported(BOOKS, 'january-to-march.txt');
    expect(office.asked(again)).toEqual({ lines: 158, repeated: JANUARY.length, otherDates: 0 });
    expect(office.agree(again, BOOKS)).toBe('repeats');
    expect(office.now(again).state.kind).toBe('held');
    expect(office.agree(again, BOOKS.slice(JANUARY.length))).toBe('allowed');
    office.send(again);
    expect(office.now(again).entries).not.toHaveProperty('repeated');
  });

  it('goes as a whole once a person has confirmed that lines of it are booked twice, which is kept with it', () => {
    const office = anOffice(anOpenJournal());
    booked(office, JANUARY, 'january.txt');
    const again = office.exported(BOOKS, 'january-to-march.txt');
    expect(office.agree(again, BOOKS, { twice: true })).toBe('allowed');
    expect(office.now(again).entries).toMatchObject({ lines: 158, repeated: JANUARY.length });
    office.send(again);
    expect(office.now(again).state.kind).toBe('awaiting');
  });

  it('never sends a line twice unasked, whatever was exported again, in whatever order, and whoever is asked first', () => {
    const open = anOpenJournal();
    for (const seed of SEEDS) {
      const dice = diceOf(seed);
      const office = anOffice(open, seed);
      const first = dice.some(BOOKS, 0.6);
      const second = dice.shuffled([...dice.some(first, 0.7), ...dice.some(BOOKS, 0.3)]);
      if (first.length === 0 || second.length === 0) continue;
      booked(office, first, 'first.txt');
      const again = office.exported(second, 'second.txt');
      const left = new Map(countsOf(first));
      const fresh = second.filter((line) => {
        const sent = left.get(textOf(line)) ?? 0;
        left.set(textOf(line), sent - 1);
        return sent <= 0;
      });
      expect([seed, office.asked(again).repeated]).toEqual([seed, second.length - fresh.length]);
      const { repeated } = office.overlap(again, second);
      expect(second.filter((_, at) => !repeated.includes(at))).toEqual(fresh);
      expect([seed, office.agree(again, second)]).toEqual([seed, fresh.length < second.length ? 'repeats' : 'allowed']);
    }
  });
});

describe('twins in one file', () => {
  it('are no reason to ask, and are counted one by one when the file is exported again', () => {
    const office = anOffice(anOpenJournal());
    const lines = linesIn('fec-masked/0000000001FEC20220831.txt');
    // Equal lines of real books; the third party and the label tell more of them apart than the notes count by.
    const twins = lines.length - countsOf(lines).size;
    expect([lines.length, twins]).toEqual([5_422, 74]);
    const itemId = office.exported(lines, 'books.txt');
    expect(office.asked(itemId)).toEqual({ lines: 5_422, repeated: 0, otherDates: 0 });
    expect(office.agree(itemId, lines)).toBe('allowed');
    office.send(itemId);
    const counts = countsOf(lines);
    const twin = lines.find((line) => counts.get(textOf(line)) !== 1);
    if (twin === undefined) throw new Error('there are twins');
    const again = office.exported([...lines, twin], 'books again.txt');
    expect(office.asked(again)).toEqual({ lines: 5_423, repeated: 5_422, otherDates: 0 });
    expect(office.overlap(again, [...lines, twin]).repeated).not.toContain(5_422);
  });

  it.each([
    [3, 4, 3],
    [4, 3, 3],
    [1, 4, 1],
  ])('of which %i were sent and %i are in the file repeat %i times', (sent, inFile, repeated) => {
    const office = anOffice(anOpenJournal());
    const [line] = BOOKS;
    if (line === undefined) throw new Error('there are books');
    const times = (n: number): readonly EntryLine[] => Array.from({ length: n }, () => line);
    booked(office, times(sent), 'first.txt');
    const again = office.exported(times(inFile), 'second.txt');
    expect(office.asked(again)).toEqual({ lines: inFile, repeated, otherDates: 0 });
    expect(office.overlap(again, times(inFile))).toMatchObject({
      repeated: Array.from({ length: repeated }, (_, at) => at),
      sentBefore: sent,
    });
  });
});

describe('the same lines in another format', () => {
  it.each([
    ['fecbundle/pipe-montant-sens-000000000FEC20260331.txt', 'fecbundle/tab-debit-credit-000000000FEC20260331.txt'],
    ['fecbundle/tab-montant-sens1-21-000000000FEC20260331.txt', 'fecbundle/pipe-debit-credit-22-000000000FEC20260331.txt'],
  ])('repeat: %s and %s', (one, other) => {
    const office = anOffice(anOpenJournal());
    booked(office, linesIn(one), 'one.txt');
    const again = office.exported(linesIn(other), 'other.txt');
    const { lines, repeated } = office.asked(again);
    expect(repeated).toBe(lines);
    expect(office.agree(again, linesIn(other))).toBe('repeats');
  });

  it('repeat as JSON of the contract, in 200 drawn selections', () => {
    const open = anOpenJournal();
    for (const seed of SEEDS) {
      const office = anOffice(open, seed);
      const lines = diceOf(seed).some(BOOKS, 0.2);
      if (lines.length === 0) continue;
      booked(office, lines, 'fec.txt');
      const json = readContractJson(entriesBody(lines));
      if ('refused' in json) throw new Error('it is JSON of the contract');
      const again = office.exported(
        json.lines.map(({ line }) => line),
        'lines.json',
      );
      expect([seed, office.asked(again)]).toEqual([seed, { lines: lines.length, repeated: lines.length, otherDates: 0 }]);
    }
  });
});

describe('the same lines under other dates', () => {
  it('are told, and are no repetition: a rent is equal every month', () => {
    const office = anOffice(anOpenJournal());
    const first = booked(office, BOOKS, 'fec.txt');
    const exchanged = linesIn('dolibarr/fec2.txt');
    const again = office.exported(exchanged, 'fec2.txt');
    expect(office.asked(again)).toEqual({ lines: 158, repeated: 0, otherDates: 158 });
    expect(office.overlap(again, exchanged).otherDates).toEqual(exchanged.map((_, at) => ({ at, sentAt: office.now(first).receivedAt })));
    expect(office.now(first).receivedAt).not.toBe(null);
    expect(office.agree(again, exchanged)).toBe('allowed');
    office.send(again);
  });
});

describe('two files that repeat each other', () => {
  it('are both asked about, and the second one says so as soon as the first one is agreed to', () => {
    const office = anOffice(anOpenJournal());
    const [one, other] = [office.exported(BOOKS, 'one.txt'), office.exported(JANUARY, 'other.txt')];
    expect([office.asked(one).repeated, office.asked(other).repeated]).toEqual([0, 0]);
    expect(office.agree(one, BOOKS)).toBe('allowed');
    expect(office.asked(other)).toEqual({ lines: JANUARY.length, repeated: JANUARY.length, otherDates: 0 });
    expect(office.agree(other, JANUARY)).toBe('repeats');
  });

  it('do so no more once the first one was refused, or its consent taken back', () => {
    const office = anOffice(anOpenJournal());
    const [one, other] = [office.exported(BOOKS, 'one.txt'), office.exported(JANUARY, 'other.txt')];
    office.agree(one, BOOKS);
    office.send(one);
    expect(office.asked(other).repeated).toBe(JANUARY.length);
    office.refuse(one);
    expect(office.asked(other).repeated).toBe(0);
    expect(office.agree(other, JANUARY)).toBe('allowed');
  });

  it('are both sent if a person says so of the second one, whichever leaves first', () => {
    const office = anOffice(anOpenJournal());
    const [one, other] = [office.exported(BOOKS, 'one.txt'), office.exported(JANUARY, 'other.txt')];
    office.agree(one, BOOKS);
    expect(office.agree(other, JANUARY, { twice: true })).toBe('allowed');
    office.send(other);
    office.send(one);
    expect([office.now(one).state.kind, office.now(other).state.kind]).toEqual(['awaiting', 'awaiting']);
  });

  it('leave together at most once each line, in 200 drawn stories of what a person and the service do', () => {
    const open = anOpenJournal();
    let asked = 0;
    for (const seed of SEEDS) asked += story(anOffice(open, seed), seed);
    // The stories are about something: in many of them somebody was asked about lines that repeat.
    expect(asked).toBeGreaterThan(100);
  });
});

/** Overlapping files come, and a person agrees without a look at what repeats; nothing is booked twice. Returns how often that was refused. */
function story(office: Office, seed: number): number {
  const dice = diceOf(seed);
  const files = Array.from({ length: 2 + dice.below(4) }, (_, n) => {
    const lines = dice.some(BOOKS.slice(0, 40), 0.3);
    return { name: `file ${n}.txt`, lines: lines.length === 0 ? BOOKS.slice(0, 1) : lines };
  });
  const known = new Map<ItemId, readonly EntryLine[]>();
  let refused = 0;
  const act = (itemId: ItemId, lines: readonly EntryLine[]): void => {
    const { state } = office.now(itemId);
    if (state.kind === 'held' && dice.chance(0.7)) refused += office.agree(itemId, lines) === 'repeats' ? 1 : 0;
    else if (state.kind === 'held') office.journal.list.putAside([itemId]);
    else if (state.kind === 'aside') office.journal.list.putBack([itemId]);
    else if (state.kind === 'waiting') leave(office, itemId);
    else if (state.kind === 'awaiting') (dice.chance(0.4) ? office.refuse : office.accept)(itemId);
    else if (state.kind === 'refused') office.journal.delivery.sendAgain(office.now(itemId), office.clock.wallMs());
  };
  for (let step = 0; step < 25; step += 1) {
    const next = files[known.size];
    if (next !== undefined && dice.chance(0.4)) known.set(office.exported(next.lines, next.name), next.lines);
    const [itemId, lines] = dice.shuffled([...known])[0] ?? [];
    if (itemId !== undefined && lines !== undefined) act(itemId, lines);
    expect([seed, step, bookedTwice(office, known)]).toEqual([seed, step, []]);
  }
  return refused;
}

/** As delivery does: what nobody has agreed to is asked about instead. */
function leave(office: Office, itemId: ItemId): void {
  const { entries } = office.now(itemId);
  if (entries?.allowedAt === undefined) office.leaveUnasked(itemId);
  else office.send(itemId);
}

/** Lines that are with the accountant, or on their way there, more often than any one file has them. */
function bookedTwice(office: Office, known: ReadonlyMap<ItemId, readonly EntryLine[]>): readonly string[] {
  const there = [...known].filter(([itemId]) => ['waiting', 'uploading', 'awaiting', 'accepted'].includes(agreedState(office, itemId)));
  const total = countsOf(there.flatMap(([, lines]) => lines));
  const most = (text: string): number => Math.max(...there.map(([, lines]) => countsOf(lines).get(text) ?? 0));
  return [...total].filter(([text, count]) => count > most(text)).map(([text]) => text);
}

function agreedState(office: Office, itemId: ItemId): string {
  const { state, entries } = office.now(itemId);
  return entries?.allowedAt === undefined ? 'asked' : state.kind;
}
