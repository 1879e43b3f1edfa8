import type { WallMs } from '#shared/lib/duration.ts';
import type { Update, UpdateKeys } from '#shared/domain/update.ts';
import { isOurs } from './is-ours.ts';

export type Judging = {
  readonly keys: UpdateKeys;
  /** Keys that the spare key has withdrawn earlier. */
  readonly withdrawn: readonly string[];
  readonly now: WallMs;
};

/** `withdraws`: our keys that must not be trusted from now on. */
export type Judged = { readonly verdict: 'good' | 'stale' | 'unsigned'; readonly withdraws: readonly string[] };

const DAY_END = 'T23:59:59.999Z';

/**
 * Whether an announcement is ours and not expired. Only the spare key withdraws: it is kept where no build and no server can reach it, and
 * someone who stole the other key must not be able to withdraw the spare one.
 */
export function judgeUpdate(update: Update, { keys, withdrawn, now }: Judging): Judged {
  const signer = keys.find((key) => key !== undefined && !withdrawn.includes(key) && isOurs(update, key));
  if (signer === undefined) return { verdict: 'unsigned', withdraws: [] };
  // An expired announcement that a key has leaked is still true.
  const withdraws = signer === keys[1] && update.withdrawn.includes(keys[0]) ? [keys[0]] : [];
  return { verdict: now > Date.parse(`${update.expires}${DAY_END}`) ? 'stale' : 'good', withdraws };
}
