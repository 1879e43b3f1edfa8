import type { ImportType } from '#shared/contract/import-types.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';

/** One content as one kind of invoice of one company. */
export type Content = { readonly companyId: CompanyId; readonly importType: ImportType; readonly sha256: string };

/**
 * What a user says of a file that they give: the document that it corrects, the note to the accountant, their own number of it, and the address that it
 * is sent by; null for what they do not say.
 */
export type SaidOfFile = {
  readonly corrects: ItemId | null;
  readonly note: string | null;
  readonly ownNumber: string | null;
  readonly by: string | null;
};

/** What an upload from the window needs of the journal. Every call is durable when it returns. */
export interface WindowUploadStore {
  /** The watched folders. */
  folders(): readonly Folder[];
  item(itemId: ItemId): Item | null;
  /** The folder where the document's file is or was, if it is watched; otherwise another folder of its company and import type. */
  folderOf(item: Item): Folder | null;
  /** The document of this content, if a file of it is in a folder. */
  lying(content: Content): ItemId | null;
  /** Whether a document of this content may have left already, from here or from another computer. */
  hasLeft(content: Content): boolean;
  /** Keeps what the user says of this content until it is found in its folder. What they said of it before, and do not say now, stays. Returns what takes this back. */
  keep(content: Content, said: SaidOfFile): () => void;
}
