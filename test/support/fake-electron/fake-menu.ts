import type * as E from 'electron/main';

type Template = E.MenuItemConstructorOptions;
/** The types that Electron knows. */
const TYPES = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];
/** Roles whose entries Electron adds itself. */
const ROLES_WITH_SUBMENU = /^(app|edit|file|view|window|share)menu$/;

/** An entry as Electron makes it from its options. */
export class FakeMenuItem {
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

  /** A click by a person, with the arguments that Electron passes on. */
  readonly click = (event: object = {}, window?: object): void => {
    this.#click?.(this as unknown as E.MenuItem, window as E.BaseWindow, event);
  };
}

/** A menu; `click` acts as a person. */
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
