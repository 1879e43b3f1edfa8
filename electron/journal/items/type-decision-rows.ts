import type { TypeDecided } from '#shared/app-api/views.ts';
import { INVOICE_TYPES } from '#shared/contract/import-types.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { otherStanding, type TypeAnswer, typeEffect } from '#shared/domain/type-decision.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { itemOf } from './item-columns.ts';
import type { ItemRows } from './item-rows.ts';
import type { ListRows } from './list/list-rows.ts';
import type { OtherTypeRows } from './other-type-rows.ts';

export type TypeDecisionRows = {
  /** Answers "purchase or sale?" in one transaction. A second answer changes nothing. */
  decide(itemId: ItemId, answer: TypeAnswer): TypeDecided;
};

type Rows = { readonly items: ItemRows; readonly otherTypes: OtherTypeRows; readonly allow: ListRows['allow'] };

export function typeDecisionRows(base: JournalContext, { items, otherTypes, allow }: Rows): TypeDecisionRows {
  const byContent = base.database.prepare('SELECT * FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?');
  const otherOf = ({ companyId, importType, sha256 }: Item): Item | null => {
    const other = INVOICE_TYPES.find((type) => type !== importType) ?? importType;
    const row = byContent.get(companyId, other, sha256);
    return row === undefined ? null : itemOf(row);
  };
  return {
    decide: (itemId, answer) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'held' || item.state.question.kind !== 'other-type') return { became: 'not-asked' };
        const other = otherOf(item);
        const standing = otherStanding(other, otherTypes.of(item)?.kind ?? null);
        const effect = typeEffect(answer, standing);
        const [sent, aside]: [ItemId[], ItemId[]] = [[], []];
        const happen = (to: Item, what: 'allowed' | 'put-aside', twin: ItemId | null): void => {
          if (what === 'allowed' && allow([to.id]) === 1) sent.push(to.id);
          if (what === 'allowed') return;
          const question = { kind: 'other-type', itemId: twin } as const;
          const after = items.apply(to, { kind: 'put-aside', question }, base.clock.wallMs()).item;
          if (after !== to) aside.push(to.id);
        };
        happen(item, effect.own, other?.id ?? null);
        if (other !== null && effect.other !== null) happen(other, effect.other, item.id);
        return { became: 'decided', sent, aside, standing, otherId: other?.id ?? null };
      }),
  };
}
