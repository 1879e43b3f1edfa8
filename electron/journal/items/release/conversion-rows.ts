import type { Advance } from '#shared/domain/item/advance.ts';
import type { Conversion, MadeConversion } from '#shared/domain/item/conversion/conversion.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { UncertainSubmissionRows } from '../../companies/uncertain-submission-rows.ts';
import type { PageFingerprintRows } from '../page-fingerprint-rows.ts';
import type { ReleaseRows } from './all-the-same-rows.ts';

/** Both are part of the caller's transaction. */
export type ConversionRows = {
  /** Sends what was made from an unfit document, because a user agreed to it (C44). Null if nothing can be made from it, or something else. */
  release(itemId: ItemId, made: MadeConversion, now: WallMs): Item | null;
  /** What the user agreed to is not there any more. Null if it is no longer to be sent, or something else is. */
  lost(itemId: ItemId, conversion: Conversion, now: WallMs): Advance | null;
};

type Rows = ReleaseRows & {
  readonly doubts: Pick<UncertainSubmissionRows, 'anywhere'>;
  readonly pages: Pick<PageFingerprintRows, 'keep'>;
};

export function conversionRows({ items, companies, otherTypes, sentNames, doubts, pages }: Rows): ConversionRows {
  return {
    release: (itemId, { fingerprints = [], ...conversion }, now) => {
      const item = items.get(itemId);
      if (item === null || versionSourceOf(item) !== conversion.from) return null;
      if (companies.get(item.companyId) === null) return null;
      pages.keep(itemId, 'version', fingerprints);
      const name = sentNames.take(item.companyId, sentName(item.name, conversion.mediaType));
      return items.apply(item, { kind: 'sent-converted', as: { conversion, sentName: name }, twin: otherTypes.of(item) }, now).item;
    },
    lost: (itemId, conversion, now) => {
      const item = items.get(itemId);
      if (item?.state.kind !== 'waiting' || item.conversion?.sha256 !== conversion.sha256) return null;
      return items.apply(item, { kind: 'conversion-lost', mayBeThere: doubts.anywhere(itemId) }, now);
    },
  };
}
