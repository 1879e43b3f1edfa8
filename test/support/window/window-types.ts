import type { TypeDecided } from '#shared/app-api/views.ts';
import { advance } from '#shared/domain/item/advance.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { otherStanding, type TypeAnswer, typeEffect } from '#shared/domain/type-decision.ts';
import type { WindowState } from './window-state.ts';

/** As the journal decides; the other document is the one that the question names. */
export function decideType(state: WindowState, itemId: ItemId, answer: TypeAnswer): TypeDecided {
  const item = state.items.find(({ id }) => id === itemId);
  if (item?.state.kind !== 'held' || item.state.question.kind !== 'other-type') return { became: 'not-asked' };
  const { question } = item.state;
  const other = state.items.find(({ id }) => id === question.itemId) ?? null;
  const standing = otherStanding(other, state.otherTypeOf?.(item)?.kind ?? null);
  const { own, other: others } = typeEffect(answer, standing);
  const [sent, aside]: [ItemId[], ItemId[]] = [[], []];
  const happen = (id: ItemId, kind: 'allowed' | 'put-aside'): void => {
    (kind === 'allowed' ? sent : aside).push(id);
    const happening = kind === 'allowed' ? { kind } : { kind, question };
    state.items = state.items.map((one) => (one.id === id ? advance(one, happening, state.overview.now).item : one));
  };
  happen(item.id, own);
  if (other !== null && others !== null) happen(other.id, others);
  const held = state.items.filter((one) => one.state.kind === 'held').length;
  state.overview = { ...state.overview, counts: { ...state.overview.counts, held } };
  return { became: 'decided', sent, aside, standing, otherId: other?.id ?? null };
}
