import type { DocumentId, IntegrationId } from '../../contract/ids.ts';
import type { ImportType } from '../../contract/import-types.ts';
import type { WallMs } from '../../lib/duration.ts';
import type { CompanyId, ItemId } from '../ids.ts';
import type { Item } from '../item/item.ts';
import { numbered, type ReferenceStem } from '../item/reference.ts';

export type UnseenDocument = {
  readonly id: ItemId;
  readonly companyId: CompanyId;
  readonly integrationId: IntegrationId;
  readonly documentId: DocumentId;
  /** The parts of its reference. */
  readonly sentAs: { readonly stem: ReferenceStem; readonly resubmission: number };
  readonly at: WallMs;
};

/**
 * A document that the service reported, and whose file was never seen here: another computer sent it, or an earlier installation. Its file's name
 * and import type are not known, and it is called by its number.
 */
export function unseenItem({ documentId, sentAs: { stem, resubmission }, at, ...of }: UnseenDocument): Item {
  return {
    ...of,
    importType: null,
    sha256: null,
    bytes: 0,
    mediaType: null,
    name: documentId,
    sentName: documentId,
    reference: numbered(stem, resubmission),
    resubmission,
    attempts: 0,
    leftAt: null,
    sentElsewhere: true,
    replaces: null,
    foundAt: at,
    receivedAt: null,
    state: { kind: 'awaiting', documentId, since: at },
    stateSince: at,
  };
}

/** A document whose file was found here. */
export type SeenItem = Item & { readonly importType: ImportType };

export function isSeen(item: Item): item is SeenItem {
  return !isUnseen(item);
}

export function isUnseen({ importType }: Pick<Item, 'importType'>): boolean {
  return importType === null;
}
