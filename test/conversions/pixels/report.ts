import { markdownTable, namesBy, quantile, rowsIn, tabSeparated } from '../report.ts';
import { LIMITS } from './judge-page.ts';
import { FILE_VERDICTS, type FileVerdict, type PixelRow, verdictOf, worstPageOf } from './row.ts';
import { CONVERTED_KINDS } from '#shared/domain/item/conversion/conversion.ts';
import { known } from '../programs.ts';

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

/** What pixels.tsv says of a file. */
export type PixelLine = Pick<PixelRow, 'kind' | 'source' | 'path' | 'bytes' | 'sha256'> & {
  readonly verdict: FileVerdict;
  /** `made`, or the fault. */
  readonly outcome: string;
  /** As other programs count them; null if they cannot. */
  readonly pages: number | null;
  readonly pagesMade: number | null;
  readonly mediaType: string;
  /** The one that differs most, from 1; null if none was compared. */
  readonly page: number | null;
  /** How much it differs from each reader: `ImageMagick 1.0/3.0, MuPDF 1.1/3.1`, the average and the worst tile. */
  readonly differences: string;
  readonly remarks: string;
  /** These three are null in the lines of an earlier version, which did not have them. */
  readonly seconds: number | null;
  /** Whether two readers show the first page. */
  readonly isReadable: boolean | null;
  /** How many readers show the compared page that the fewest show. */
  readonly readers: number | null;
};

const HEADS = [
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
  'seconds',
  'two readers',
  'fewest readers',
];

export function pixelLineOf(row: PixelRow): PixelLine {
  const { kind, source, path, bytes, sha256, measured } = row;
  const { outcome, pages, pagesMade, mediaType, remarks, compared, seconds, isReadable } = measured;
  const worst = worstPageOf(measured);
  return {
    kind,
    source,
    path,
    bytes,
    sha256,
    verdict: verdictOf(row),
    outcome,
    pages,
    pagesMade,
    mediaType: mediaType ?? '',
    page: worst?.page ?? null,
    differences: (worst?.differences ?? [])
      .map(({ reader, mean, worstTile }) => `${reader} ${mean.toFixed(1)}/${worstTile.toFixed(1)}`)
      .join(', '),
    remarks: remarks.join('; '),
    seconds,
    isReadable,
    readers: compared.length === 0 ? null : Math.min(...compared.map(({ differences }) => differences.length)),
  };
}

/** One line for each file, with everything that is known. */
export function pixelLinesOf(lines: readonly PixelLine[]): string {
  const rows = pixelsInOrder(lines).map((line) => [
    line.kind,
    line.source,
    line.path,
    line.bytes,
    line.sha256,
    line.verdict,
    line.outcome,
    line.pages ?? '?',
    line.pagesMade,
    line.mediaType,
    line.page,
    line.differences,
    line.remarks,
    line.seconds?.toFixed(2) ?? null,
    line.isReadable === null ? null : line.isReadable ? 'yes' : 'no',
    line.readers,
  ]);
  return tabSeparated(HEADS, rows);
}

/** The files of several runs, each of its own kinds or files. A file that two of them have would be counted twice. */
export function joinedPixels(texts: readonly string[]): readonly PixelLine[] {
  const files = new Map<string, PixelLine>();
  for (const line of texts.flatMap(linesIn)) {
    const key = [line.kind, line.sha256, line.source, line.path].join('\t');
    if (files.has(key)) throw new Error(`in more than one run: ${key}`);
    files.set(key, line);
  }
  return pixelsInOrder([...files.values()]);
}

/** By kind and hash, whatever the order in which they were measured. */
function pixelsInOrder(lines: readonly PixelLine[]): readonly PixelLine[] {
  const placeOf = ({ kind, sha256, path }: PixelLine): string => `${CONVERTED_KINDS.indexOf(kind)} ${sha256} ${path}`;
  return lines.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function linesIn(text: string): readonly PixelLine[] {
  return rowsIn(text).map((cell) => {
    const two = cell('two readers');
    return {
      kind: known(CONVERTED_KINDS, cell('kind')),
      source: cell('source'),
      path: cell('path'),
      bytes: Number(cell('bytes')),
      sha256: cell('sha256'),
      verdict: known(FILE_VERDICTS, cell('verdict')),
      outcome: cell('outcome'),
      mediaType: cell('type'),
      pages: numberIn(cell('pages')),
      pagesMade: numberIn(cell('pages made')),
      page: numberIn(cell('worst page')),
      differences: cell('differences'),
      remarks: cell('remarks'),
      seconds: numberIn(cell('seconds')),
      isReadable: two === '' ? null : two === 'yes',
      readers: numberIn(cell('fewest readers')),
    };
  });
}

function numberIn(cell: string): number | null {
  return cell === '' || cell === '?' ? null : Number(cell);
}
