import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';

/** One content as one kind of invoice of one company. */
export type Content = { readonly companyId: CompanyId; readonly importType: InvoiceType; readonly sha256: string };

/** What handing a file over asks of the journal. Every call is durable when it returns. */
export interface WindowUploadStore {
  /** Those that are watched. */
  folders(): readonly Folder[];
  item(itemId: ItemId): Item | null;
  /** Where the document's file lies or lay, as long as that is watched; else another folder of its company and kind. */
  folderOf(item: Item): Folder | null;
  /** The document of this content, if a file of it lies in a folder. */
  lying(content: Content): ItemId | null;
  /** When this content is found it corrects that document; null: it does not, after all. */
  corrects(content: Content, itemId: ItemId | null): void;
}
