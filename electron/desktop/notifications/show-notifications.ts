import { Notification } from 'electron/main';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Log } from '#shared/ports/log.ts';
import type { NoticeText } from './notice-text.ts';

/** Notifications whose click is still waited for; without a reference the system's answer would reach nobody. */
const KEPT_MAX = 20;
/** What the system keeps of a notification after Intray ended: which document it was about. */
const ABOUT_ITEM = 'document:';

export type NotificationsOptions = {
  readonly open: (itemId: ItemId | null) => void;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
};

type Kept = { readonly notification: Notification; readonly itemId: ItemId | null };

/** Shows notices as the system's notifications; a click opens the window at the document. */
export class Notifications {
  readonly #options: NotificationsOptions;
  #kept: readonly Kept[] = [];

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  show(text: NoticeText): void {
    if (!Notification.isSupported()) return;
    // Title and body alone: Linux shows no more, and the others need no more.
    const id = text.itemId === null ? {} : { id: `${ABOUT_ITEM}${text.itemId}` };
    const notification = new Notification({ title: text.title, body: text.body, ...id });
    this.#await(notification, text.itemId);
    notification.show();
  }

  /** Those of an earlier start that still stand in the system's list: their clicks are answered too. */
  async takeUp(): Promise<void> {
    const { open, platform, log } = this.#options;
    if (platform === 'win32')
      Notification.handleActivation(({ type, arguments: about }) => {
        // Kept ones answer by themselves; this is for those of an earlier start, one of which may have made this one.
        const itemId = itemOf(about);
        const answersItself = itemId !== null && this.#kept.some((kept) => kept.itemId === itemId);
        if (type === 'click' && !answersItself) open(itemId);
      });
    if (platform !== 'darwin') return;
    try {
      for (const old of await Notification.getHistory()) this.#await(old, itemOf(old.id));
    } catch {
      // An unsigned build has no history. Nothing is lost but the click.
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

/** What comes back from the system is read as foreign text. */
function itemOf(about: string): ItemId | null {
  const found = about.slice(about.indexOf(ABOUT_ITEM) + ABOUT_ITEM.length).slice(0, ITEM_ID_CHARS);
  const itemId = itemIdSchema.safeParse(about.includes(ABOUT_ITEM) ? found : '');
  return itemId.success ? itemId.data : null;
}

const ITEM_ID_CHARS = 36;
