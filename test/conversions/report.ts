import { complaints, type Row } from './measure/measure.ts';

export type Run = {
  readonly rows: readonly Row[];
  /** Names of files that are not there. */
  readonly missing: readonly string[];
  /** The programs that made and read files, with their versions. */
  readonly programs: readonly string[];
};

const MEGABYTE = 1_048_576;

/** The figures of each kind, and every complaint, as Markdown. */
export function reportOf({ rows, missing, programs }: Run): string {
  const kinds = [...new Set(rows.map(({ sample }) => sample.kind))];
  const refused = Map.groupBy(
    rows.filter(({ outcome }) => outcome !== 'made'),
    ({ outcome }) => outcome,
  );
  const wrong = rows.flatMap((row) => complaints(row).map((complaint) => `- ${nameOf(row)}: ${complaint}`));
  return [
    '# Conversions, measured',
    `${rows.length} files, ${rows.filter(isForeign).length} of them of other people. [How it is measured](README.md). Each file: [table.tsv](table.tsv).` +
      (missing.length === 0 ? '' : ` Not there, or another content: ${missing.join(', ')}.`),
    markdownTable([
      ['kind', 'files', 'made', 'refused', 'pages right', 'seconds, median (worst)', 'MB, median (worst)', 'words found again'],
      ...kinds.map((kind) =>
        figuresOf(
          kind,
          rows.filter(({ sample }) => sample.kind === kind),
        ),
      ),
      figuresOf('all', rows),
    ]),
    '`refused`: nothing was made. `pages right`: of those made, as many as other programs count in the original.',
    '## Complaints',
    wrong.length === 0 ? 'None.' : wrong.join('\n'),
    '## Refused',
    refused.size === 0 ? 'None.' : [...refused].map(([outcome, those]) => `- ${outcome}: ${those.map(nameOf).join(', ')}`).join('\n'),
    '## Programs',
    `${programs.map(versionOf).join(', ')}.`,
    '',
  ].join('\n\n');
}

/** One line for each row, with everything that is known. */
export function linesOf(rows: readonly Row[]): string {
  const heads = [
    'kind',
    'source',
    'name',
    'by',
    'bytes',
    'pages',
    'sha256',
    'outcome',
    'type after',
    'bytes after',
    'pages after',
    'sha256 after',
    'seconds',
    'processor seconds',
    'memory bytes',
    'words',
    'words found again',
  ];
  const lines = rows.map(({ sample: { kind, source, name, by }, bytes, pages, sha256, outcome, after, seconds, usage, words }) => {
    const counted = typeof words === 'object' && words !== null ? [words.before, words.foundAgain] : [null, null];
    const made = after === null ? [null, null, null, null] : [after.mediaType, after.bytes, after.pages ?? '?', after.sha256];
    const cost = [seconds.toFixed(1), usage?.processorSeconds.toFixed(1) ?? '?', usage?.memoryBytes ?? '?'];
    return [kind, source, name, by, bytes, pages ?? '?', sha256, outcome, ...made, ...cost, ...counted];
  });
  return tabSeparated(heads, lines);
}

function isForeign({ sample }: Row): boolean {
  return sample.source !== 'made here';
}

function nameOf({ sample: { name } }: Row): string {
  return `\`${name}\``;
}

/** `convert: Version: ImageMagick 6.9.11-60 Q16` is `convert 6.9.11-60`. */
function versionOf(program: string): string {
  const [, name, version] = /^([^:]+):.*?(\d+\.\d+[\w.-]*)/.exec(program) ?? [];
  return name === undefined || version === undefined ? program : `${name} ${version}`;
}

function figuresOf(kind: string, rows: readonly Row[]): readonly string[] {
  const made = rows.filter(({ outcome }) => outcome === 'made');
  const right = made.filter(({ pages, after }) => after?.pages === pages);
  const memory = rows.flatMap(({ usage }) => (usage === null ? [] : [usage.memoryBytes / MEGABYTE]));
  return [
    kind,
    `${rows.length}`,
    `${made.length}`,
    `${rows.length - made.length}`,
    `${right.length}`,
    medianAndWorst(
      rows.map(({ seconds }) => seconds),
      1,
    ),
    memory.length === 0 ? 'not measured' : medianAndWorst(memory, 0),
    wordsOf(made),
  ];
}

function medianAndWorst(values: readonly number[], digits: number): string {
  return `${quantile(values, 0.5).toFixed(digits)} (${quantile(values, 1).toFixed(digits)})`;
}

function wordsOf(rows: readonly Row[]): string {
  const read = rows.flatMap(({ words }) => (typeof words === 'object' && words !== null ? [words] : []));
  if (read.length === 0) return '-';
  const [before, again] = [read.reduce((sum, words) => sum + words.before, 0), read.reduce((sum, words) => sum + words.foundAgain, 0)];
  return `${again} of ${before}`;
}

/** The value that a share of them does not exceed: 0.5 is the median, 1 the largest. 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** As Markdown; the first row has the heads. */
export function markdownTable([heads = [], ...rows]: readonly (readonly string[])[]): string {
  return [lineOf(heads), lineOf(heads.map(() => '---')), ...rows.map(lineOf)].join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}

type Named = { readonly path: string };

/** A line of Markdown for each group, with the names of its files. */
export function namesBy<File>(files: readonly File[], groupOf: (file: File) => string, fileOf: (file: File) => Named): string {
  const lines = [...Map.groupBy(files, groupOf)].map(
    ([group, those]) => `- ${group}: ${those.map((file) => `\`${fileOf(file).path.split('/').at(-1) ?? ''}\``).join(', ')}`,
  );
  return lines.length === 0 ? 'None.' : lines.join('\n');
}

type Cell = string | number;

/** A file of tab-separated values: a line of heads, and a line for each row. Nothing is written as `-`. */
export function tabSeparated(heads: readonly string[], rows: readonly (readonly (Cell | null)[])[]): string {
  const lines = rows.map((cells) =>
    cells.map((cell) => (cell === null || cell === '' ? '-' : `${cell}`.replaceAll(/[\t\n]/g, ' '))).join('\t'),
  );
  return [heads.join('\t'), ...lines, ''].join('\n');
}

/** Reads a cell of a row by its head; empty for `-`, and where the file has no such column. */
type CellOf = (head: string) => string;

/** The rows of such a file. */
export function rowsIn(text: string): readonly CellOf[] {
  const [heads = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((cells) => {
    if (cells.length !== heads.length) throw new Error(`not a row of ${heads.length} cells: ${cells.join(' ')}`);
    return (head) => {
      const cell = cells[heads.indexOf(head)] ?? '-';
      return cell === '-' ? '' : cell;
    };
  });
}
