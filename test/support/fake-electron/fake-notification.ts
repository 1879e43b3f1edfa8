import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';

/** Remembers what was shown; `emit('click')` does what a person does. */
export class FakeNotification extends EventEmitter implements Pick<E.Notification, 'show' | 'close' | 'title' | 'body'> {
  static shown: FakeNotification[] = [];
  static supported = true;
  readonly title: string;
  readonly body: string;

  constructor(options?: E.NotificationConstructorOptions) {
    super();
    this.title = options?.title ?? '';
    this.body = options?.body ?? '';
  }

  static isSupported(): boolean {
    return FakeNotification.supported;
  }

  show(): void {
    FakeNotification.shown.push(this);
    this.emit('show');
  }

  close(): void {
    this.emit('close');
  }
}
