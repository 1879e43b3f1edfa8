import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { FakeBaseWindow } from '#test/support/fake-electron/fake-windows.ts';
import { type Assertion, hear, next, stopFirst, withWindow } from '../assertion.ts';

const DOCS = 'docs/api/browser-window.md';
const SPEC = 'spec/api-browser-window-spec.ts';
const DESTROYED = /Object has been destroyed/;

export const WINDOW: readonly Assertion[] = [
  {
    name: 'A window with a page cannot be made before the app is ready',
    source: 'shell/browser/api/electron_api_browser_window.cc',
    early: ({ BrowserWindow }) => assert.throws(() => new BrowserWindow({ show: false }), /before app is ready/),
  },
  {
    name: 'A window is seen from the start, unless it is told not to be',
    source: DOCS,
    ready: ({ BrowserWindow }) => {
      const [seen, hidden] = [new BrowserWindow(), new BrowserWindow({ show: false })];
      assert.deepEqual([seen.isVisible(), hidden.isVisible()], [true, false]);
      for (const window of [seen, hidden]) window.destroy();
    },
  },
  {
    name: 'A window that is shown and hidden says so and knows it',
    source: DOCS,
    ready: (electron) =>
      withWindow(electron, async (window) => {
        const shown = next(window, 'show');
        window.show();
        await shown;
        assert.equal(window.isVisible(), true);
        const hidden = next(window, 'hide');
        window.hide();
        await hidden;
        assert.equal(window.isVisible(), false);
      }),
  },
  {
    name: 'A window asks with `close` before it closes, and says `closed` afterwards',
    source: DOCS,
    ready: async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false });
      const said: string[] = [];
      hear(window, ['close', 'closed'], (line) => said.push(line));
      const closed = next(window, 'closed');
      window.close();
      await closed;
      assert.deepEqual([said, window.isDestroyed()], [['close', 'closed'], true]);
    },
  },
  {
    name: 'A window whose closing is prevented stays as it is',
    source: DOCS,
    ready: async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false });
      stopFirst(window, 'close');
      window.close();
      await setImmediate();
      assert.deepEqual([window.isDestroyed(), window.isVisible()], [false, false]);
      window.destroy();
    },
  },
  {
    name: 'A window that is destroyed does not ask: it only says `closed`, and its page `destroyed`',
    source: `${DOCS}, docs/api/web-contents.md`,
    ready: async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false });
      const said: string[] = [];
      hear(window, ['close', 'closed'], (line) => said.push(line));
      const gone = next(window.webContents, 'destroyed');
      window.destroy();
      await gone;
      assert.deepEqual(said, ['closed']);
    },
  },
  {
    name: 'A window that is destroyed throws whatever is asked of it, but for whether it is',
    source: `${SPEC}, shell/common/gin_helper/function_template.h`,
    ready: ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false });
      window.destroy();
      window.destroy();
      assert.equal(window.isDestroyed(), true);
      for (const ask of [() => window.show(), () => window.isVisible(), () => window.getNormalBounds(), () => window.webContents])
        assert.throws(ask, DESTROYED);
      // Its listeners may still be removed.
      window.on('hide', () => undefined).removeAllListeners('hide');
    },
  },
  {
    name: 'The page of a window that is destroyed throws whatever is asked of it, but for whether it is',
    source: SPEC,
    ready: async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false });
      const contents = window.webContents;
      window.destroy();
      await setImmediate();
      assert.equal(contents.isDestroyed(), true);
      for (const ask of [() => contents.reload(), () => contents.getURL()]) assert.throws(ask, DESTROYED);
      assert.throws(() => contents.send('to-page', 'Hello'));
    },
  },
  {
    name: 'A window that is destroyed is in the list of windows no more',
    source: 'lib/browser/api/browser-window.ts',
    ready: ({ BrowserWindow }) => {
      const before = BrowserWindow.getAllWindows().length;
      const window = new BrowserWindow({ show: false });
      assert.equal(BrowserWindow.getAllWindows().length, before + 1);
      window.destroy();
      assert.equal(BrowserWindow.getAllWindows().length, before);
    },
  },
  {
    name: 'A window without a page asks before it closes, as one with a page does',
    source: 'docs/api/base-window.md',
    ready: async ({ BaseWindow }) => {
      const window = new BaseWindow({ show: false });
      const said: string[] = [];
      hear(window, ['close', 'closed'], (line) => said.push(line));
      const closed = next(window, 'closed');
      window.close();
      await closed;
      assert.deepEqual([said, window.isDestroyed()], [['close', 'closed'], true]);
    },
  },
  {
    name: 'On Windows every window, also one without a page, hears of the end of the session; its asking beforehand can be refused, the end cannot',
    source: 'docs/api/base-window.md, docs/api/structures/window-session-end-event.md',
    systems: ['win32'],
    unseen: 'the session would have to end',
    ready: ({ BaseWindow }) => {
      const window = new BaseWindow({ show: false });
      const reasons: unknown[] = [];
      window.on('session-end', (event) => void reasons.push(event.reasons));
      window.on('query-session-end', (event) => event.preventDefault());
      const double = window as unknown as FakeBaseWindow;
      assert.equal(double.hears('query-session-end'), true);
      assert.equal(double.hears('session-end', ['logoff']), false);
      assert.deepEqual(reasons, [['logoff']]);
      window.destroy();
    },
  },
  {
    name: 'The bounds of a window are changed by those members alone that are given',
    source: 'lib/browser/api/browser-window.ts',
    ready: (electron) =>
      withWindow(
        electron,
        async (window) => {
          const { height } = window.getNormalBounds();
          window.setBounds({ width: 700 });
          assert.deepEqual({ ...window.getNormalBounds(), x: 0, y: 0 }, { x: 0, y: 0, width: 700, height });
        },
        { width: 600, height: 500 },
      ),
  },
];
