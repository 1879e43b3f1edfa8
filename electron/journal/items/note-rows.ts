import type { NoteFault } from '#shared/app-api/faults.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { cleanNote, mayNote } from '#shared/domain/item/note.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';

export type NoteRows = {
  /** Stores the note to the accountant that goes with the document; an empty text deletes it. Too late once the intent is written. */
  note(itemId: ItemId, text: string): Result<Item, NoteFault>;
};

export function noteRows(base: JournalContext, items: ItemRows): NoteRows {
  return {
    note: (itemId, text) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item === null) return fail({ kind: 'not-found' });
        if (!mayNote(item)) return fail({ kind: 'too-late' });
        const { comment: _, ...rest } = item;
        const comment = cleanNote(text);
        const noted = comment === null ? rest : { ...rest, comment };
        items.save(noted);
        return ok(noted);
      }),
  };
}
