import type { Outcome } from '../run-suite.ts';
import { SECTION_IDS, type SectionId } from '../sections.ts';

export type Tally = { readonly section: SectionId; readonly passed: number; readonly failed: number; readonly skipped: number };

/** The results of each section, in the order of the document, without sections of which nothing ran. */
export function tallies(outcomes: readonly Outcome[]): readonly Tally[] {
  return SECTION_IDS.map((section) => tally(section, outcomes)).filter(({ passed, failed, skipped }) => passed + failed + skipped > 0);
}

function tally(section: SectionId, outcomes: readonly Outcome[]): Tally {
  const kinds = outcomes.filter(({ of }) => of.section === section).map(({ verdict }) => verdict.kind);
  const count = (kind: Outcome['verdict']['kind']): number => kinds.filter((one) => one === kind).length;
  return { section, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}
