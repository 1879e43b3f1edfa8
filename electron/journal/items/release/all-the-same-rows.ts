import { maySendAllTheSame } from '#shared/domain/item/all-the-same.ts';
import type { FitFile } from '#shared/domain/folder/inspected.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { CompanyRows } from '../../companies/company-rows.ts';
import type { ItemRows } from '../item-rows.ts';
import type { OtherTypeRows } from '../type-decision-rows.ts';
import type { SentNameRows } from '../submission-rows.ts';

export type AllTheSameRows = {
  /**
   * Sends an unfit document as what its first bytes say (C40), because a user asked for it. Part of the caller's transaction. Null if it
   * must not be sent that way, or has another content.
   */
  release(itemId: ItemId, as: FitFile, now: WallMs): Item | null;
};

export type ReleaseRows = {
  readonly items: ItemRows;
  readonly companies: Pick<CompanyRows, 'get'>;
  readonly otherTypes: OtherTypeRows;
  readonly sentNames: SentNameRows;
};

export function allTheSameRows({ items, companies, otherTypes, sentNames }: ReleaseRows): AllTheSameRows {
  return {
    release: (itemId, as, now) => {
      const item = items.get(itemId);
      if (item === null || !maySendAllTheSame(item) || item.sha256 !== as.sha256) return null;
      if (companies.get(item.companyId) === null) return null;
      // A document that was sent under a name before, and is unfit again, keeps that name.
      const sentName = item.mediaType === null ? sentNames.take(item.companyId, as.sentName) : item.sentName;
      return items.apply(item, { kind: 'sent-all-the-same', as: { ...as, sentName }, twin: otherTypes.of(item) }, now).item;
    },
  };
}
