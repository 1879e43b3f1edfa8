import type { EntryLine, ReadLine } from './entry-lines.ts';

/** How the lines of a file compare with those that the company sent before. All lists are in the file's order. */
export type Overlap = {
  readonly inFile: number;
  /** How many of them were sent before, twins counted one by one: of 4 equal lines 3 if 3 were sent. */
  readonly sentBefore: number;
  readonly repeated: readonly ReadLine[];
  readonly fresh: readonly ReadLine[];
  /**
   * Of the fresh ones those that were sent under another day, and are otherwise equal. Some programs export the same entries by their own or by
   * their document's date; a rent is equal every month, too, so this is a reason to ask, never one to leave a line out.
   */
  readonly otherDates: readonly { readonly line: ReadLine; readonly sentDate: string }[];
};

/**
 * Compares as multisets: two equal lines in one file are two lines. Equal means journal, date, reference, account, third party, label, debit
 * and credit. Of equal lines the first ones count as sent. Takes linear time.
 */
export function overlap(sent: readonly EntryLine[], now: readonly ReadLine[]): Overlap {
  const waiting = Map.groupBy(sent, (line) => keyOf(line, line.date));
  const repeated: ReadLine[] = [];
  const fresh: ReadLine[] = [];
  for (const one of now) {
    const equal = waiting.get(keyOf(one.line, one.line.date));
    if (equal?.pop() === undefined) fresh.push(one);
    else repeated.push(one);
  }
  const others = Map.groupBy([...waiting.values()].flat().toReversed(), (line) => keyOf(line, ''));
  const otherDates = fresh.flatMap((line) => {
    const sentDate = others.get(keyOf(line.line, ''))?.pop()?.date;
    return sentDate === undefined ? [] : [{ line, sentDate }];
  });
  return { inFile: now.length, sentBefore: repeated.length, repeated, fresh, otherDates };
}

/** Blanks around a text and the form of its accents differ between formats, and make no other line. */
function keyOf(line: EntryLine, date: string): string {
  const texts = [line.journal, line.reference, line.account, line.thirdParty ?? '', line.label ?? ''].map((text) =>
    text.normalize('NFC').trim(),
  );
  return JSON.stringify([date, line.debit.cents, line.credit.cents, line.debit.currency, ...texts]);
}
