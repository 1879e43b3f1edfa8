import { Notification } from 'electron/main';
import type { ItemId } from '#shared/domain/ids.ts';
import type { NoticeText } from './notice-text.ts';

/** Notifications whose click is still waited for; without a reference the system's answer would reach nobody. */
const KEPT_MAX = 20;

/** Shows notices as the system's notifications; a click opens the window at the document. */
export class Notifications {
  readonly #open: (itemId: ItemId | null) => void;
  #kept: Notification[] = [];

  constructor(open: (itemId: ItemId | null) => void) {
    this.#open = open;
  }

  show(text: NoticeText): void {
    if (!Notification.isSupported()) return;
    // Title and body alone: Linux shows no more, and the others need no more.
    const notification = new Notification({ title: text.title, body: text.body });
    const forget = (): void => {
      this.#kept = this.#kept.filter((each) => each !== notification);
    };
    notification.on('click', () => {
      forget();
      this.#open(text.itemId);
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    this.#kept = [...this.#kept.slice(-(KEPT_MAX - 1)), notification];
    notification.show();
  }
}
