import { join, resolve } from 'node:path';
import { app, BrowserWindow, ipcMain, Menu, Notification, powerMonitor, protocol, session, Tray } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PORT_CHANNEL } from '#electron/desktop/window/port-channel.ts';
import { openShell } from '#electron/desktop/shell.ts';
import type { FakeBrowserWindow } from '#test/support/fake-electron/fake-windows.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { advance } from '#shared/domain/item/advance.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { type CannedEngine, cannedEngine, refusedItem } from './canned-engine.ts';

/** The project's folder, with the tray's pictures. */
const ROOT = resolve(import.meta.dirname, '../../../..');

beforeEach(() => fake.resetFakeElectron());

async function opened(engine: CannedEngine = cannedEngine()) {
  const log = recordingLog();
  await openShell({ engine, log, root: ROOT, locale: 'fr-FR', platform: 'linux' });
  const window = fake.BrowserWindow.all[0] as FakeBrowserWindow;
  const tray = fake.Tray.all[0] as InstanceType<typeof fake.Tray>;
  return { engine, log, window, tray };
}

describe('the alias of these tests', () => {
  it('gives the fake, so that no test starts a download of Electron', () => {
    expect([app, BrowserWindow, ipcMain, Menu, Notification, powerMonitor, protocol, session, Tray]).toEqual([
      fake.app,
      fake.BrowserWindow,
      fake.ipcMain,
      fake.Menu,
      fake.Notification,
      fake.powerMonitor,
      fake.protocol,
      fake.session,
      fake.Tray,
    ]);
  });
});

describe('the window', () => {
  it('has a sandboxed, isolated page of ours without Node', async () => {
    const { window } = await opened();
    expect(window.options.webPreferences).toMatchObject({
      preload: join(ROOT, 'dist', 'preload', 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    });
    expect(window.loaded).toEqual(['app://intray/']);
  });

  it('cannot open another, go elsewhere or hold a webview', async () => {
    const { webContents } = (await opened()).window;
    expect(webContents.opensWindows()).toBe(false);
    expect(webContents.lets('will-attach-webview', 'app://intray/')).toBe(false);
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const) {
      for (const url of ['https://example.com/', 'app://intray.evil/', 'file:///etc/passwd', 'data:text/html,x', 'javascript:1'])
        expect({ event, url, let: webContents.lets(event, url) }).toEqual({ event, url, let: false });
      expect(webContents.lets(event, 'app://intray/#/settings')).toBe(true);
    }
  });

  it('is granted no permission at all', async () => {
    await opened();
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'usb'])
      expect({ permission, granted: fake.session.defaultSession.allows(permission) }).toEqual({ permission, granted: false });
  });

  it('is hidden by closing it, and comes back for a second start', async () => {
    const { window } = await opened();
    window.close();
    expect(window.isVisible()).toBe(false);
    expect(window.isDestroyed()).toBe(false);
    fake.app.emit('second-instance', {}, []);
    expect(window.isVisible()).toBe(true);
    expect(fake.BrowserWindow.all).toHaveLength(1);
  });

  it('has no menu with developer tools', async () => {
    fake.Menu.application = {} as never;
    await opened();
    expect(fake.Menu.application).toBeNull();
  });
});

describe('messages of a page', () => {
  const ask = JSON.stringify({ i: '1', p: { u: '/overview', b: {} } });

  it('are answered to our own page alone', async () => {
    const { window, log } = await opened();
    const sender = window.webContents;
    const ours = { url: 'app://intray/', parent: null };
    const say = (senderFrame: Parameters<typeof fake.ipcMain.deliver>[1]['senderFrame'], message: unknown) =>
      fake.ipcMain.deliver(PORT_CHANNEL, { sender, senderFrame, args: [message] });
    for (const frame of [null, { url: 'https://example.com/', parent: null }, { url: 'app://intray/', parent: {} as never }]) {
      say(frame, null);
      say(frame, ask);
    }
    expect(log.lines).toHaveLength(6);
    say(ours, ask);
    await Promise.resolve();
    expect(sender.sent).toEqual([]);
    say(ours, null);
    say(ours, ask);
    await vi.waitFor(() => expect(sender.sent).toHaveLength(1));
    expect(String(sender.sent[0]?.args[0])).toContain('"standing":"fine"');
  });
});

describe('the tray', () => {
  it('tells the standing by its picture and its menu, anew after each change', async () => {
    const { engine, tray } = await opened();
    expect(tray.image).toMatchObject({ path: join(ROOT, 'build', 'icons', 'tray', 'fine-24.png') });
    engine.says.overview = { ...engine.says.overview, standing: 'needs-you' };
    const resolved = advance(refusedItem('devis.pdf'), { kind: 'resolved', by: 'user' }, wallMs(1)).item;
    engine.says.refused = [resolved, refusedItem('facture & co.pdf')];
    engine.ring();
    await vi.waitFor(() => expect(tray.menusSet).toBe(2));
    expect(tray.image).toMatchObject({ path: join(ROOT, 'build', 'icons', 'tray', 'needs-you-24.png') });
    expect(tray.menu?.labels()).toEqual([
      'Aucune société n’est connectée',
      'Ouvrir Intray',
      expect.any(String),
      'facture && co.pdf',
      'Réglages…',
      'Quitter Intray',
    ]);
    engine.says.settings = { ...engine.says.settings, language: 'en' };
    engine.ring();
    await vi.waitFor(() => expect(tray.menu?.labels()[0]).toBe('No company is connected'));
  });

  it('whose picture is missing is there all the same, and the log says that nobody sees it', async () => {
    const log = recordingLog();
    const open = (root: string) => openShell({ engine: cannedEngine(), log, root, locale: 'fr-FR', platform: 'linux' });
    await open(ROOT);
    expect(log.lines).toEqual([]);
    fake.resetFakeElectron();
    await open('/nowhere');
    expect(fake.Tray.all).toHaveLength(1);
    expect(log.lines[0]).toMatchObject({ level: 'error', message: 'a picture of the tray is missing', fields: { standing: 'fine' } });
  });

  it('offers a newer version that is ready, and asks for it once', async () => {
    const { engine, tray } = await opened();
    expect(tray.menu?.labels().join()).not.toContain('version');
    engine.says.updates = { kind: 'ready', version: '2.0.0', notes: { en: '', fr: '' }, asked: false, failed: null };
    engine.ring();
    await vi.waitFor(() => expect(tray.menu?.labels()).toContain('Redémarrer en version \u20682.0.0\u2069'));
    tray.menu?.click('update');
    await vi.waitFor(() => expect(engine.says.updates).toMatchObject({ asked: true }));
    engine.ring();
    await vi.waitFor(() => expect(tray.menu?.labels().join()).not.toContain('version'));
  });

  it('is left alone by a ring that changes nothing', async () => {
    const { engine, tray } = await opened();
    for (let ring = 0; ring < 100; ring += 1) engine.ring();
    await new Promise(setImmediate);
    expect(tray.menusSet).toBe(1);
  });

  it('opens the window, also at a refused document', async () => {
    const engine = cannedEngine();
    const item = refusedItem('a.pdf');
    engine.says.refused = [item];
    const { window, tray } = await opened(engine);
    window.close();
    tray.menu?.click('open');
    expect(window.isVisible()).toBe(true);
    tray.menu?.click(`item:${item.id}`);
    expect(window.loaded.at(-1)).toBe(`app://intray/#/documents/${item.id}`);
  });
});

describe('a notice', () => {
  it('is one notification, whose click opens the window at the document', async () => {
    const { engine, window } = await opened();
    const item = refusedItem('facture.pdf', 'Facture illisible');
    window.close();
    engine.tell({ kind: 'refused', items: [item] });
    await vi.waitFor(() => expect(fake.Notification.shown).toHaveLength(1));
    const [shown] = fake.Notification.shown;
    expect(shown?.title).toContain('facture.pdf');
    expect(shown?.body).toBe('Facture illisible');
    shown?.emit('click');
    expect(window.isVisible()).toBe(true);
    expect(window.loaded.at(-1)).toBe(`app://intray/#/documents/${item.id}`);
  });

  it('is not shown to a person who wants none, or where there are none', async () => {
    const { engine } = await opened();
    engine.says.settings = { ...engine.says.settings, notifications: false };
    engine.tell({ kind: 'refused', items: [refusedItem('a.pdf')] });
    await new Promise(setImmediate);
    engine.says.settings = { ...engine.says.settings, notifications: true };
    fake.Notification.supported = false;
    engine.tell({ kind: 'refused', items: [refusedItem('a.pdf')] });
    await new Promise(setImmediate);
    expect(fake.Notification.shown).toEqual([]);
  });
});

describe('the computer', () => {
  it('that wakes up makes the engine look again', async () => {
    const { engine } = await opened();
    fake.powerMonitor.says('resume');
    expect(engine.looks()).toBe(1);
    fake.powerMonitor.says('unlock-screen');
    expect(engine.looks()).toBe(2);
  });

  it('that quits waits for the engine, once, and then lets the window go', async () => {
    const { engine, window } = await opened();
    fake.app.quit();
    fake.app.quit();
    expect(fake.app.exitCode).toBeNull();
    expect(engine.closing.asked).toBe(1);
    engine.closing.let();
    await vi.waitFor(() => expect(fake.app.exitCode).toBe(0));
    expect(window.isDestroyed()).toBe(true);
    expect(fake.Tray.all).toEqual([]);
  });
});
