import { markdownTable, namesBy } from '../figures.ts';
import { type CopyLine, inOrder } from './lines.ts';
import { COPY_OUTCOMES, LOSS } from './try-copy.ts';

/** Counts for each format, and every copy that lost something without a word, as Markdown. */
export function damagedReportOf(copies: readonly CopyLine[]): string {
  const rows = inOrder(copies);
  const kinds = [...new Set(rows.map(({ sample }) => sample.kind))];
  const silent = rows.filter(({ outcome }) => outcome === 'silent-loss');
  const tried = rows.filter(({ outcome }) => outcome !== 'unchanged');
  return [
    '# Damaged copies, converted',
    `${tried.length} copies of ${filesOf(rows)} files. Made with a loss and without a word: **${silent.length}**. ` +
      `[How it is measured](README.md#damaged-copies). Something is missing where two programs see a difference of more than ${LOSS.mean} of 255 on average, or ${LOSS.worstTile} in the worst tile. ` +
      'Each copy, and what is missing: [damaged.tsv](damaged.tsv).',
    markdownTable([
      ['format', 'files', ...COPY_OUTCOMES],
      ...kinds.map((kind) => {
        const those = rows.filter(({ sample }) => sample.kind === kind);
        return [kind, filesOf(those), ...countsOf(those)];
      }),
      ['all', filesOf(rows), ...countsOf(rows)],
    ]),
    '## Made with a loss, without a word',
    namesBy(
      silent,
      ({ sample, damage }) => `${sample.kind}, ${damage}`,
      ({ sample }) => sample,
    ),
    '',
  ].join('\n\n');
}

function filesOf(rows: readonly CopyLine[]): string {
  return `${new Set(rows.map(({ sample: { kind, sha256, path } }) => `${kind} ${sha256} ${path}`)).size}`;
}

function countsOf(rows: readonly CopyLine[]): readonly string[] {
  return COPY_OUTCOMES.map((outcome) => `${rows.filter((row) => row.outcome === outcome).length}`);
}
