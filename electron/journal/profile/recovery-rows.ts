import { type Recovery, recoverySchema } from '#shared/domain/recovery.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

export type RecoveryRows = {
  /** The last one that nobody has seen yet. */
  unseen(): Recovery | null;
  add(recovery: Recovery): void;
  /** A person has seen all of them. */
  seen(at: WallMs): void;
};

/** What was done about a damaged journal, stored in the one that replaced it. */
export function recoveryRows(base: JournalContext): RecoveryRows {
  const { database } = base;
  const last = database.prepare('SELECT * FROM recoveries WHERE seen_at IS NULL ORDER BY n DESC LIMIT 1');
  const insert = database.prepare('INSERT INTO recoveries (at, source, up_to, kept_as) VALUES (?, ?, ?, ?)');
  const mark = database.prepare('UPDATE recoveries SET seen_at = ? WHERE seen_at IS NULL');
  // Read after every change, and written about twice in the life of a journal.
  let kept: Recovery | null | undefined;
  const forget = (): void => {
    kept = undefined;
  };
  base.onRollback(forget);
  const read = (): Recovery | null => {
    const row = last.get();
    if (row === undefined) return null;
    return recoverySchema.parse({ at: row['at'], source: row['source'], upTo: row['up_to'], keptAs: row['kept_as'] });
  };
  return {
    unseen: () => (kept === undefined ? (kept = read()) : kept),
    add: ({ at, source, upTo, keptAs }) =>
      base.transact(() => {
        insert.run(at, source, upTo, keptAs);
        forget();
      }),
    seen: (at) =>
      base.transact(() => {
        mark.run(at);
        forget();
      }),
  };
}
