import { markdownTable, namesBy, rowsIn, tabSeparated } from '../report.ts';
import { COPY_OUTCOMES, type CopyRow, DAMAGES, LOSS } from './damage.ts';
import { CONVERTED_KINDS } from '#shared/domain/item/conversion/conversion.ts';
import { known } from '../programs.ts';
import type { PixelSample } from '../pixels/measure-file.ts';

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

/** What damaged.tsv says of a copy. */
export type CopyLine = Pick<CopyRow, 'damage' | 'outcome' | 'detail'> & {
  readonly sample: Pick<PixelSample, 'kind' | 'sha256' | 'source' | 'path'>;
};

/** One line for each copy. */
export function damagedLinesOf(rows: readonly CopyLine[]): string {
  return tabSeparated(
    ['kind', 'damage', 'outcome', 'sha256', 'source', 'path', 'detail'],
    inOrder(rows).map(({ sample: { kind, sha256, source, path }, damage, outcome, detail }) => [
      kind,
      damage,
      outcome,
      sha256,
      source,
      path,
      detail,
    ]),
  );
}

/** The copies of several runs, each of its own kinds or damages. A copy that two of them have would be counted twice. */
export function joinedCopies(texts: readonly string[]): readonly CopyLine[] {
  const copies = new Map<string, CopyLine>();
  for (const copy of texts.flatMap(copiesIn)) {
    const { kind, sha256, source, path } = copy.sample;
    const key = [kind, copy.damage, sha256, source, path].join('\t');
    if (copies.has(key)) throw new Error(`in more than one run: ${key}`);
    copies.set(key, copy);
  }
  return inOrder([...copies.values()]);
}

/** By kind, file and damage, whatever the order in which they were tried. */
function inOrder<Copy extends CopyLine>(copies: readonly Copy[]): readonly Copy[] {
  const places = ({ sample, damage }: Copy): readonly (string | number)[] => [
    CONVERTED_KINDS.indexOf(sample.kind),
    sample.sha256,
    sample.path,
    DAMAGES.indexOf(damage),
  ];
  return copies.toSorted((a, b) => {
    const [first, second] = [places(a), places(b)];
    const at = first.findIndex((place, index) => place !== second[index]);
    return at === -1 ? 0 : (first[at] ?? 0) < (second[at] ?? 0) ? -1 : 1;
  });
}

function copiesIn(text: string): readonly CopyLine[] {
  return rowsIn(text).map((cell) => ({
    sample: { kind: known(CONVERTED_KINDS, cell('kind')), sha256: cell('sha256'), source: cell('source'), path: cell('path') },
    damage: known(DAMAGES, cell('damage')),
    outcome: known(COPY_OUTCOMES, cell('outcome')),
    detail: cell('detail'),
  }));
}
