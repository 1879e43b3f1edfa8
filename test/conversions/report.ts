import { complaints, type Row } from './measure/measure.ts';

export type Run = {
  readonly rows: readonly Row[];
  /** Names of files that are not there. */
  readonly missing: readonly string[];
  /** The programs that made and read files, with their versions. */
  readonly programs: readonly string[];
};

const HEADS = ['kind', 'file', 'written by', 'before', 'after', 'seconds', 'of processor', 'memory', 'words found again', ''];

/** The table, as Markdown. */
export function reportOf({ rows, missing, programs }: Run): string {
  const foreign = rows.filter(isForeign);
  const made = rows.filter(({ outcome }) => outcome === 'made');
  const wrong = rows.filter((row) => complaints(row).length > 0);
  const read = rows.filter(({ words }) => typeof words === 'object' && words !== null);
  return [
    '# Conversions, measured',
    `${rows.length} files, ${foreign.length} of them by devices and programs of other people: ${made.length} converted, ${rows.length - made.length} with a fault. ` +
      `Words compared in ${read.length}. Rows with a complaint: **${wrong.length}**.` +
      (missing.length === 0 ? '' : ` Not there, or another content: ${missing.join(', ')}.`),
    '[How it is measured](README.md). The same with hashes: [table.tsv](table.tsv).',
    '## Files of other people',
    table(HEADS, foreign.map(cellsOf)),
    '## Files that this machine made from pages of our own words',
    table(HEADS, rows.filter((row) => !isForeign(row)).map(cellsOf)),
    '## Programs',
    ...programs.map((program) => `- ${program}`),
    '',
  ]
    .join('\n\n')
    .replaceAll(/(^- .*)\n\n(?=- )/gm, '$1\n');
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
  ];
  const lines = rows.map(({ sample, bytes, pages, sha256, outcome, after, seconds, usage, words }) => {
    const counted = typeof words === 'object' && words !== null ? [words.before, words.foundAgain] : ['-', '-'];
    const made = after === null ? ['-', '-', '-', '-'] : [after.mediaType, after.bytes, after.pages ?? '?', after.sha256];
    const { kind, source, name, by } = sample;
    return [
      kind,
      source,
      name,
      by,
      bytes,
      pages ?? '?',
      sha256,
      outcome,
      ...made,
      seconds.toFixed(1),
      usage?.processorSeconds.toFixed(1) ?? '?',
      usage?.memoryBytes ?? '?',
      ...counted,
    ].join('\t');
  });
  return [[...heads, 'seconds', 'processor seconds', 'memory bytes', 'words', 'words found again'].join('\t'), ...lines, ''].join('\n');
}

function isForeign({ sample }: Row): boolean {
  return sample.source !== 'made here';
}

function cellsOf(row: Row): readonly string[] {
  const { sample, bytes, pages, outcome, after, seconds, usage } = row;
  return [
    sample.kind,
    sample.source === 'made here' ? sample.name : `${sample.source}: ${sample.name}`,
    sample.by,
    `${sizeOf(bytes)}, ${pagesOf(pages)}`,
    after === null ? outcome : `${after.mediaType.split('/')[1] ?? ''}, ${sizeOf(after.bytes)}, ${pagesOf(after.pages)}`,
    seconds.toFixed(1),
    usage === null ? 'not measured' : usage.processorSeconds.toFixed(1),
    usage === null ? 'not measured' : `${Math.round(usage.memoryBytes / 1_048_576)} MB`,
    wordsOf(row),
    complaints(row)
      .map((one) => `**${one}**`)
      .join(', '),
  ];
}

function wordsOf({ words }: Row): string {
  switch (words) {
    case null:
    case 'no-text':
      return '–';
    case 'not-here':
      return 'Tesseract is not installed';
    case 'not-drawn':
      return 'other programs cannot draw it';
    default:
      return `${words.foundAgain} of ${words.before} (${((100 * words.foundAgain) / Math.max(1, words.before)).toFixed(1)} %)`;
  }
}

function pagesOf(pages: number | null): string {
  return pages === null ? 'pages not counted' : pages === 1 ? '1 page' : `${pages} pages`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? 'None.' : [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}
