import { ENTRIES_BYTES_SAFE } from '../contract/limits.ts';
import { bytesInBody, EMPTY_BODY_BYTES } from './canonical.ts';
import type { EntryLine, ReadLine } from './entry-lines.ts';

/** Lines that should balance together: an entry of a journal, or a whole journal. `difference`: debit minus credit, in cents. */
export type BalanceGroup = {
  readonly journal: string;
  /** Undefined for a whole journal. */
  readonly entry?: string;
  readonly lines: readonly ReadLine[];
  readonly difference: bigint;
};

/** The groups of a file in the order in which they begin. What may be said of them: that each *entry* balances only if `by` is `entry`. */
export type Balance = { readonly by: 'entry' | 'journal'; readonly groups: readonly BalanceGroup[]; readonly balanced: boolean };

/**
 * What balances in these lines. An entry is what a journal has under one number of the file; a number alone may be used by several
 * journals. Some programs write one number on every line, or a month's, so numbers count as those of entries only if all lines have one,
 * they tell more groups than there are journals, and at least half of those balance. Otherwise a whole journal is the smallest thing that
 * can.
 */
export function balanceOf(lines: readonly ReadLine[]): Balance {
  const journals = journalsOf(lines);
  const isNumbered = lines.every(({ entry }) => entry !== undefined && entry !== '');
  const entries = isNumbered ? groupsOf(lines, ({ line, entry = '' }) => ({ journal: line.journal, entry })) : [];
  const balanced = entries.filter((group) => !isOut(group)).length;
  const isByEntry = entries.length > journals.length && balanced * 2 >= entries.length;
  const groups = isByEntry ? entries : journals;
  return { by: isByEntry ? 'entry' : 'journal', groups, balanced: !groups.some(isOut) };
}

function journalsOf(lines: readonly ReadLine[]): readonly BalanceGroup[] {
  return groupsOf(lines, ({ line }) => ({ journal: line.journal }));
}

function groupsOf(lines: readonly ReadLine[], keyOf: (line: ReadLine) => { journal: string; entry?: string }): readonly BalanceGroup[] {
  const groups = Map.groupBy(lines, (line) => {
    const { journal, entry = '' } = keyOf(line);
    return JSON.stringify([journal, entry]);
  });
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const difference = own.reduce((sum, { line }) => sum + BigInt(line.debit.cents) - BigInt(line.credit.cents), 0n);
    return [{ ...keyOf(first), lines: own, difference }];
  });
}

function isOut({ difference }: BalanceGroup): boolean {
  return difference !== 0n;
}

/** The sums of both sides in cents, which may be more than a number holds exactly. */
export function totalsOf(lines: readonly EntryLine[]): Readonly<Record<'debit' | 'credit', bigint>> {
  const sum = (side: 'debit' | 'credit'): bigint => lines.reduce((total, line) => total + BigInt(line[side].cents), 0n);
  return { debit: sum('debit'), credit: sum('credit') };
}

/** Why lines cannot be cut: the first group that does not balance, or that is too large alone. */
export type NoSplit = { readonly cannot: 'out-of-balance' | 'entry-too-large' | 'journal-too-large'; readonly group: BalanceGroup };
export type Split = { readonly by: Balance['by'] | 'nothing'; readonly parts: readonly (readonly ReadLine[])[] };

/**
 * Cuts a batch into parts whose bodies have at most so many bytes. Each part is made of whole groups, all of which balance, and has its
 * lines in the file's order; every line is in exactly one. A month of a journal is no place to cut: real journals often balance over the
 * year alone.
 */
export function splitBatch(lines: readonly ReadLine[], bytesMax: number = ENTRIES_BYTES_SAFE): Split | NoSplit {
  const sizes = new Map(lines.map((line) => [line, bytesInBody(line.line)]));
  const room = bytesMax - EMPTY_BODY_BYTES + 1;
  const bytesOf = (own: readonly ReadLine[]): number => own.reduce((sum, line) => sum + (sizes.get(line) ?? 0), 0);
  if (bytesOf(lines) <= room) return { by: 'nothing', parts: [lines] };
  const balance = balanceOf(lines);
  const by = balance.balanced ? balance.by : 'journal';
  const groups = balance.balanced ? balance.groups : journalsOf(lines);
  const unbalanced = groups.some(isOut) ? balance.groups.find(isOut) : undefined;
  if (unbalanced !== undefined) return { cannot: 'out-of-balance', group: unbalanced };
  const partOf = new Map<ReadLine, number>();
  let [part, filled] = [0, 0];
  for (const group of groups) {
    const bytes = bytesOf(group.lines);
    if (bytes > room) return { cannot: by === 'entry' ? 'entry-too-large' : 'journal-too-large', group };
    if (filled + bytes > room) [part, filled] = [part + 1, 0];
    filled += bytes;
    for (const line of group.lines) partOf.set(line, part);
  }
  const parts = Map.groupBy(lines, (line) => partOf.get(line) ?? 0);
  return { by, parts: [...parts.entries()].toSorted(([one], [other]) => one - other).map(([, own]) => own) };
}
