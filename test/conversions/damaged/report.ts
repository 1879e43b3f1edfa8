import { DAMAGES } from './damage.ts';
import { COPY_OUTCOMES, type CopyRow, LOSS } from './try-copy.ts';

/** Counts for each format and damage, and every copy that lost something without a word, as Markdown. */
export function damagedReportOf(rows: readonly CopyRow[], files: ReadonlyMap<string, number>): string {
  const kinds = [...files.keys()];
  const silent = rows.filter(({ outcome }) => outcome === 'silent-loss');
  const tried = rows.filter(({ outcome }) => outcome !== 'unchanged');
  return [
    '# Damaged copies, converted',
    `${tried.length} copies of ${[...files.values()].reduce((all, one) => all + one, 0)} files. Made with a loss and without a word: **${silent.length}**. ` +
      `[How it is measured](README.md#damaged-copies). Something is missing where two programs see a difference of more than ${LOSS.mean} of 255 on average, or ${LOSS.worstTile} in the worst tile.`,
    tableOf([
      ['format', 'files', 'damage', ...COPY_OUTCOMES],
      ...kinds.flatMap((kind) =>
        [...DAMAGES, 'all'].map((damage) => {
          const of = rows.filter((row) => row.sample.kind === kind && (damage === 'all' || row.damage === damage));
          const counts = COPY_OUTCOMES.map((outcome) => `${of.filter((row) => row.outcome === outcome).length}`);
          return [kind, `${files.get(kind) ?? 0}`, damage, ...counts];
        }),
      ),
    ]),
    '## Made with a loss, without a word',
    silent.length === 0
      ? 'None.'
      : tableOf([
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

/** One line for each copy. */
export function damagedLinesOf(rows: readonly CopyRow[]): string {
  const lines = rows.map(({ sample: { kind, sha256, source, path }, damage, outcome, detail }) =>
    [kind, damage, outcome, sha256, source, path, detail || '-'].join('\t'),
  );
  return [['kind', 'damage', 'outcome', 'sha256', 'source', 'path', 'detail'].join('\t'), ...lines, ''].join('\n');
}

function tableOf([heads = [], ...rows]: readonly (readonly string[])[]): string {
  return [lineOf(heads), lineOf(heads.map(() => '---')), ...rows.map(lineOf)].join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}
