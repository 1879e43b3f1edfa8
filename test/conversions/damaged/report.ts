import { markdownTable } from '../figures.ts';
import { DAMAGES } from './damage.ts';
import { type CopyLine, inOrder } from './lines.ts';
import { COPY_OUTCOMES, LOSS } from './try-copy.ts';

/** Counts for each format and for each damage, and every copy that lost something without a word, as Markdown. */
export function damagedReportOf(copies: readonly CopyLine[]): string {
  const rows = inOrder(copies);
  const kinds = [...new Set(rows.map(({ sample }) => sample.kind))];
  const silent = rows.filter(({ outcome }) => outcome === 'silent-loss');
  const tried = rows.filter(({ outcome }) => outcome !== 'unchanged');
  return [
    '# Damaged copies, converted',
    `${tried.length} copies of ${filesOf(rows)} files. Made with a loss and without a word: **${silent.length}**. ` +
      `[How it is measured](README.md#damaged-copies). Something is missing where two programs see a difference of more than ${LOSS.mean} of 255 on average, or ${LOSS.worstTile} in the worst tile. ` +
      'Each copy: [damaged.tsv](damaged.tsv).',
    markdownTable([
      ['format', 'files', ...COPY_OUTCOMES],
      ...kinds.map((kind) => {
        const those = rows.filter(({ sample }) => sample.kind === kind);
        return [kind, filesOf(those), ...countsOf(those)];
      }),
      ['all', filesOf(rows), ...countsOf(rows)],
    ]),
    markdownTable([
      ['damage', ...COPY_OUTCOMES],
      ...DAMAGES.map((damage) => [damage, ...countsOf(rows.filter((row) => row.damage === damage))]),
    ]),
    '## Made with a loss, without a word',
    silent.length === 0
      ? 'None.'
      : markdownTable([
          ['format', 'damage', 'file', 'hash', 'missing'],
          ...silent.map(({ sample, damage, detail }) => [
            sample.kind,
            damage,
            `${sample.source}: ${sample.path}`,
            sample.sha256.slice(0, 12),
            detail,
          ]),
        ]),
    '',
  ].join('\n\n');
}

function filesOf(rows: readonly CopyLine[]): string {
  return `${new Set(rows.map(({ sample: { kind, sha256, path } }) => `${kind} ${sha256} ${path}`)).size}`;
}

function countsOf(rows: readonly CopyLine[]): readonly string[] {
  return COPY_OUTCOMES.map((outcome) => `${rows.filter((row) => row.outcome === outcome).length}`);
}
