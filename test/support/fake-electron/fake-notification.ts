import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { fakeSystem, needsReady } from './fake-system.ts';

/** The limit of Windows, in UTF-16 units. */
const ID_CHARS_MAX = 64;

/** Remembers what was shown; `emit('click', {})` acts as a person. */
export class FakeNotification extends EventEmitter implements Pick<E.Notification, 'show' | 'close' | 'title' | 'body'> {
  static shown: FakeNotification[] = [];
  static supported = true;
  /** Why the system shows none; for example, macOS shows none of an unsigned program. */
  static failure: string | null = null;
  /** Notifications that the system kept from earlier starts. */
  static history: FakeNotification[] = [];
  static #activate: ((details: E.ActivationArguments) => void) | null = null;
  static #early: E.ActivationArguments | null = null;
  title: string;
  body: string;
  readonly #id: string;

  constructor(options?: E.NotificationConstructorOptions) {
    needsReady('Cannot create Notification');
    super();
    this.#id = options?.id === undefined || options.id === '' ? crypto.randomUUID() : options.id;
    this.title = options?.title ?? '';
    this.body = options?.body ?? '';
    if (fakeSystem.platform === 'win32' && this.#id.length > ID_CHARS_MAX)
      throw new Error('Notification id exceeds Windows limit of 64 UTF-16 characters');
  }

  static isSupported(): boolean {
    return FakeNotification.supported;
  }

  static getHistory(): Promise<FakeNotification[]> {
    return Promise.resolve(FakeNotification.history);
  }

  /** Also reports the click that started the app, once. */
  static handleActivation(callback: (details: E.ActivationArguments) => void): void {
    FakeNotification.#activate = callback;
    const early = FakeNotification.#early;
    FakeNotification.#early = null;
    if (early !== null) callback(early);
  }

  /** A person clicks on one in Windows' list; it may come from an earlier start. */
  static activate(details: E.ActivationArguments): void {
    if (FakeNotification.#activate === null) FakeNotification.#early = details;
    else FakeNotification.#activate(details);
  }

  static reset(): void {
    FakeNotification.history = [];
    FakeNotification.shown = [];
    FakeNotification.supported = true;
    FakeNotification.failure = null;
    FakeNotification.#activate = null;
    FakeNotification.#early = null;
  }

  get id(): string {
    return this.#id;
  }

  /** The system answers later. */
  show(): void {
    const { failure } = FakeNotification;
    if (failure === null) FakeNotification.shown.push(this);
    queueMicrotask(() => (failure === null ? this.emit('show', {}) : this.emit('failed', {}, failure)));
  }

  close(): void {
    queueMicrotask(() => this.emit('close', {}));
  }
}
