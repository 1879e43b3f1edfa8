import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import type { MeasuredFile, MeasuredPage } from './measure-file.ts';

export type PixelRow = {
  readonly kind: ConvertedKind;
  readonly source: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly measured: MeasuredFile;
};

/**
 * Of a whole file. `right`, `disputed`, `unread`: see `PageVerdict` · `wrong`: a page is, or their number · `said`: one of the last three, and what was
 * made says so: the file is damaged, or its pages, its paper or its one colour are in doubt · `refused`: nothing was made, though two readers show the
 * first page · `refused-unread`: nothing was made, and fewer than two readers show it.
 */
export const FILE_VERDICTS = ['right', 'wrong', 'disputed', 'unread', 'said', 'refused', 'refused-unread'] as const;
export type FileVerdict = (typeof FILE_VERDICTS)[number];

/** What is said of each file of its kind says nothing of this one. */
const OF_ITS_KIND = JSON.stringify({ kind: 'unsure', about: 'content' });

export function verdictOf({ measured }: Pick<PixelRow, 'measured'>): FileVerdict {
  const { outcome, isReadable, remarks } = measured;
  if (outcome !== 'made') return isReadable ? 'refused' : 'refused-unread';
  const verdict = verdictOnPages(measured);
  return verdict !== 'right' && remarks.some((remark) => remark !== OF_ITS_KIND) ? 'said' : verdict;
}

function verdictOnPages(measured: MeasuredFile): FileVerdict {
  const { compared } = measured;
  const verdicts = new Set(compared.map(({ verdict }) => verdict));
  if (verdicts.has('wrong') || hasOtherPages(measured)) return 'wrong';
  if (verdicts.has('disputed')) return 'disputed';
  return verdicts.has('unread') || compared.length === 0 ? 'unread' : 'right';
}

/** A directory that no reader shows is not missed, but a page too many or too few elsewhere is. */
export function hasOtherPages({ outcome, pages, pagesMade }: MeasuredFile): boolean {
  return outcome === 'made' && pages !== null && pages !== pagesMade;
}

/** The page that differs most from the reader that it is nearest to. Null if nothing was compared. */
export function worstPageOf({ compared }: MeasuredFile): MeasuredPage | null {
  return compared.toSorted((a, b) => nearestOf(b) - nearestOf(a))[0] ?? null;
}

function nearestOf({ differences }: MeasuredPage): number {
  return Math.min(...differences.map(({ worstTile }) => worstTile));
}
