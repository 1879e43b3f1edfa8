import assert from 'node:assert/strict';
import process from 'node:process';
import type * as E from 'electron/main';
import { type Assertion, type Electron, type Ending, hear, next, stopFirst } from '../assertion.ts';

const DOCS = 'docs/api/app.md';
const CODE = 'shell/browser/browser.cc';
const OF_APP = ['before-quit', 'window-all-closed', 'will-quit', 'quit'];

type Say = (line: string) => void;

/** Says what app and window hear, and goes on with a window that has loaded its page. */
async function withPage({ app, BrowserWindow }: Electron, say: Say, act: (window: E.BrowserWindow) => Promise<void> | void): Promise<void> {
  hear(app, OF_APP, say);
  await app.whenReady();
  const window = new BrowserWindow({ show: false });
  hear(window, ['close', 'closed'], say, 'window ');
  await window.loadURL('about:blank');
  await act(window);
}

function says(said: readonly string[], code = 0): (ending: Ending) => void {
  return (ending) => assert.deepEqual(ending, { said, code });
}

export const END: readonly Assertion[] = [
  {
    name: 'An app that quits asks itself, then closes its windows, then asks once more, and then is gone; nobody is told that all windows are closed',
    source: DOCS,
    life: (electron, _outside, say) => withPage(electron, say, () => electron.app.quit()),
    ends: says(['before-quit', 'window close', 'window closed', 'will-quit', 'quit']),
  },
  {
    name: 'An app whose quitting is prevented at `before-quit` closes nothing, and may quit later',
    source: DOCS,
    life: (electron, _outside, say) =>
      withPage(electron, say, (window) => {
        stopFirst(electron.app, 'before-quit');
        electron.app.quit();
        say(window.isDestroyed() ? 'gone' : 'still there');
        electron.app.quit();
      }),
    ends: says(['before-quit', 'still there', 'before-quit', 'window close', 'window closed', 'will-quit', 'quit']),
  },
  {
    name: 'An app one of whose windows prevents its closing goes on, and asks itself anew when it quits later',
    source: CODE,
    life: (electron, _outside, say) =>
      withPage(electron, say, (window) => {
        stopFirst(window, 'close');
        electron.app.quit();
        say('goes on');
        electron.app.quit();
      }),
    ends: says(['before-quit', 'window close', 'goes on', 'before-quit', 'window close', 'window closed', 'will-quit', 'quit']),
  },
  {
    name: 'An app whose quitting is prevented at `will-quit` goes on without windows, and may quit later',
    source: DOCS,
    life: (electron, _outside, say) =>
      withPage(electron, say, async () => {
        stopFirst(electron.app, 'will-quit');
        const asked = next(electron.app, 'will-quit');
        electron.app.quit();
        await asked;
        say('goes on');
        electron.app.quit();
      }),
    ends: says(['before-quit', 'window close', 'window closed', 'will-quit', 'goes on', 'before-quit', 'will-quit', 'quit']),
  },
  {
    name: 'An app that is quitting does not begin anew when it is told to quit once more',
    source: CODE,
    life: (electron, _outside, say) =>
      withPage(electron, say, (window) => {
        window.once('close', () => electron.app.quit());
        electron.app.quit();
        electron.app.quit();
      }),
    ends: says(['before-quit', 'window close', 'window closed', 'will-quit', 'quit']),
  },
  {
    name: 'An app without windows has quit when the call returns',
    source: CODE,
    life: async ({ app }, _outside, say) => {
      hear(app, OF_APP, say);
      await app.whenReady();
      app.quit();
      say('returned');
    },
    ends: says(['before-quit', 'will-quit', 'quit', 'returned']),
  },
  {
    name: 'An app that exits asks nobody: its windows are closed unasked, and it says `quit` alone',
    source: DOCS,
    life: (electron, _outside, say) => withPage(electron, say, () => electron.app.exit(7)),
    ends: says(['window closed', 'quit'], 7),
  },
  {
    name: 'An app whose last window is closed quits, where nobody listens to that',
    source: DOCS,
    life: async ({ app, BrowserWindow }, _outside, say) => {
      hear(app, ['before-quit', 'will-quit', 'quit'], say);
      await app.whenReady();
      new BrowserWindow({ show: false }).destroy();
    },
    ends: says(['before-quit', 'will-quit', 'quit']),
  },
  {
    name: 'An app whose last window is closed goes on, where somebody listens to that',
    source: DOCS,
    life: async ({ app, BrowserWindow }, _outside, say) => {
      hear(app, OF_APP, say);
      app.on('window-all-closed', () => setImmediate(() => app.exit(3)));
      await app.whenReady();
      new BrowserWindow({ show: false }).destroy();
    },
    ends: says(['window-all-closed', 'quit'], 3),
  },
  {
    name: 'A window without a page is closed by quitting, too',
    source: 'shell/browser/window_list.cc',
    life: async ({ app, BaseWindow }, _outside, say) => {
      hear(app, OF_APP, say);
      await app.whenReady();
      hear(new BaseWindow({ show: false }), ['close', 'closed'], say, 'window ');
      app.quit();
    },
    ends: says(['before-quit', 'window close', 'window closed', 'will-quit', 'quit']),
  },
  {
    name: 'A system that tells the program to end has it quit in its own way',
    source: 'spec/api-app-spec.ts',
    systems: ['linux', 'darwin'],
    differs: { fake: 'is no process that could be told' },
    life: (electron, { place }, say) =>
      withPage(electron, say, () => {
        if (place === 'fake') electron.app.exit(1);
        else process.kill(process.pid, 'SIGTERM');
      }),
    ends: says(['before-quit', 'window close', 'window closed', 'will-quit', 'quit']),
  },
  {
    name: 'On macOS the app that quits for its update closes its windows before it asks itself',
    source: 'docs/api/auto-updater.md, shell/browser/api/electron_api_auto_updater.cc',
    systems: ['darwin'],
    unseen: 'an update would have to be signed and fetched',
    life: (electron, _outside, say) => {
      hear(electron.autoUpdater, ['before-quit-for-update'], say);
      return withPage(electron, say, () => electron.autoUpdater.quitAndInstall());
    },
    ends: says(['before-quit-for-update', 'window close', 'window closed', 'window-all-closed', 'before-quit', 'will-quit', 'quit']),
  },
  {
    name: 'On macOS a window that stays open keeps the app from quitting for its update',
    source: 'shell/browser/api/electron_api_auto_updater.cc',
    systems: ['darwin'],
    unseen: 'an update would have to be signed and fetched',
    life: (electron, _outside, say) =>
      withPage(electron, say, (window) => {
        stopFirst(window, 'close');
        electron.autoUpdater.quitAndInstall();
        setImmediate(() => {
          say('goes on');
          electron.app.exit(0);
        });
      }),
    ends: says(['window close', 'goes on', 'window closed', 'quit']),
  },
];
