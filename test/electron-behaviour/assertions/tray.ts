import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Assertion } from '../assertion.ts';

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
