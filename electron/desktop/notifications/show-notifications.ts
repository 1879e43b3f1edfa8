import { Notification } from 'electron/main';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Log } from '#shared/ports/world.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Notice } from '#shared/domain/notice.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { Translate } from '#shared/i18n/translate.ts';

/** Notifications whose click may still come. They are kept, because a collected notification loses its click. */
const KEPT_MAX = 20;
/** Prefix of the id that the system keeps after Intray has ended; the id of the document follows it. */
const ABOUT_ITEM = 'document:';

export type NotificationsOptions = {
  readonly open: (itemId: ItemId | null) => void;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
};

type Kept = { readonly notification: Notification; readonly itemId: ItemId | null };

/** Shows notices as system notifications. A click opens the window at the document. */
export class Notifications {
  readonly #options: NotificationsOptions;
  #kept: readonly Kept[] = [];

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  show(text: NoticeText): void {
    if (!Notification.isSupported()) return;
    // Title and body only: Linux shows no more, and the other systems need no more.
    const id = text.itemId === null ? {} : { id: `${ABOUT_ITEM}${text.itemId}` };
    const notification = new Notification({ title: text.title, body: text.body, ...id });
    this.#await(notification, text.itemId);
    notification.show();
  }

  /** Takes over notifications of an earlier start that are still in the system's list, so that a click on one works too. */
  async takeUp(): Promise<void> {
    const { open, platform, log } = this.#options;
    if (platform === 'win32')
      Notification.handleActivation(({ type, arguments: about }) => {
        // Kept ones handle their own click. This handles those of an earlier start; a click on one may have caused this start.
        const itemId = itemOf(about);
        const answersItself = itemId !== null && this.#kept.some((kept) => kept.itemId === itemId);
        if (type === 'click' && !answersItself) open(itemId);
      });
    if (platform !== 'darwin') return;
    try {
      for (const old of await Notification.getHistory()) this.#await(old, itemOf(old.id));
    } catch {
      // An unsigned build has no history. Only the click is lost.
      log.debug('no earlier notifications');
    }
  }

  #await(notification: Notification, itemId: ItemId | null): void {
    const forget = (): void => {
      this.#kept = this.#kept.filter((kept) => kept.notification !== notification);
    };
    notification.on('click', () => {
      forget();
      this.#options.open(itemId);
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    this.#kept = [...this.#kept.slice(-(KEPT_MAX - 1)), { notification, itemId }];
  }
}

/** Whatever the system returns is parsed as untrusted text. */
function itemOf(about: string): ItemId | null {
  const found = about.slice(about.indexOf(ABOUT_ITEM) + ABOUT_ITEM.length).slice(0, ITEM_ID_CHARS);
  const itemId = itemIdSchema.safeParse(about.includes(ABOUT_ITEM) ? found : '');
  return itemId.success ? itemId.data : null;
}

const ITEM_ID_CHARS = 36;

type NoticeText = {
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
