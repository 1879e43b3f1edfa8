import assert from 'node:assert/strict';
import type * as E from 'electron/main';
import type { Assertion, Electron } from '../assertion.ts';

const SPEC = 'spec/api-menu-spec.ts';
const CODE = 'lib/browser/api/menu.ts';
const ITEM_CODE = 'lib/browser/api/menu-item.ts';

function types({ Menu }: Electron, template: E.MenuItemConstructorOptions[]): readonly string[] {
  return Menu.buildFromTemplate(template).items.map(({ type }) => type);
}

export const MENU: readonly Assertion[] = [
  {
    name: 'A menu is built from a list alone',
    source: SPEC,
    ready: ({ Menu }) => assert.throws(() => Menu.buildFromTemplate('Open' as never), /must be an array/),
  },
  {
    name: 'A menu refuses an entry that has no label and no role and is no separator',
    source: SPEC,
    ready: ({ Menu }) => {
      for (const entry of [{}, { visible: true }, { id: 'open', click: () => undefined }, { type: 'checkbox' }, null, undefined])
        assert.throws(() => Menu.buildFromTemplate([{ label: 'Open' }, entry as never]), /at least one of label, role or type/);
    },
  },
  {
    name: 'A menu refuses an entry of a type that there is not',
    source: ITEM_CODE,
    ready: ({ Menu }) =>
      assert.throws(() => Menu.buildFromTemplate([{ label: 'Open', type: 'button' as never }]), /Unknown menu item type/),
  },
  {
    name: 'A menu refuses a submenu without entries of its own',
    source: ITEM_CODE,
    ready: ({ Menu }) => assert.throws(() => Menu.buildFromTemplate([{ label: 'More', type: 'submenu' }]), /Invalid submenu/),
  },
  {
    name: 'An entry is of the type normal, unless it says another or has a submenu',
    source: ITEM_CODE,
    ready: (electron) =>
      assert.deepEqual(types(electron, [{ label: 'a' }, { label: 'b', type: 'checkbox' }, { label: 'c', submenu: [{ label: 'd' }] }]), [
        'normal',
        'checkbox',
        'submenu',
      ]),
  },
  {
    name: 'Separators at the ends of a menu, and a second one in a row, are left out',
    source: SPEC,
    ready: (electron) => {
      const line = { type: 'separator' } as const;
      assert.deepEqual(types(electron, [line, { label: 'a' }, line, line, { label: 'b' }, line]), ['normal', 'separator', 'normal']);
    },
  },
  {
    name: 'An entry is enabled and visible, unless it says something else',
    source: ITEM_CODE,
    ready: ({ Menu }) => {
      const [first, second] = Menu.buildFromTemplate([{ label: 'a' }, { label: 'b', enabled: false, visible: false }]).items;
      assert.deepEqual([first?.enabled, first?.visible, second?.enabled, second?.visible], [true, true, false, false]);
    },
  },
  {
    name: 'An entry with a role has a label without being given one',
    source: ITEM_CODE,
    ready: ({ Menu }) => assert.notEqual(Menu.buildFromTemplate([{ role: 'copy' }]).items[0]?.label, ''),
  },
  {
    name: 'An entry is found by its id, and a click on it tells which one it was',
    source: `docs/api/menu.md, ${ITEM_CODE}`,
    ready: ({ Menu }) => {
      const clicked: string[] = [];
      const menu = Menu.buildFromTemplate([{ id: 'quit', label: 'Quit', click: ({ id }) => void clicked.push(id) }]);
      assert.equal(menu.getMenuItemById('open'), null);
      (menu.getMenuItemById('quit') as unknown as { click(): void }).click();
      assert.deepEqual(clicked, ['quit']);
    },
  },
  {
    name: 'The menu of the app can be taken away, and is a real menu or none',
    source: CODE,
    ready: ({ Menu }) => {
      Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'Intray', submenu: [{ role: 'quit' }] }]));
      assert.equal(Menu.getApplicationMenu()?.items.length, 1);
      assert.throws(() => Menu.setApplicationMenu({ items: [] } as never), TypeError);
      Menu.setApplicationMenu(null);
      assert.equal(Menu.getApplicationMenu(), null);
    },
  },
];
