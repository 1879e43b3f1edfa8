import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';

/** Remembers what was shown; `emit('click')` does what a person does. */
export class FakeNotification extends EventEmitter implements Pick<E.Notification, 'show' | 'close' | 'title' | 'body' | 'id'> {
  static shown: FakeNotification[] = [];
  static supported = true;
  /** What the system kept of earlier starts. */
  static history: FakeNotification[] = [];
  static activate: ((details: E.ActivationArguments) => void) | null = null;
  readonly id: string;
  readonly title: string;
  readonly body: string;

  constructor(options?: E.NotificationConstructorOptions) {
    super();
    this.id = options?.id ?? '';
    this.title = options?.title ?? '';
    this.body = options?.body ?? '';
  }

  static isSupported(): boolean {
    return FakeNotification.supported;
  }

  static getHistory(): Promise<FakeNotification[]> {
    return Promise.resolve(FakeNotification.history);
  }

  static handleActivation(callback: (details: E.ActivationArguments) => void): void {
    FakeNotification.activate = callback;
  }

  show(): void {
    FakeNotification.shown.push(this);
    this.emit('show');
  }

  close(): void {
    this.emit('close');
  }
}
