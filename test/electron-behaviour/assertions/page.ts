import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type * as E from 'electron/main';
import { type Assertion, type Electron, hear, next, type Outside, PAGE, rejection, withWindow } from '../assertion.ts';

const DOCS = 'docs/api/web-contents.md';
const SPEC = 'spec/api-web-contents-spec.ts';
const PROTOCOL_SPEC = 'spec/api-protocol-spec.ts';
const NO_PAGE = 'has no page: nothing runs in it and no handler is asked';

/** With a page that has loaded the assertions' preload, and what it has sent to us so far. */
function withPreload(
  electron: Electron,
  { folder }: Outside,
  act: (window: E.BrowserWindow, heard: readonly (readonly unknown[])[]) => Promise<void>,
): Promise<void> {
  const heard: (readonly unknown[])[] = [];
  const hearPage = (_event: unknown, ...args: unknown[]): void => void heard.push(args);
  electron.ipcMain.on('from-page', hearPage);
  return withWindow(
    electron,
    async (window) => {
      await window.loadURL(PAGE);
      assert.deepEqual(heard, [['here']]);
      await act(window, heard);
    },
    { webPreferences: { preload: join(folder, 'preload.cjs') } },
  ).finally(() => electron.ipcMain.off('from-page', hearPage));
}

export const PAGES: readonly Assertion[] = [
  {
    name: 'What loads an address ends when the page is loaded, and the page has said so by then',
    source: `${DOCS}, ${SPEC}`,
    ready: (electron) =>
      withWindow(electron, async (window) => {
        const said: string[] = [];
        hear(window.webContents, ['did-navigate', 'did-finish-load', 'did-fail-load'], (line) => said.push(line));
        await window.loadURL(PAGE);
        assert.deepEqual([said, window.webContents.getURL()], [['did-navigate', 'did-finish-load'], PAGE]);
      }),
  },
  {
    name: 'A window that is not seen says `ready-to-show` when its page is drawn',
    source: 'docs/api/browser-window.md',
    ready: (electron) =>
      withWindow(electron, async (window) => {
        const ready = next(window, 'ready-to-show');
        await Promise.all([window.loadURL(PAGE), ready]);
        assert.equal(window.isVisible(), false);
      }),
  },
  {
    name: 'An address of a scheme that nobody serves is not loaded: what loads it rejects with ERR_FAILED',
    source: SPEC,
    ready: (electron) =>
      withWindow(electron, async (window) => {
        const { code, errno } = await rejection(window.loadURL('nobody-serves-this://page/'));
        assert.deepEqual({ code, errno }, { code: 'ERR_FAILED', errno: -2 });
      }),
  },
  {
    name: 'A page whose handler throws says `did-fail-load`, and what loads it rejects with ERR_UNEXPECTED',
    source: `${PROTOCOL_SPEC}, ${DOCS}`,
    differs: { fake: NO_PAGE },
    ready: (electron) =>
      withWindow(
        electron,
        async (window) => {
          const failed = next(window.webContents, 'did-fail-load');
          const { code, errno } = await rejection(window.loadURL(PAGE));
          assert.deepEqual({ code, errno }, { code: 'ERR_UNEXPECTED', errno: -9 });
          const [, number, words, url, isMainFrame] = await failed;
          assert.deepEqual([number, words, url, isMainFrame], [-9, 'ERR_UNEXPECTED', PAGE, true]);
        },
        { serve: () => Promise.reject(new Error('the disk does not answer')) },
      ),
  },
  {
    name: 'A page whose handler answers with an error rejects with ERR_FAILED',
    source: PROTOCOL_SPEC,
    differs: { fake: NO_PAGE },
    ready: (electron) =>
      withWindow(
        electron,
        async (window) => {
          assert.equal((await rejection(window.loadURL(PAGE))).code, 'ERR_FAILED');
        },
        { serve: () => Response.error() },
      ),
  },
  {
    name: 'A page that answers that it is not there is a page that was loaded',
    source: `${DOCS} (did-navigate has the code of the answer)`,
    ready: (electron) =>
      withWindow(electron, (window) => window.loadURL(PAGE), { serve: () => new Response('<p>Not here</p>', { status: 404 }) }),
  },
  {
    name: 'A second address takes the place of the first, which rejects with ERR_ABORTED',
    source: 'lib/browser/api/web-contents.ts',
    ready: (electron) =>
      withWindow(electron, async (window) => {
        const first = rejection(window.loadURL(`${PAGE}first`));
        const loaded = next(window.webContents, 'did-finish-load');
        window.loadURL(`${PAGE}second`).catch(() => undefined);
        assert.equal((await first).code, 'ERR_ABORTED');
        await loaded;
        assert.equal(window.webContents.getURL(), `${PAGE}second`);
      }),
  },
  {
    name: 'Another place of the same page is there without loading it again',
    source: SPEC,
    ready: (electron) =>
      withWindow(electron, async (window) => {
        await window.loadURL(PAGE);
        await setImmediate();
        const said: string[] = [];
        hear(window.webContents, ['did-navigate-in-page', 'did-finish-load'], (line) => said.push(line));
        await window.loadURL(`${PAGE}#/documents`);
        assert.deepEqual([said, window.webContents.getURL()], [['did-navigate-in-page'], `${PAGE}#/documents`]);
      }),
  },
  {
    name: 'The app is not asked about an address that it loads itself',
    source: DOCS,
    ready: (electron) =>
      withWindow(electron, async (window) => {
        const asked: string[] = [];
        hear(window.webContents, ['will-navigate', 'will-frame-navigate'], (line) => asked.push(line));
        await window.loadURL(PAGE);
        assert.deepEqual(asked, []);
      }),
  },
  {
    name: 'The app is asked where a page goes by itself, first for any frame and then for the main one, and may refuse',
    source: DOCS,
    ready: (electron, { pageGoesTo }) =>
      withWindow(electron, async (window) => {
        await window.loadURL(PAGE);
        const asked: string[] = [];
        hear(window.webContents, ['will-frame-navigate', 'will-navigate'], (line) => asked.push(line));
        window.webContents.on('will-navigate', (event) => event.preventDefault());
        const refused = next(window.webContents, 'will-navigate');
        await pageGoesTo(window.webContents, 'elsewhere');
        await refused;
        assert.deepEqual([asked, window.webContents.getURL()], [['will-frame-navigate', 'will-navigate'], PAGE]);
      }),
  },
  {
    name: 'A window that the page opens is refused by the handler, and the page gets null',
    source: 'docs/api/web-contents.md, docs/api/window-open.md',
    differs: { fake: NO_PAGE },
    ready: (electron, { pageRuns }) =>
      withWindow(electron, async (window) => {
        window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
        await window.loadURL(PAGE);
        assert.equal(await pageRuns(window.webContents, "window.open('about:blank') === null"), true);
        assert.deepEqual(electron.BrowserWindow.getAllWindows().length, 1);
      }),
  },
  {
    name: 'A page whose process ends says `render-process-gone`, with a reason, and can be loaded again in the very listener',
    source: SPEC,
    ready: (electron) =>
      withWindow(electron, async (window) => {
        await window.loadURL(PAGE);
        window.webContents.once('render-process-gone', () => window.webContents.reload());
        const gone = next(window.webContents, 'render-process-gone');
        const again = next(window.webContents, 'did-finish-load');
        window.webContents.forcefullyCrashRenderer();
        const [, details] = await gone;
        assert.match((details as E.RenderProcessGoneDetails).reason, /^(killed|crashed)$/);
        await again;
      }),
  },
  {
    name: 'A page without preferences of its own is isolated and has nothing of Node',
    source: 'docs/tutorial/security.md, docs/api/structures/web-preferences.md',
    differs: { fake: NO_PAGE },
    ready: (electron, { pageRuns }) =>
      withWindow(electron, async (window) => {
        await window.loadURL(PAGE);
        const code = "['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis).join()";
        assert.equal(await pageRuns(window.webContents, code), '');
      }),
  },
  {
    name: 'A page of a scheme that was declared standard and secure has an origin, and is a secure place',
    source: 'docs/api/protocol.md',
    differs: { fake: NO_PAGE, 'stand-in': 'shows the page under an https: address, which is its origin there' },
    ready: (electron, { pageRuns }) =>
      withWindow(electron, async (window) => {
        await window.loadURL(PAGE);
        assert.equal(await pageRuns(window.webContents, '`${isSecureContext} ${origin}`'), 'true behaviour://page');
      }),
  },
  {
    name: 'A page of that scheme may ask its own handler, which gets the address, the method and the headers',
    source: `docs/api/protocol.md, ${PROTOCOL_SPEC}`,
    differs: { fake: NO_PAGE },
    ready: async (electron, { pageRuns }) => {
      const asked: string[] = [];
      const serve = ({ url, method, headers }: Request): Response => {
        asked.push(`${method} ${url} ${headers.get('x-word')}`);
        return new Response('<p>Hello</p>', { status: 200, headers: { 'content-type': 'text/html', 'x-word': 'back' } });
      };
      await withWindow(
        electron,
        async (window) => {
          await window.loadURL(PAGE);
          const code = "fetch('/list', { headers: { 'x-word': 'there' } }).then((answer) => answer.headers.get('x-word'))";
          assert.equal(await pageRuns(window.webContents, code), 'back');
        },
        { serve },
      );
      assert.ok(asked.includes(`GET ${PAGE}list there`));
    },
  },
  {
    name: 'The preload of a page has said its word by the time that the page is loaded; the word comes from its main frame',
    source: 'docs/api/ipc-main.md, docs/api/structures/ipc-main-event.md',
    differs: { fake: NO_PAGE },
    ready: async (electron, outside) => {
      const events: unknown[] = [];
      const hearEvent = ({ sender, senderFrame }: E.IpcMainEvent): void => {
        events.push({ sender: sender.id, url: senderFrame?.url, parent: senderFrame?.parent });
      };
      electron.ipcMain.on('from-page', hearEvent);
      await withPreload(electron, outside, async ({ webContents }) => {
        assert.deepEqual(events, [{ sender: webContents.id, url: PAGE, parent: null }]);
      });
      electron.ipcMain.off('from-page', hearEvent);
    },
  },
  {
    name: 'What is sent to a page comes to its preload, and what the preload sends comes back',
    source: `${DOCS}, docs/api/ipc-renderer.md`,
    differs: { fake: NO_PAGE },
    ready: (electron, outside) =>
      withPreload(electron, outside, async (window, heard) => {
        const answered = next(electron.ipcMain, 'from-page');
        window.webContents.send('to-page', 'Hello', null, 7);
        await answered;
        assert.deepEqual(heard.at(-1), ['heard', 'Hello', null, 7]);
      }),
  },
  {
    name: 'What is sent keeps its kind: a list of bytes is one on the other side',
    source: 'docs/api/ipc-renderer.md',
    differs: { fake: NO_PAGE, 'stand-in': 'sends as JSON, which makes an object of bytes and leaves `undefined` out' },
    ready: (electron, outside) =>
      withPreload(electron, outside, async (window, heard) => {
        const answered = next(electron.ipcMain, 'from-page');
        window.webContents.send('to-page', new Uint8Array([1, 2]), undefined);
        await answered;
        const [, bytes, nothing] = heard.at(-1) ?? [];
        assert.deepEqual([bytes instanceof Uint8Array, nothing], [true, undefined]);
      }),
  },
  {
    name: 'A function that the preload offers answers the page',
    source: 'docs/api/context-bridge.md',
    differs: { fake: NO_PAGE, 'stand-in': 'lets a page call what the preload offers, and hands nothing back' },
    ready: (electron, outside) =>
      withPreload(electron, outside, async (window) => {
        assert.equal(await outside.pageRuns(window.webContents, 'bridge.answer()'), 42);
      }),
  },
];
