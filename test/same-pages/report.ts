import type { Listed } from '#test/corpus/listed.ts';
import type { Monthly, Pair, Walked } from './judge.ts';
import type { Cost, Saved } from './cost.ts';

export type Run = {
  readonly saved: readonly Saved[];
  readonly monthly: Monthly | null;
  readonly walked: Walked;
  readonly costs: readonly Cost[];
  readonly programs: readonly string[];
};

/** The most that fingerprints may cost where most scans are. */
const RATIO_MAX = 1.3;

/** What is not as it is wanted. */
export function complaints({ saved, monthly, walked, costs }: Run): readonly string[] {
  const faults = saved.filter(({ fault }) => fault === 'failed' || fault === 'other pages');
  const different = walked.pairs.filter(({ judgement }) => judgement === 'different');
  const [usual] = costs;
  return [
    ...faults.map(({ way, source, fault }) => `${way.program}, ${way.what}, ${source}: ${fault}`),
    ...(monthly !== null && monthly.asked + monthly.unknown > 0
      ? [`monthly invoices: ${monthly.asked} asked about, ${monthly.unknown} not known`]
      : []),
    ...different.map(({ file, earlier }) => `drawn otherwise: ${file.sha256.slice(0, 12)} and ${earlier.sha256.slice(0, 12)}`),
    ...(usual !== undefined && usual.ratio > RATIO_MAX ? [`${usual.group}: ${usual.ratio.toFixed(2)} times the cost`] : []),
  ];
}

/** The figures, in Markdown. */
export function reportOf(run: Run): string {
  const wrong = complaints(run);
  const complained = wrong.length === 0 ? 'Nothing is to be complained about.' : wrong.map((one) => `- ${one}`).join('\n');
  return [
    '# The same pages: what was measured\n',
    'Written by `npm run -s same-pages`; what it means is in [same-pages.md](../same-pages.md). [table.tsv](table.tsv) has each program, what it did, and each pair of public files that was not judged equal.\n',
    `${complained}\n`,
    savedText(run.saved),
    monthlyText(run.monthly),
    walkedText(run.walked),
    costTable(run.costs),
  ].join('\n');
}

/** What each program did, the pairs that were not judged equal, and the versions of the programs, as tab-separated values. */
export function rowsOf({ saved, walked, programs }: Run): string {
  const others = walked.pairs.filter(({ judgement }) => judgement !== 'equal');
  const rows: readonly (readonly string[])[] = [
    ['list', 'what', 'expected, or judged', 'pages that are the same, or files'],
    ...ways(saved).map(([way, all]) => [
      'saved',
      `${way.program}: ${way.what}`,
      way.anew === true ? 'others' : 'the same',
      all.map(({ source, equal, pages, fault }) => `${source.split('/')[0]} ${equal === null ? fault : `${equal} of ${pages}`}`).join(', '),
    ]),
    ...others.map(({ kind, judgement, file, earlier }) => ['pair', kind, judgement, `${nameOf(file)}, and earlier ${nameOf(earlier)}`]),
    ...programs.map((program) => ['program', program, '', '']),
  ];
  return `${rows.map((cells) => cells.map((cell) => cell.replaceAll(/\s/g, ' ')).join('\t')).join('\n')}\n`;
}

function ways(saved: readonly Saved[]) {
  return [...Map.groupBy(saved, ({ way }) => way)];
}

function savedText(saved: readonly Saved[]): string {
  const all = ways(saved);
  const anew = all.filter(([way]) => way.anew === true);
  const missing = new Set(saved.filter(({ fault }) => fault === 'not installed').map(({ way }) => way.program));
  const said = missing.size === 0 ? '' : ` Not installed: ${[...missing].join(', ')}.`;
  const failed = saved.filter(({ fault }) => fault === 'failed' || fault === 'other pages').length;
  return `## Saved by other programs

${all.length} ways of saving a file, of which ${all.length - anew.length} keep its pages and ${anew.length} are known to draw them anew; ${failed} results were not as expected.${said}
`;
}

function monthlyText(monthly: Monthly | null): string {
  const said =
    monthly === null
      ? 'Not made: LibreOffice is not installed.'
      : `Of ${monthly.files} invoices of one template, ${monthly.asked} would be asked about, and of ${monthly.unknown} not all pages are known.`;
  return `## Monthly invoices\n\n${said}\n`;
}

function walkedText({ known, pages, missing, unfit, pairs }: Walked): string {
  const count = known.all + known.some + known.none;
  const kinds = [...Map.groupBy(pairs, ({ kind }) => kind)].map(([kind, of]) => `- \`${kind}\`: ${of.length} (${judged(of)})`);
  return `## Public files, as if each were sent in turn

${count} files that can be sent (${unfit} others cannot, ${missing} of the list are missing): all pages known ${known.all}, some ${known.some}, none ${known.none}; ${pages} pages in all.
Pairs that would be asked about, and what other programs say of their pages: ${pairs.length}.

${kinds.join('\n')}
`;
}

function judged(pairs: readonly Pair[]): string {
  return [...Map.groupBy(pairs, ({ judgement }) => judgement)].map(([judgement, of]) => `${judgement} ${of.length}`).join(', ');
}

function nameOf({ sha256, source, path }: Listed): string {
  return `${sha256.slice(0, 12)} ${source}: ${path.split('/').slice(-2).join('/')}`;
}

function costTable(costs: readonly Cost[]): string {
  const rows = costs.map(
    (cost) => `| ${cost.group} | ${cost.files} | ${cost.without.toFixed(2)} | ${cost.with.toFixed(2)} | ${cost.ratio.toFixed(2)} |`,
  );
  return `## What it costs

Milliseconds of a core for \`inspect\`, without and with fingerprints in turn, medians over the files; the ratio is the median of each file's own.

| files | count | without | with | ratio |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
