import type * as E from 'electron/main';

/** A menu as it was asked for; `click` does what a person does. */
export class FakeMenu {
  static application: E.Menu | null = null;
  readonly items: readonly E.MenuItemConstructorOptions[];

  constructor(items: readonly E.MenuItemConstructorOptions[]) {
    this.items = items;
  }

  static buildFromTemplate(template: E.MenuItemConstructorOptions[]): E.Menu {
    return new FakeMenu(template) as unknown as E.Menu;
  }

  static setApplicationMenu(menu: E.Menu | null): void {
    FakeMenu.application = menu;
  }

  labels(): string[] {
    return this.items.filter((item) => item.type !== 'separator').map((item) => item.label ?? item.role ?? '');
  }

  click(id: string): void {
    const item = this.items.find((each) => each.id === id);
    if (item?.click === undefined) throw new Error(`the menu has no entry ${id}`);
    (item.click as () => void)();
  }
}
