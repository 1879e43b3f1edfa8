import type { Item } from '#shared/domain/item/item.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { explain } from '../../document/explain.ts';
import type { I18n } from '../../i18n/i18n.tsx';

/** Why a document is on the list: one word that says it, and a short reason; `verbatim`: the accountant's own words. */
type Why = {
  readonly tone: 'bad' | 'warn' | 'ask';
  readonly word: string;
  readonly reason: string;
  readonly verbatim: boolean;
};

export function whyOf(item: Item, now: WallMs, i18n: I18n): Why {
  const because = explain(item, now, i18n);
  const { what = '', next = null, verbatim = false } = because ?? {};
  // For what cannot be sent the way out is part of the reason; elsewhere the buttons show it.
  const isWithoutWay = item.state.kind === 'unfit' || (item.state.kind === 'held' && item.state.question.kind === 'gone');
  const reason = isWithoutWay && next !== null ? `${what} ${next}` : what;
  return { ...leadOf(item, i18n.t), reason, verbatim };
}

function leadOf(item: Item, t: I18n['t']): Pick<Why, 'tone' | 'word'> {
  const { state } = item;
  if (unprovenOf(item) !== null) return { tone: 'ask', word: t('to-do.word.unproven') };
  if (state.kind === 'refused') return { tone: 'bad', word: t('to-do.word.refused') };
  if (state.kind === 'unfit') return { tone: 'warn', word: t('to-do.word.unfit') };
  if (state.kind === 'awaiting') return { tone: 'warn', word: t('to-do.word.no-answer') };
  if (state.kind === 'held' && state.question.kind === 'gone') return { tone: 'warn', word: t('to-do.word.gone') };
  const asked = state.kind === 'held' ? state.question.kind : null;
  return { tone: 'ask', word: t(asked === 'other-type' || asked === 'sent-before' ? `to-do.word.${asked}` : 'to-do.word.send') };
}
