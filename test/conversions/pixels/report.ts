import { markdownTable, namesBy, quantile } from '../figures.ts';
import { LIMITS } from './judge-page.ts';
import { type PixelLine, pixelsInOrder } from './lines.ts';
import { FILE_VERDICTS } from './row.ts';

export type NotMeasured = {
  /** Listed files that are not there. */
  readonly missing: readonly string[];
  /** How many the time did not suffice for. */
  readonly left: number;
};

/** The figures of each kind, and every file that is wrong or disputed, as Markdown. */
export function pixelReportOf(lines: readonly PixelLine[], { missing, left }: NotMeasured): string {
  const rows = pixelsInOrder(lines);
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const [wrong = [], disputed = []] = ['wrong', 'disputed'].map((one) => rows.filter(({ verdict }) => verdict === one));
  return [
    '# Conversions, measured by their pixels',
    `${rows.length} files of other people, from ${new Set(rows.map(({ source }) => source)).size} sources. [How it is measured](README.md#the-measure-of-pixels). ` +
      `A page counts as shown if it differs from a reader by at most ${LIMITS.mean} of 255 on average, and ${LIMITS.worstTile} in its worst tile. Each file: [pixels.tsv](pixels.tsv).` +
      (missing.length === 0 ? '' : ` Not there: ${missing.length}.`) +
      (left === 0 ? '' : ` Not measured, for want of time: ${left}.`),
    markdownTable([
      ['kind', 'files', ...FILE_VERDICTS, 'readable', 'made of these', 'one reader', '99 %', 'seconds'],
      ...kinds.map((kind) =>
        figuresOf(
          kind,
          rows.filter((row) => row.kind === kind),
        ),
      ),
    ]),
    '`readable`: two readers show the first page. `one reader`: right by one alone. `99 %`: so many of the right files differ from the nearer reader by at most this (average/worst tile). `seconds`: median.',
    '## Wrong',
    wrong.length === 0 ? 'None.' : markdownTable([['kind', 'file', 'page', 'differs from'], ...wrong.map(cellsOf)]),
    '## Disputed',
    namesBy(
      disputed,
      ({ kind }) => kind,
      (row) => row,
    ),
    '',
  ].join('\n\n');
}

function figuresOf(kind: string, rows: readonly PixelLine[]): readonly string[] {
  const right = rows.filter(({ verdict }) => verdict === 'right');
  const readable = rows.filter(({ isReadable }) => isReadable === true);
  const seconds = rows.flatMap((row) => (row.seconds === null ? [] : [row.seconds]));
  const areKnown = seconds.length === rows.length;
  const orUnknown = (count: number): string => (areKnown ? `${count}` : '?');
  return [
    kind,
    `${rows.length}`,
    ...FILE_VERDICTS.map((verdict) => `${rows.filter((row) => row.verdict === verdict).length}`),
    orUnknown(readable.length),
    orUnknown(readable.filter(({ outcome }) => outcome === 'made').length),
    orUnknown(right.filter(({ readers }) => readers !== null && readers < 2).length),
    spreadOf(right, 0.99),
    areKnown ? quantile(seconds, 0.5).toFixed(2) : '?',
  ];
}

/** What this share of the files does not exceed, from the nearer reader. */
function spreadOf(rows: readonly PixelLine[], share: number): string {
  const [means, tiles]: [number[], number[]] = [[], []];
  for (const { differences } of rows) {
    const all = [...differences.matchAll(/ (\S+)\/([^\s,]+)/g)];
    if (all.length === 0) continue;
    means.push(Math.min(...all.map(([, mean]) => Number(mean))));
    tiles.push(Math.min(...all.map(([, , tile]) => Number(tile))));
  }
  return `${quantile(means, share).toFixed(1)}/${quantile(tiles, share).toFixed(1)}`;
}

function cellsOf({ kind, source, path, page, pages, pagesMade, differences }: PixelLine): readonly string[] {
  const others = pages !== null && pages !== pagesMade ? `${pages} pages became ${pagesMade}; ` : '';
  return [kind, `${source}: ${path}`, `${page ?? '-'}`, `${others}${differences}`];
}
