import type { WallMs } from '#shared/lib/duration.ts';
import type { Update, UpdateKeys } from '#shared/domain/update.ts';
import { isOurs } from './is-ours.ts';

export type Judging = {
  readonly keys: UpdateKeys;
  /** Keys that the spare one has withdrawn before. */
  readonly withdrawn: readonly string[];
  readonly now: WallMs;
};

/** `withdraws`: keys of ours that are believed no more from here on. */
export type Judged = { readonly verdict: 'good' | 'stale' | 'unsigned'; readonly withdraws: readonly string[] };

const DAY_END = 'T23:59:59.999Z';

/**
 * Whether an announcement is from us, and of now. The spare key alone withdraws: it lies where no build and no server reaches it, and whoever
 * stole the other one must not be able to shut it out.
 */
export function judgeUpdate(update: Update, { keys, withdrawn, now }: Judging): Judged {
  const signer = keys.find((key) => key !== undefined && !withdrawn.includes(key) && isOurs(update, key));
  if (signer === undefined) return { verdict: 'unsigned', withdraws: [] };
  // An old word that a key has leaked is as true as a new one.
  const withdraws = signer === keys[1] && update.withdrawn.includes(keys[0]) ? [keys[0]] : [];
  return { verdict: now > Date.parse(`${update.expires}${DAY_END}`) ? 'stale' : 'good', withdraws };
}
