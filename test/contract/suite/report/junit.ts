import { unreachable } from '#shared/lib/unreachable.ts';
import type { Outcome } from '../run-suite.ts';
import { SECTION_IDS, type SectionId, SECTIONS } from '../check.ts';

/** JUnit XML: one `testsuite` per section, one `testcase` per case. */
export function junit(outcomes: readonly Outcome[]): string {
  const counted = tallies(outcomes);
  const suites = counted.map((tally) => suite(tally, outcomes));
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${counts(allOutcomes(counted))} time="${seconds(outcomes)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(tally: Tally, outcomes: readonly Outcome[]): string {
  const mine = outcomes.filter(({ of }) => of.section === tally.section);
  const name = escaped(SECTIONS[tally.section]);
  return [`  <testsuite name="${name}" ${counts(tally)} time="${seconds(mine)}">`, ...mine.map(testcase), '  </testsuite>'].join('\n');
}

function testcase(outcome: Outcome): string {
  const { of, verdict } = outcome;
  const head = `    <testcase name="${escaped(of.id)}" classname="${escaped(classOf(of.section))}" time="${seconds([outcome])}"`;
  switch (verdict.kind) {
    case 'passed':
      return `${head}/>`;
    case 'skipped':
      return `${head}><skipped message="${escaped(verdict.reason)}"/></testcase>`;
    case 'failed': {
      const words = `The document: ${of.says}\nExpected: ${verdict.expected}\nSeen: ${verdict.seen}`;
      return `${head}><failure message="${escaped(verdict.expected)}">${escaped(words)}</failure></testcase>`;
    }
    default:
      return unreachable(verdict);
  }
}

const classOf = (section: SectionId): string => `contract.${section.replaceAll('/', '.')}`;

function allOutcomes(counted: readonly Tally[]): Omit<Tally, 'section'> {
  const sum = (name: 'passed' | 'failed' | 'skipped'): number => counted.reduce((sofar, one) => sofar + one[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

function counts({ passed, failed, skipped }: Omit<Tally, 'section'>): string {
  return `tests="${passed + failed + skipped}" failures="${failed}" errors="0" skipped="${skipped}"`;
}

function seconds(outcomes: readonly Outcome[]): string {
  return (outcomes.reduce((sum, { ms }) => sum + ms, 0) / 1_000).toFixed(3);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '\n': '&#10;' };
/** What XML 1.0 cannot represent at all, even escaped: control characters, lone surrogates, two code points. */
const UNSPEAKABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replaceAll(UNSPEAKABLE, '\uFFFD').replaceAll(/[&<>"'\n]/g, (character) => ENTITIES[character] ?? character);
}

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

type Tally = { readonly section: SectionId; readonly passed: number; readonly failed: number; readonly skipped: number };

/** The results of each section, in the order of the document, without sections of which nothing ran. */
function tallies(outcomes: readonly Outcome[]): readonly Tally[] {
  return SECTION_IDS.map((section) => tableTally(section, outcomes)).filter(({ passed, failed, skipped }) => passed + failed + skipped > 0);
}

function tableTally(section: SectionId, outcomes: readonly Outcome[]): Tally {
  const kinds = outcomes.filter(({ of }) => of.section === section).map(({ verdict }) => verdict.kind);
  const count = (kind: Outcome['verdict']['kind']): number => kinds.filter((one) => one === kind).length;
  return { section, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}
