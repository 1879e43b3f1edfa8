import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import {
  app,
  BaseWindow,
  type Event,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  session,
  type Session,
  type WebContents,
  type WebFrameMain,
} from 'electron/main';
import type { ItemId } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { isAppAddress, serveAppScheme } from './window/app-scheme.ts';
import { followTheme } from './window/follow-theme.ts';
import { INVITATION_PLACE } from './invitation/arrivals.ts';
import { openedWith } from './invitation/opened-with.ts';
import { windowIconPath } from './app-files.ts';
import { MainWindow } from './window/main-window.ts';
import { noticeText, Notifications } from './notifications/show-notifications.ts';
import { openTray } from './tray/open-tray.ts';
import { type Pace, type Quit, quitAfter } from './quit.ts';
import { secondStart } from './launch-options.ts';
import { speakTo, WindowPort } from './window/window-port.ts';
import type { ShellOptions } from './shell-options.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { RPCHandler } from '@orpc/server/message-port';
import type { Log } from '#shared/ports/world.ts';
import type { EngineRouter } from '../engine/engine.ts';
import { PORT_CHANNEL } from './window/port-channel.ts';

/** An upload takes seconds; a longer one is put back and sent after the next start. `soon` leaves the engine's other parts their two seconds. */
const QUIT_PATIENCE_MS: Readonly<Record<Pace, number>> = { 'in-time': 10 * SECOND_MS, soon: 1.5 * SECOND_MS };

/** Tray, window and notifications around a running engine. Call it once, after the app is ready. */
export async function openShell(options: ShellOptions): Promise<void> {
  const { engine, log, root, platform, hidden = false, afterCrash = false } = options;
  hardenSession(session.defaultSession);
  hardenAllContents();
  serveAppScheme(join(root, 'dist', 'window'));
  const closePorts = servePorts(engine.router, log);
  Menu.setApplicationMenu(applicationMenu(platform));

  const openItem = (itemId: ItemId | null): void => window.show(itemId === null ? null : placeOfItem(itemId));
  const notifications = new Notifications({ open: openItem, platform, log });
  const stopTheme = await followTheme(engine, log);
  const inDock = dockIcon(platform);
  inDock(false);
  const window = new MainWindow({
    onSight: inDock,
    preload: join(root, 'dist', 'preload', 'preload.cjs'),
    icon: windowIconPath({ folder: join(root, 'build', 'icons'), platform }),
    note: options.windowNote ?? null,
    onCrash: (reason, again) => {
      log.error('the page of the window ended', { reason, again });
      void say(options, notifications, again ? 'notice.window-crashed' : 'notice.window-gone');
    },
  });
  const stopTray = await openTray(options, {
    open: () => window.show(),
    openItem,
    openAt: (place) => window.show(`/${place}`),
    quit: () => app.quit(),
  });
  const stopNotices = openNotices(options, notifications);
  const stopNetwork = watchNetwork({ isOnline: () => net.isOnline(), onReturn: () => engine.lookAgain() });
  await notifications.takeUp();

  for (const event of ['resume', 'unlock-screen'] as const) powerMonitor.on(event as 'resume', () => engine.lookAgain());
  app.on('activate', () => window.show());
  // The app lives in the tray: it usually has no window open.
  app.on('window-all-closed', () => undefined);
  const stop = (): void => {
    window.letGo();
    for (const stopOne of [stopNetwork, stopNotices, stopTray, stopTheme, closePorts]) stopOne();
  };
  hearSecondStarts(options, window, quitWell(options, stop));
  const isArrived = showArrivals(options, window);
  if (!isArrived && !hidden) window.show();
  if (afterCrash) await say(options, notifications, 'notice.started-again');
}

/** An invitation opens the window at its question, also where the computer started Intray. Returns whether there is one already. */
function showArrivals({ arrivals }: ShellOptions, window: MainWindow): boolean {
  const show = (): boolean => {
    const isThere = (arrivals?.current() ?? null) !== null;
    if (isThere) window.show(INVITATION_PLACE);
    return isThere;
  };
  arrivals?.onChange(show);
  return show();
}

function hearSecondStarts({ arrivals, platform }: ShellOptions, window: MainWindow, quit: Quit): void {
  app.on('second-instance', (_event, argv) => {
    const asks = secondStart(argv);
    const opened = asks === 'quit' ? null : openedWith(argv, platform);
    if (opened !== null && arrivals !== undefined) void arrivals.take(opened);
    else if (asks === 'window') window.show();
    // An installer waits for this quit, so no update of ours may be installed after it.
    else if (asks === 'quit') quit.soon();
  });
}

/** Every way to quit: by the user, for a newer version, or with the system. */
function quitWell({ engine, log, platform, replace, onClosedNow }: ShellOptions, stop: () => void): Quit {
  const close = (pace: Pace): Promise<void> => engine.close(QUIT_PATIENCE_MS[pace]);
  const closeNow = (): void => {
    onClosedNow?.();
    engine.closeNow();
  };
  const quit = quitAfter({ stop, close, closeNow, log, instead: replace });
  followSystemEnd(platform, quit);
  return quit;
}

/** About Intray itself, never about a document. Also shown if notifications are turned off: something that the user relies on failed. */
async function say(options: ShellOptions, notifications: Notifications, key: Extract<MessageKey, `notice.${string}`>): Promise<void> {
  const { settings } = createRouterClient(options.engine.router, { context: {} });
  const translate = speakTo(await settings.get(), options.locale);
  notifications.show({ title: translate('notice.intray'), body: translate(key), itemId: null });
}

/** Without a menu of its own, the app would get Electron's, with developer tools and reload. macOS needs one for quitting and copying. */
function applicationMenu(platform: NodeJS.Platform): Menu | null {
  if (platform !== 'darwin') return null;
  return Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]);
}

/** Where the window shows a document: the fragment of its address, which the window reads. */
function placeOfItem(itemId: ItemId): string {
  return `/documents/${itemId}`;
}

/**
 * A menu bar app on macOS has a Dock icon only while its window is visible. This uses the activation policy, not `app.dock`, where by Electron's
 * documentation a second `hide` within a second has no effect. The app is packaged to start without an icon (`LSUIElement`), so that none
 * flashes at log-in.
 */
function dockIcon(platform: NodeJS.Platform): (isWindowThere: boolean) => void {
  if (platform !== 'darwin') return () => undefined;
  return (isWindowThere) => app.setActivationPolicy(isWindowThere ? 'regular' : 'accessory');
}

/** Shows the engine's notices as notifications. Returns a function that stops this. */
function openNotices({ engine, locale, log }: ShellOptions, notifications: Notifications): () => void {
  const client = createRouterClient(engine.router, { context: {} });
  const tell = async (notice: Notice): Promise<void> => {
    const settings = await client.settings.get();
    if (settings.notifications) notifications.show(noticeText(notice, speakTo(settings, locale)));
  };
  return engine.onNotice((notice) => {
    tell(notice).catch(() => log.warn('a notice could not be shown', { kind: notice.kind }));
  });
}

/** The system sends no event when the network returns; polling it is cheap. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

/**
 * Calls `onReturn` when the network was away and is back. The system's "offline" is reliable, its "online" proves nothing: so this is a
 * doorbell, and only trying shows whether the service can be reached. Returns a function that stops it.
 */
function watchNetwork(network: { readonly isOnline: () => boolean; readonly onReturn: () => void }): () => void {
  let online = network.isOnline();
  const timer = setInterval(() => {
    const before = online;
    online = network.isOnline();
    if (online && !before) network.onReturn();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Missing from Electron's declarations. The event can be prevented on these two systems only, and means something different on each. */
type ShutdownEvent = { preventDefault(): void };

/**
 * Handles the end of the system or of the user's session. It does not delay that end, and nothing relies on it: the journal survives a kill
 * (ADR-56).
 * - Linux: Electron holds logind's delay lock while there is a listener, and releases it when the listener returns, unless that calls
 *   `preventDefault`. In that case the lock is held until the program ends, and the system waits for it at most its own limit (five seconds).
 * - macOS: announces the end first, then asks each app to quit. An app that prevents this cancels the log-out, with a message that names the
 *   app.
 * - Windows: sends no `before-quit`, only a message to each window. There may be no window yet, so an invisible one is kept for it.
 */
function followSystemEnd(platform: NodeJS.Platform, quit: Quit): void {
  if (platform === 'win32') return followSession(quit);
  const follow = (event?: ShutdownEvent): void => {
    if (platform === 'darwin') return quit.letGo();
    event?.preventDefault();
    quit.soon();
  };
  powerMonitor.on('shutdown', follow);
}

/** `query-session-end` is not used: preventing it would delay the system, and the end may still be cancelled after it. */
function followSession(quit: Quit): void {
  const listener = new BaseWindow({ show: false, skipTaskbar: true, focusable: false, width: 1, height: 1 });
  listener.on('session-end', () => {
    quit.now();
    // Anything that still runs would find the journal closed.
    app.exit(0);
  });
}

/** Offers the engine to our windows: one port per document, closed with it. Returns a function that closes all of them. */
function servePorts(router: EngineRouter, log: Log): () => void {
  const handler = new RPCHandler(router, {
    interceptors: [
      async (call) => {
        const result = await call.next();
        if (result.matched && result.response.status >= 500) log.error('a call failed', { status: result.response.status });
        return result;
      },
    ],
  });
  const ports = new Map<WebContents, WindowPort>();
  const close = (contents: WebContents): void => {
    ports.get(contents)?.close();
    ports.delete(contents);
  };
  // A new document starts counting its questions again; the old document's port must not answer them.
  const open = (contents: WebContents): void => {
    if (!ports.has(contents)) endWith(contents, () => close(contents));
    close(contents);
    const port = new WindowPort((text) => send(contents, text), log);
    handler.upgrade(port);
    ports.set(contents, port);
  };
  ipcMain.on(PORT_CHANNEL, (event, message: unknown) => {
    if (!isTrustedSender(event.senderFrame)) return log.warn('message from a page that is not ours');
    if (message === null) open(event.sender);
    else ports.get(event.sender)?.receive(message);
  });
  return () => {
    for (const contents of ports.keys()) {
      close(contents);
      send(contents, null);
    }
  };
}

function send(contents: WebContents, message: string | null): void {
  if (!contents.isDestroyed()) contents.send(PORT_CHANNEL, message);
}

function endWith(contents: WebContents, close: () => void): void {
  contents.once('destroyed', close);
  contents.on('render-process-gone', close);
}

/** Whether this is the main frame of a page of ours. A frame that navigated away or was closed is null. */
export function isTrustedSender(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && isAppAddress(frame.url);
}

/** Applies to every page that this app creates: no new windows, no webviews, no navigation to another address. */
function hardenAllContents(): void {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}

/** No page of ours needs a camera, a location, its own notifications or any other permission. */
function hardenSession(
  contents: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  contents.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  contents.setPermissionCheckHandler(() => false);
  contents.setDevicePermissionHandler(() => false);
}

function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', stayHere);
  contents.on('will-navigate', stayHere);
  contents.on('will-redirect', stayHere);
}

function stayHere(event: Event<{ readonly url: string }>): void {
  if (!isAppAddress(event.url)) event.preventDefault();
}
