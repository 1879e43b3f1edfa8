import { z } from 'zod';
import { DAY_MS, MINUTE_MS, plus, SECOND_MS, type WallMs } from '../../lib/duration.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * Why a folder waits as long as it does until a file counts as finished (C51). `chosen`: a user has set it · `first`: its first files, of which so many
 * are still to come · `quick`: none of them was changed after it had been quiet · `pages`: one was, after this time; it counts until then.
 */
export const waitsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen') }),
  z.object({ kind: z.literal('first'), files: z.number().int().positive() }),
  z.object({ kind: z.literal('quick') }),
  z.object({ kind: z.literal('pages'), gapMs: z.number(), until: wallMsSchema }),
]);
export type Waits = Readonly<z.infer<typeof waitsSchema>>;

/** What is known of the program that writes into a folder: files that it wrote in place, and the longest gap between two pages, measured at `gapAt`. */
export type KnownWriter = { readonly inPlace: number; readonly gapMs: number | null; readonly gapAt: WallMs | null };

/** Files of a folder, written in place, before its scanner is known. */
export const FIRST_FILES = 10;
/** A flatbed scanner takes eight to fifteen seconds for a page. */
const FIRST_MS = 20 * SECOND_MS;
/** Scanners reopen a file after up to four seconds. */
export const QUICK_MS = 5 * SECOND_MS;
const LONGEST_MS = 2 * MINUTE_MS;
/** How long a gap counts: people change scanners, and settings. */
const GAP_FOR_MS = 30 * DAY_MS;
/** A change later than this is an edit, not another page. */
export const GAP_MAX_MS = 5 * MINUTE_MS;

/** Whether a measured gap still counts. */
export function isRemembered(gapAt: WallMs, now: WallMs): boolean {
  return now < plus(gapAt, GAP_FOR_MS);
}

/** How long a folder waits that no user has set, and why. */
export function learnedWait({ inPlace, gapMs, gapAt }: KnownWriter, now: WallMs): { readonly settleMs: number; readonly waits: Waits } {
  const isFirst = inPlace < FIRST_FILES;
  if (gapMs !== null && gapAt !== null && isRemembered(gapAt, now)) {
    const settleMs = Math.min(Math.max(2 * gapMs, isFirst ? FIRST_MS : QUICK_MS), LONGEST_MS);
    return { settleMs: Math.round(settleMs), waits: { kind: 'pages', gapMs, until: plus(gapAt, GAP_FOR_MS) } };
  }
  if (isFirst) return { settleMs: FIRST_MS, waits: { kind: 'first', files: FIRST_FILES - inPlace } };
  return { settleMs: QUICK_MS, waits: { kind: 'quick' } };
}
