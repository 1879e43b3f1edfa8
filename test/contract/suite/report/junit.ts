import { unreachable } from '#shared/lib/unreachable.ts';
import type { Outcome } from '../run-suite.ts';
import { SECTIONS, type SectionId } from '../sections.ts';
import { tallies, type Tally } from './tally.ts';

/** JUnit XML: one `testsuite` per section, one `testcase` per case. */
export function junit(outcomes: readonly Outcome[]): string {
  const counted = tallies(outcomes);
  const suites = counted.map((tally) => suite(tally, outcomes));
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${counts(all(counted))} time="${seconds(outcomes)}">`,
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

function all(counted: readonly Tally[]): Omit<Tally, 'section'> {
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
