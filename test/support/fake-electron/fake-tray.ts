import { EventEmitter } from 'node:events';
import type { NativeImage } from 'electron/common';
import type * as E from 'electron/main';
import { FakeNativeImage, fakeSystem, needsReady } from './fake-system.ts';

/** Remembers what it shows. `FakeTray.all` are those that exist and are not destroyed. */
export class FakeTray
  extends EventEmitter
  implements Pick<E.Tray, 'setContextMenu' | 'setImage' | 'setToolTip' | 'destroy' | 'isDestroyed'>
{
  static all: FakeTray[] = [];
  image: FakeNativeImage;
  toolTip = '';
  menu: FakeMenu | null = null;
  /** How often the menu was set: some Linux panels show a change only then. */
  menusSet = 0;
  #destroyed = false;

  constructor(image: NativeImage | string) {
    needsReady('Cannot create Tray');
    super();
    this.image = loaded(image);
    FakeTray.all.push(this);
  }

  setImage(image: NativeImage | string): void {
    this.#mustBeThere();
    this.image = loaded(image);
  }

  setToolTip(toolTip: string): void {
    this.#mustBeThere();
    this.toolTip = toolTip;
  }

  setContextMenu(menu: E.Menu | null): void {
    this.#mustBeThere();
    if (menu !== null && !((menu as unknown) instanceof FakeMenu)) throw new TypeError('Must pass Menu or null');
    this.menu = menu as unknown as FakeMenu | null;
    this.menusSet += 1;
  }

  destroy(): void {
    this.#destroyed = true;
    FakeTray.all = FakeTray.all.filter((tray) => tray !== this);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  #mustBeThere(): void {
    if (this.#destroyed) throw new Error('Tray is destroyed');
  }
}

/** A path must lead to an image. An empty image is accepted, and shows nothing. */
function loaded(image: NativeImage | string): FakeNativeImage {
  if (typeof image !== 'string') return image as unknown as FakeNativeImage;
  const found = FakeNativeImage.ofFile(image);
  if (found.isEmpty()) throw new Error(`Failed to load image from path '${image}'`);
  return found;
}

type Template = E.MenuItemConstructorOptions;
/** The types that Electron knows. */
const TYPES = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];
/** Roles whose entries Electron adds itself. */
const ROLES_WITH_SUBMENU = /^(app|edit|file|view|window|share)menu$/;

/** An entry as Electron makes it from its options. */
class FakeMenuItem {
  readonly id: string | undefined;
  readonly type: string;
  readonly role: string | undefined;
  readonly label: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly submenu: FakeMenu | undefined;
  readonly #click: Template['click'];

  constructor(asked: Template) {
    const { submenu } = asked;
    this.id = asked.id;
    this.role = asked.role?.toLowerCase();
    this.label = asked.label ?? this.role ?? '';
    this.enabled = asked.enabled ?? true;
    this.visible = asked.visible ?? true;
    this.submenu = Array.isArray(submenu) ? FakeMenu.of(submenu) : (submenu as FakeMenu | undefined);
    if (this.role !== undefined && ROLES_WITH_SUBMENU.test(this.role)) this.submenu ??= FakeMenu.of([]);
    this.type = asked.type ?? (this.submenu === undefined ? 'normal' : 'submenu');
    if (this.type === 'submenu' && this.submenu === undefined) throw new Error('Invalid submenu');
    if (!TYPES.includes(this.type)) throw new Error(`Unknown menu item type: ${this.type}`);
    this.#click = asked.click;
  }

  /** A click by a user, with the arguments that Electron passes on. */
  readonly click = (event: object = {}, window?: object): void => {
    this.#click?.(this as unknown as E.MenuItem, window as E.BaseWindow, event);
  };
}

/** A menu; `click` acts as a user. */
export class FakeMenu {
  static application: E.Menu | null = null;
  readonly items: readonly FakeMenuItem[];

  private constructor(items: readonly FakeMenuItem[]) {
    this.items = items;
  }

  static of(template: readonly Template[]): FakeMenu {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array');
    if (!template.every(isEntry)) throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    return new FakeMenu(withoutIdleSeparators(template).map((entry) => new FakeMenuItem(entry)));
  }

  static buildFromTemplate(template: Template[]): E.Menu {
    return FakeMenu.of(template) as unknown as E.Menu;
  }

  static setApplicationMenu(menu: E.Menu | null): void {
    if (menu !== null && !((menu as unknown) instanceof FakeMenu)) throw new TypeError('Invalid menu');
    FakeMenu.application = menu;
  }

  static getApplicationMenu(): E.Menu | null {
    return FakeMenu.application;
  }

  getMenuItemById(id: string): FakeMenuItem | null {
    return this.items.find((item) => item.id === id) ?? null;
  }

  labels(): string[] {
    return this.items.filter(({ type }) => type !== 'separator').map(({ label }) => label);
  }

  click(id: string): void {
    const item = this.getMenuItemById(id);
    if (item === null) throw new Error(`the menu has no entry ${id}`);
    if (!item.enabled) throw new Error(`nobody can click on ${id}`);
    item.click();
  }
}

/** Checks own members only: Electron ignores an inherited label. */
function isEntry(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  return Object.hasOwn(entry, 'label') || Object.hasOwn(entry, 'role') || (entry as Template).type === 'separator';
}

/** Two separators in a row become one, and none is left at the beginning or the end. */
function withoutIdleSeparators(template: readonly Template[]): readonly Template[] {
  const isIdle = (entry: Template | undefined): boolean => entry?.type === 'separator' && entry.visible !== false;
  const single = template.filter((entry, at) => !isIdle(entry) || at === 0 || template[at - 1]?.type !== 'separator');
  return single.filter((entry, at) => !isIdle(entry) || (at !== 0 && at !== single.length - 1));
}

/** The limit of Windows, in UTF-16 units. */
const ID_CHARS_MAX = 64;

/** Remembers what was shown; `emit('click', {})` acts as a user. */
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

  /** A user clicks on one in Windows' list; it may come from an earlier start. */
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
