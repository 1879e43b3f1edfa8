import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Assertion, type Electron, next } from '../assertion.ts';
import type * as E from 'electron/main';
import type { FakeNotification } from '#test/support/fake-electron/fake-tray.ts';

const SPEC = 'spec/api-tray-spec.ts';
const CODE = 'shell/browser/api/electron_api_tray.cc';

export const TRAY: readonly Assertion[] = [
  {
    name: 'A tray cannot be made before the app is ready',
    source: CODE,
    early: ({ Tray, nativeImage }) => assert.throws(() => new Tray(nativeImage.createEmpty()), /before app is ready/),
  },
  {
    name: 'A tray whose picture is a path that leads nowhere throws',
    source: SPEC,
    ready: ({ Tray }, { folder }) => assert.throws(() => new Tray(join(folder, 'missing.png')), /Failed to load image from path/),
  },
  {
    name: 'A tray with an empty picture is made without a word, and shows nothing',
    source: SPEC,
    ready: ({ Tray, nativeImage }, { folder }) => {
      const tray = new Tray(nativeImage.createFromPath(join(folder, 'missing.png')));
      assert.equal(tray.isDestroyed(), false);
      tray.destroy();
    },
  },
  {
    name: 'A tray is given another picture by a path only if there is one',
    source: SPEC,
    ready: ({ Tray }, { folder }) => {
      const tray = new Tray(join(folder, 'icon.png'));
      assert.throws(() => tray.setImage(join(folder, 'missing.png')), /Failed to load image from path/);
      tray.setImage(join(folder, 'icon.png'));
      tray.destroy();
    },
  },
  {
    name: 'A tray takes a menu or null, and nothing that only looks like a menu',
    source: `${SPEC}, ${CODE}`,
    ready: ({ Tray, Menu }, { folder }) => {
      const tray = new Tray(join(folder, 'icon.png'));
      tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Open' }]));
      tray.setContextMenu(null);
      assert.throws(() => tray.setContextMenu({ items: [] } as never), TypeError);
      tray.destroy();
    },
  },
  {
    name: 'A destroyed tray says so, and may be destroyed again',
    source: 'docs/api/tray.md',
    ready: ({ Tray }, { folder }) => {
      const tray = new Tray(join(folder, 'icon.png'));
      assert.equal(tray.isDestroyed(), false);
      tray.destroy();
      tray.destroy();
      assert.equal(tray.isDestroyed(), true);
    },
  },
  {
    name: 'A destroyed tray throws whatever else is asked of it',
    source: CODE,
    ready: ({ Tray, Menu }, { folder }) => {
      const icon = join(folder, 'icon.png');
      const tray = new Tray(icon);
      tray.destroy();
      const asked = [
        () => tray.setImage(icon),
        () => tray.setToolTip('Intray'),
        () => tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Open' }])),
      ];
      for (const ask of asked) assert.throws(ask, /destroyed/);
    },
  },
  {
    name: 'The picture of a file that is missing, or is no picture, is empty, and nothing is thrown',
    source: 'docs/api/native-image.md',
    ready: ({ nativeImage }, { folder }) => {
      for (const name of ['missing.png', 'no-picture.png']) assert.equal(nativeImage.createFromPath(join(folder, name)).isEmpty(), true);
    },
  },
  {
    name: 'The picture of a file has its size',
    source: 'docs/api/native-image.md',
    ready: ({ nativeImage }, { folder }) => {
      const image = nativeImage.createFromPath(join(folder, 'icon.png'));
      assert.equal(image.isEmpty(), false);
      assert.deepEqual(image.getSize(), { width: 24, height: 24 });
    },
  },
];

const MENU_SPEC = 'spec/api-menu-spec.ts';
const MENU_CODE = 'lib/browser/api/menu.ts';
const ITEM_CODE = 'lib/browser/api/menu-item.ts';

function types({ Menu }: Electron, template: E.MenuItemConstructorOptions[]): readonly string[] {
  return Menu.buildFromTemplate(template).items.map(({ type }) => type);
}

export const MENU: readonly Assertion[] = [
  {
    name: 'A menu is built from a list alone',
    source: MENU_SPEC,
    ready: ({ Menu }) => assert.throws(() => Menu.buildFromTemplate('Open' as never), /must be an array/),
  },
  {
    name: 'A menu refuses an entry that has no label and no role and is no separator',
    source: MENU_SPEC,
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
    source: MENU_SPEC,
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
    source: MENU_CODE,
    ready: ({ Menu }) => {
      Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'Intray', submenu: [{ role: 'quit' }] }]));
      assert.equal(Menu.getApplicationMenu()?.items.length, 1);
      assert.throws(() => Menu.setApplicationMenu({ items: [] } as never), TypeError);
      Menu.setApplicationMenu(null);
      assert.equal(Menu.getApplicationMenu(), null);
    },
  },
];

const NOTIFICATION_SPEC = 'spec/api-notification-spec.ts';
const DOCS = 'docs/api/notification.md';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TEXT = { title: 'Intray', body: 'A document was refused' };

/** For what only a double can be made to do. */
function double({ Notification }: Electron): typeof FakeNotification {
  return Notification as unknown as typeof FakeNotification;
}

export const NOTIFICATION: readonly Assertion[] = [
  {
    name: 'A notification cannot be made before the app is ready',
    source: 'shell/browser/api/electron_api_notification.cc',
    early: ({ Notification }) => assert.throws(() => new Notification(TEXT), /before app is ready/),
  },
  {
    name: 'Whether the system has notifications is a yes or a no',
    source: NOTIFICATION_SPEC,
    ready: ({ Notification }) => assert.equal(typeof Notification.isSupported(), 'boolean'),
  },
  {
    name: 'A notification has the title and the body that it was given',
    source: NOTIFICATION_SPEC,
    ready: ({ Notification }) => {
      const { title, body } = new Notification(TEXT);
      assert.deepEqual({ title, body }, TEXT);
    },
  },
  {
    name: 'A notification has the id that it was given, which cannot be changed',
    source: NOTIFICATION_SPEC,
    systems: ['darwin', 'win32'],
    ready: ({ Notification }) => {
      const notification = new Notification({ ...TEXT, id: 'document:1' });
      assert.equal(notification.id, 'document:1');
      assert.throws(() => Object.assign(notification, { id: 'document:2' }));
    },
  },
  {
    name: 'A notification that was given no id, or an empty one, has a UUID',
    source: NOTIFICATION_SPEC,
    systems: ['darwin', 'win32'],
    ready: ({ Notification }) => {
      const ids = [new Notification(TEXT), new Notification({ ...TEXT, id: '' })].map(({ id }) => id);
      for (const id of ids) assert.match(id, UUID);
      assert.notEqual(ids[0], ids[1]);
    },
  },
  {
    name: 'On Windows an id has 64 characters at most',
    source: NOTIFICATION_SPEC,
    systems: ['win32'],
    ready: ({ Notification }) => {
      assert.equal(new Notification({ ...TEXT, id: 'a'.repeat(64) }).id.length, 64);
      assert.throws(() => new Notification({ ...TEXT, id: 'a'.repeat(65) }), /64 UTF-16 characters/);
    },
  },
  {
    name: 'A notification that the system does not show says `failed`, with a reason, and not `show`',
    source: DOCS,
    systems: ['darwin', 'win32'],
    unseen: 'whether the system shows it is up to its settings and to the signature of the program',
    ready: async (electron) => {
      double(electron).failure = 'not signed';
      const notification = new electron.Notification(TEXT);
      const shown: unknown[] = [];
      notification.on('show', (event) => void shown.push(event));
      const failed = next(notification, 'failed');
      notification.show();
      const [, reason] = await failed;
      assert.deepEqual([reason, shown], ['not signed', []]);
      double(electron).failure = null;
    },
  },
  {
    name: 'The notifications that the system kept are handed out as a list, which may be empty',
    source: DOCS,
    systems: ['darwin'],
    ready: async ({ Notification }) => assert.ok(Array.isArray(await Notification.getHistory())),
  },
  {
    name: 'On Windows the click that started the app is told to who begins to listen later',
    source: DOCS,
    systems: ['win32'],
    unseen: 'a person clicks',
    ready: (electron) => {
      const told: E.ActivationArguments[] = [];
      double(electron).activate({ type: 'click', arguments: 'first' });
      electron.Notification.handleActivation((details) => void told.push(details));
      double(electron).activate({ type: 'click', arguments: 'second' });
      assert.deepEqual(
        told.map((details) => details.arguments),
        ['first', 'second'],
      );
    },
  },
];
