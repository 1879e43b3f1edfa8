import { LIMITS } from './judge-page.ts';
import { FILE_VERDICTS, hasOtherPages, type PixelRow, verdictOf, worstPageOf } from './row.ts';

export type NotMeasured = {
  /** Listed files that are not there. */
  readonly missing: readonly string[];
  /** How many the time did not suffice for. */
  readonly left: number;
};

/** The figures and every row that is not right, as Markdown. */
export function pixelReportOf(rows: readonly PixelRow[], { missing, left }: NotMeasured): string {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const told = rows.filter((row) => !['right', 'refused', 'refused-unread'].includes(verdictOf(row)));
  return [
    '# Conversions, measured by their pixels',
    `${rows.length} files of other people, from ${new Set(rows.map(({ source }) => source)).size} sources. [How it is measured](README.md#the-measure-of-pixels). ` +
      `A page counts as shown if it differs from a reader by at most ${LIMITS.mean} of 255 on average, and ${LIMITS.worstTile} in its worst tile. Every file: [pixels.tsv](pixels.tsv).` +
      (missing.length === 0 ? '' : ` Not there: ${missing.length}.`) +
      (left === 0 ? '' : ` Not measured, for want of time: ${left}.`),
    tableOf(
      ['kind', 'files', 'made', ...FILE_VERDICTS, 'made of those that two readers show', 'right with one reader only', 'seconds, median'],
      kinds.map((kind) =>
        figuresOf(
          kind,
          rows.filter((row) => row.kind === kind),
        ),
      ),
    ),
    '## Differences where the readers agree',
    'From the nearer reader: share of the pages that are right.',
    tableOf(
      ['kind', 'pages', 'mean: 50 %', '90 %', '99 %', 'most', 'worst tile: 50 %', '90 %', '99 %', 'most'],
      kinds.map((kind) => spreadOf(kind, rows)),
    ),
    '## Wrong, disputed, or seen by no reader, and what says so',
    told.length === 0 ? 'None.' : tableOf(['kind', 'file', '', 'page', 'differs from', 'remarks'], told.map(cellsOf)),
    '',
  ].join('\n\n');
}

/** One line for each file, with everything that is known. */
export function pixelLinesOf(rows: readonly PixelRow[]): string {
  const heads = [
    'kind',
    'source',
    'path',
    'bytes',
    'sha256',
    'verdict',
    'outcome',
    'pages',
    'pages made',
    'type',
    'worst page',
    'differences',
    'remarks',
  ];
  const lines = rows.map((row) => {
    const { kind, source, path, bytes, sha256, measured } = row;
    const { outcome, pages, pagesMade, mediaType, remarks } = measured;
    const worst = worstPageOf(measured);
    const of = [kind, source, path, bytes, sha256, verdictOf(row), outcome, pages ?? '?', pagesMade ?? '-', mediaType ?? '-'];
    return [...of, worst?.page ?? '-', differencesOf(row) || '-', remarks.join('; ') || '-'].join('\t');
  });
  return [heads.join('\t'), ...lines, ''].join('\n');
}

function figuresOf(kind: string, rows: readonly PixelRow[]): readonly string[] {
  const made = rows.filter(({ measured }) => measured.outcome === 'made');
  const readable = rows.filter(({ measured }) => measured.isReadable);
  const verdicts = FILE_VERDICTS.map((verdict) => `${rows.filter((row) => verdictOf(row) === verdict).length}`);
  const madeOfReadable = readable.filter(({ measured }) => measured.outcome === 'made').length;
  const byOne = made.filter((row) => verdictOf(row) === 'right' && row.measured.compared.some(({ differences }) => differences.length < 2));
  const seconds = rows.map(({ measured }) => measured.seconds);
  const share = `${madeOfReadable} of ${readable.length} (${((100 * madeOfReadable) / Math.max(1, readable.length)).toFixed(1)} %)`;
  return [kind, `${rows.length}`, `${made.length}`, ...verdicts, share, `${byOne.length}`, at(seconds, 0.5).toFixed(2)];
}

function spreadOf(kind: string, rows: readonly PixelRow[]): readonly string[] {
  const right = rows.filter((row) => row.kind === kind && verdictOf(row) === 'right').flatMap(({ measured }) => measured.compared);
  const nearest = (of: 'mean' | 'worstTile'): readonly number[] =>
    right.map(({ differences }) => Math.min(...differences.map((one) => one[of])));
  return [kind, `${right.length}`, ...shares(nearest('mean')), ...shares(nearest('worstTile'))];
}

function shares(values: readonly number[]): readonly string[] {
  return [0.5, 0.9, 0.99, 1].map((share) => at(values, share).toFixed(1));
}

/** The value that a share of them does not exceed. */
function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function cellsOf(row: PixelRow): readonly string[] {
  const { kind, source, path, measured } = row;
  const pages = hasOtherPages(measured) ? `, ${measured.pages} pages became ${measured.pagesMade}` : '';
  return [
    kind,
    `${source}: ${path}`,
    `${verdictOf(row)}${pages}`,
    `${worstPageOf(measured)?.page ?? '-'}`,
    differencesOf(row),
    measured.remarks.join('; '),
  ];
}

function differencesOf({ measured }: PixelRow): string {
  const worst = worstPageOf(measured);
  return (worst?.differences ?? []).map(({ reader, mean, worstTile }) => `${reader} ${mean.toFixed(1)}/${worstTile.toFixed(1)}`).join(', ');
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [lineOf(heads), lineOf(heads.map(() => '---')), ...rows.map(lineOf)].join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}
