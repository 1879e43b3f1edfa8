import { isResolved } from '#shared/domain/item/aside.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import { stateKey } from '#shared/i18n/state-key.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { I18n } from '../i18n/i18n.tsx';
import { asks, isLate } from './explain.ts';

/** The state as shown to the person. Some kinds are shown in several ways, depending on whether they need somebody and what proves them. */
export function shownState(item: Item): ItemStateKind | 'no-answer' | 'unproven' | 'taken' | 'settled' {
  if (unprovenOf(item) !== null) return 'unproven';
  if (takenOf(item) !== null) return 'taken';
  if (asks(item)) return 'no-answer';
  return isResolved(item) ? 'settled' : item.state.kind;
}

/** The same in words. A result taken unproven says so wherever it is listed, and since when. */
export function stateWords(item: Item, { t, moment }: Pick<I18n, 't' | 'moment'>): string {
  const shown = shownState(item);
  const { state } = item;
  const isAskedElsewhere = state.kind === 'refused' && state.settled?.by === 'elsewhere';
  if (shown === 'no-answer' || shown === 'unproven' || (shown === 'settled' && !isAskedElsewhere)) return t(`state.${shown}`);
  if (shown !== 'taken') return t(stateKey(state));
  const taken = takenOf(item);
  if (taken === null || (state.kind !== 'accepted' && state.kind !== 'refused')) return '';
  return t(`state.taken.${state.kind}`, { moment: moment(taken.takenAt) });
}

/** The icon for it. */
export function markOf(item: Item, now: WallMs): ItemStateKind | 'late' | 'settled' | 'unproven' | 'taken' {
  if (unprovenOf(item) !== null) return 'unproven';
  if (takenOf(item) !== null && item.state.kind === 'accepted') return 'taken';
  if (isLate(item, now) || asks(item)) return 'late';
  return isResolved(item) || takenOf(item) !== null ? 'settled' : item.state.kind;
}
