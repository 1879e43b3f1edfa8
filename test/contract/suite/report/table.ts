import type { Outcome } from '../run-suite.ts';
import { SECTIONS } from '../sections.ts';
import { tallies, type Tally } from './tally.ts';

/** For people: each failure with what the document says and what was seen, why cases were skipped, and the counts per section. */
export function table(outcomes: readonly Outcome[]): string {
  const counted = tallies(outcomes);
  const lines = counted.map((one) => row(SECTIONS[one.section], one));
  return [...failures(outcomes), ...skips(outcomes), HEAD, ...lines, row('Total', total(counted)), ''].join('\n');
}

const NAME = Math.max(...Object.values(SECTIONS).map((name) => name.length));
const HEAD = `${'section of the document'.padEnd(NAME)}  passed  failed  skipped`;

function row(name: string, { passed, failed, skipped }: Omit<Tally, 'section'>): string {
  return `${name.padEnd(NAME)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${String(skipped).padStart(7)}`;
}

function total(counted: readonly Tally[]): Omit<Tally, 'section'> {
  const sum = (of: (one: Tally) => number): number => counted.reduce((all, one) => all + of(one), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed), skipped: sum(({ skipped }) => skipped) };
}

function failures(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ of, verdict }) => {
    if (verdict.kind !== 'failed') return [];
    return [
      `FAILED ${of.id}  (${SECTIONS[of.section]})`,
      `  the document  ${of.says}`,
      `  expected      ${verdict.expected}`,
      `  seen          ${verdict.seen}`,
      '',
    ];
  });
}

function skips(outcomes: readonly Outcome[]): string[] {
  const reasons = new Map<string, number>();
  for (const { verdict } of outcomes) {
    if (verdict.kind === 'skipped') reasons.set(verdict.reason, (reasons.get(verdict.reason) ?? 0) + 1);
  }
  const lines = Array.from(reasons, ([reason, times]) => `skipped ${times} × ${reason}`);
  return lines.length === 0 ? [] : [...lines, ''];
}
