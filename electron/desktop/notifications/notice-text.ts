import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Notice } from '#shared/domain/notice.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { Translate } from '#shared/i18n/translate.ts';

export type NoticeText = {
  readonly title: string;
  readonly body: string;
  /** The document that a click opens; null opens the window as it is. */
  readonly itemId: ItemId | null;
};

/** File names listed in one notification; the others are counted. */
const NAMES_MAX = 3;

type ItemsNotice = Exclude<Notice, { kind: 'disconnected' }>;
type Keys = { readonly one: MessageKey; readonly many: MessageKey; readonly body: MessageKey };

const KEYS: Readonly<Record<ItemsNotice['kind'], Keys>> = {
  refused: { one: 'notice.refused.one', many: 'notice.refused.many', body: 'notice.refused.body' },
  unfit: { one: 'notice.unfit.one', many: 'notice.unfit.many', body: 'notice.unfit.body' },
  'no-answer': { one: 'notice.no-answer.one', many: 'notice.no-answer.many', body: 'notice.no-answer.body' },
  question: { one: 'notice.question.one', many: 'notice.question.many', body: 'notice.question.body' },
};

/** One notification per notice, however many documents it has: five refusals interrupt once. */
export function noticeText(notice: Notice, translate: Translate): NoticeText {
  if (notice.kind === 'disconnected') {
    const { name } = notice.company;
    return { title: translate('notice.disconnected.title', { name }), body: translate('notice.disconnected.body'), itemId: null };
  }
  const keys = KEYS[notice.kind];
  const [first, ...others] = notice.items;
  if (first !== undefined && others.length === 0)
    return { title: translate(keys.one, { name: first.name }), body: reasonOf(first) ?? translate(keys.body), itemId: first.id };
  return { title: translate(keys.many, { count: notice.items.length }), body: names(notice.items), itemId: null };
}

function reasonOf(item: Item): string | null {
  return item.state.kind === 'refused' ? item.state.reason : null;
}

function names(items: readonly Item[]): string {
  const shown = items.slice(0, NAMES_MAX).map((item) => item.name);
  const rest = items.length - shown.length;
  return [...shown, ...(rest === 0 ? [] : [`+ ${rest}`])].join('\n');
}
