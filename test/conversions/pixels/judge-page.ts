import { type Difference, differenceOf } from './difference.ts';
import type { Picture } from './picture.ts';

/** What one reader sees of the original. */
export type Seen = {
  readonly reader: string;
  readonly picture: Picture;
  /** The same with the colours of the file's own profile; null if it has none, or the reader does not know profiles. */
  readonly byProfile: Picture | null;
};

/**
 * `right`: as the readers show it · `wrong`: otherwise than every reader shows it · `disputed`: as one shows it and another does not, so that a person
 * has to look · `unread`: no reader shows it.
 */
export type PageVerdict = 'right' | 'wrong' | 'disputed' | 'unread';

export type JudgedPage = {
  readonly verdict: PageVerdict;
  /** The names of those that read it, and how much what was made differs from each. */
  readonly differences: readonly (Difference & { readonly reader: string })[];
};

/**
 * Above either of them two pictures are not of one page. Of the first 57 right pages of TIFFs, 90 % differed by at most 3.0 and 7.0, and the one that
 * differed most by 10.7 and 19.4: JPEG at quality 85, one bit a dot and softened edges. Pages that are wrong began at 43 and 59.
 */
export const LIMITS: Difference = { mean: 12, worstTile: 40 };

export type PageHow = {
  readonly seen: readonly Seen[];
  /** See `differenceOf`. */
  readonly stretch: number;
};

/** Compares a page of what was made with what readers see of the original. */
export function judgedPage(made: Picture, { seen, stretch }: PageHow): JudgedPage {
  const differences = seen.map(({ reader, picture, byProfile }) => {
    const plain = differenceOf(made, picture, stretch);
    const profiled = byProfile === null ? plain : differenceOf(made, byProfile, stretch);
    return { reader, ...(sizeOf(profiled) < sizeOf(plain) ? profiled : plain) };
  });
  const [agreeing, others] = [true, false].map((isWanted) => seen.filter((_, at) => isWithin(differences[at]) === isWanted));
  return { verdict: verdictOf({ agreeing: agreeing ?? [], others: others ?? [], stretch }), differences };
}

export function isWithin(difference: Difference | undefined, limits: Difference = LIMITS): boolean {
  return difference !== undefined && difference.mean <= limits.mean && difference.worstTile <= limits.worstTile;
}

type Sides = { readonly agreeing: readonly Seen[]; readonly others: readonly Seen[]; readonly stretch: number };

function verdictOf({ agreeing, others, stretch }: Sides): PageVerdict {
  if (agreeing.length === 0) return others.length === 0 ? 'unread' : 'wrong';
  // Where the readers agree with each other, only a limit or a profile lies between them and what was made.
  const isAgreedOn = (other: Seen): boolean => agreeing.some(({ picture }) => isWithin(differenceOf(picture, other.picture, stretch)));
  return others.every(isAgreedOn) ? 'right' : 'disputed';
}

/** In parts of the limits: which of two differences is the larger one. */
function sizeOf({ mean, worstTile }: Difference): number {
  return Math.max(mean / LIMITS.mean, worstTile / LIMITS.worstTile);
}
