import type { TakenKind } from '#shared/domain/item/problem.ts';
import { COPY_KINDS } from './copies.ts';
import { type Rule, RULES } from './loss-rules.ts';
import type { Measured, MeasuredCopy } from './measure.ts';

/** Why it is right to send a copy. */
export type Unharmed = Rule | 'not-visible' | 'in-one-reader';
const UNHARMED: readonly Unharmed[] = [...RULES, 'not-visible', 'in-one-reader'];

export type OfKind = {
  readonly kind: TakenKind;
  readonly files: number;
  readonly readable: number;
  readonly refused: number;
  readonly asked: number;
};

export type OfCopies = {
  readonly kind: TakenKind;
  readonly how: (typeof COPY_KINDS)[number];
  readonly copies: number;
  readonly held: number;
  readonly asked: number;
  /** Sent without loss, by each of the reasons. */
  readonly unharmed: readonly (readonly [reason: Unharmed, copies: number])[];
  readonly lost: number;
  /** Refused or asked about, and lost; 0 if that was not measured. */
  readonly heldAndLost: number;
  readonly notAsked: number;
};

const KINDS = ['pdf', 'jpeg', 'png', 'bmp'] as const;

export function isRefused({ readable, verdict }: Measured): boolean {
  return readable && verdict !== 'sent' && !isAsked(verdict);
}

function isAsked(verdict: string): boolean {
  return verdict.startsWith('asked');
}

export function figuresOfFiles(all: readonly Measured[]): readonly OfKind[] {
  return KINDS.map((kind) => {
    const some = all.filter(({ file }) => file.kind === kind);
    const readable = some.filter((one) => one.readable);
    return {
      kind,
      files: some.length,
      readable: readable.length,
      refused: readable.filter(isRefused).length,
      asked: readable.filter(({ verdict }) => isAsked(verdict)).length,
    };
  });
}

export function figuresOfCopies(all: readonly MeasuredCopy[]): readonly OfCopies[] {
  return KINDS.flatMap((kind) =>
    COPY_KINDS.map((how) => {
      const copies = all.filter(({ file, copy }) => file.kind === kind && copy.kind === how);
      const sent = copies.filter(({ verdict }) => verdict === 'sent');
      const of = (loss: MeasuredCopy['loss']): number => sent.filter((one) => one.loss === loss).length;
      return {
        kind,
        how,
        copies: copies.length,
        held: copies.filter(({ verdict }) => verdict !== 'sent' && !isAsked(verdict)).length,
        asked: copies.filter(({ verdict }) => isAsked(verdict)).length,
        unharmed: UNHARMED.map((reason) => [reason, of(reason)] as const),
        lost: of('lost'),
        heldAndLost: copies.filter(({ verdict, loss }) => verdict !== 'sent' && loss === 'lost').length,
        notAsked: of('not-asked'),
      };
    }),
  );
}

/** How many there are of each, the most frequent first. */
export function tally(all: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
