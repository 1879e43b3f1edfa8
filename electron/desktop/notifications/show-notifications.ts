import { Notification } from 'electron/main';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Log } from '#shared/ports/log.ts';
import type { NoticeText } from './notice-text.ts';

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
