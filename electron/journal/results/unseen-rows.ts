import { companyIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Advance } from '#shared/domain/item/advanced.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { partsOfReference } from '#shared/domain/item/reference.ts';
import { isUnseen, unseenItem } from '#shared/domain/results/unseen.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { FoundIn, ItemRows } from '../items/item-rows.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { StatedResult } from './event-status.ts';
import type { ReferenceStemRows } from './reference-stem-rows.ts';

/** Documents that are known by their results alone: another computer sent them (ADR-82). */
export type UnseenRows = {
  /** Adds the document of an event that belongs to none; null if its reference is not one of ours, so that no file can ever be found for it, or its state is one that we do not know (C31). */
  add(status: StatedResult, now: WallMs): Item | null;
  /** The document of this content, if it is one of these. */
  ofContent(of: Pick<Item, 'companyId' | 'importType' | 'sha256'>): Item | null;
  /**
   * The file of such a document was found: its row becomes that of the file, and keeps its state; a refusal is told of now. `found` is the
   * row that the file would have had. Null if its content is not that of such a document.
   */
  adopt(found: Item, at: FoundIn, now: WallMs): Advance | null;
};

type UnseenDeps = { readonly items: ItemRows; readonly stems: ReferenceStemRows };

export function unseenRows(base: JournalContext, { items, stems }: UnseenDeps): UnseenRows {
  const company = base.database.prepare('SELECT company_id FROM integrations WHERE id = ?');
  const ofContent: UnseenRows['ofContent'] = ({ importType, ...of }) => {
    const owners = importType === null ? [] : stems.stemsOf(of, importType).flatMap((stem) => stems.ownerOf(stem) ?? []);
    return owners.map(({ itemId }) => items.get(itemId)).find((item) => item !== null && isUnseen(item)) ?? null;
  };
  return {
    ofContent,
    add: ({ integrationId, documentId, reference, result }, now) => {
      const companyId = company.get(integrationId)?.['company_id'];
      const parts = reference === null ? null : partsOfReference(reference);
      if (companyId === undefined || result === null || parts === null) return null;
      // A second document under the reference of a file that is known here is no other paper: the service broke its own rule (C11).
      if (stems.ownerOf(parts.stem) !== null) return null;
      const id = base.random.uuid() as ItemId;
      const item = unseenItem({ id, companyId: companyIdSchema.parse(companyId), integrationId, documentId, sentAs: parts, at: now });
      items.add(item, { folderId: null, writtenAt: now, unread: null });
      stems.addUnseen(id, { stem: parts.stem, integrationId });
      return item;
    },
    adopt: (found, at, now) => {
      const before = ofContent(found);
      if (before === null) return null;
      const { importType, sha256, bytes, mediaType, name, sentName, replaces, parts } = found;
      const item = { ...before, importType, sha256, bytes, mediaType, name, sentName, replaces, ...(parts === undefined ? {} : { parts }) };
      items.complete(item, at);
      stems.addItem(item.id);
      const isOpen = item.state.kind === 'refused' && item.state.settled?.by === 'elsewhere';
      return isOpen
        ? { ...items.apply(item, { kind: 'unsettled' }, now), chores: ['drop-spool', 'tell-refused'] }
        : { item, chores: ['drop-spool'] };
    },
  };
}
