import type { IntakeStore } from '#electron/intake/store.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

export type IgnoredMisplacedRows = Pick<IntakeStore, 'ignoredMisplaced' | 'ignoreMisplaced'>;

/** Files beside the watched folders that a person ignores. */
export function ignoredMisplacedRows(base: JournalContext): IgnoredMisplacedRows {
  const of = base.database.prepare('SELECT name, modified_at FROM ignored_misplaced WHERE parent = ?');
  const clear = base.database.prepare('DELETE FROM ignored_misplaced WHERE parent = ?');
  const add = base.database.prepare('INSERT INTO ignored_misplaced (parent, name, modified_at) VALUES (?, ?, ?)');
  return {
    ignoredMisplaced: (parent) =>
      new Map(of.all(parent).map((row): readonly [string, WallMs] => [String(row['name']), wallMs(Number(row['modified_at']))])),
    ignoreMisplaced: (parent, files) =>
      base.transact(() => {
        clear.run(parent);
        for (const [name, modifiedAt] of files) add.run(parent, name, modifiedAt);
      }),
  };
}
