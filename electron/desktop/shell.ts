import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { app, Menu, net, powerMonitor, session } from 'electron/main';
import type { ItemId } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { serveAppScheme } from './window/app-scheme.ts';
import { dockIcon } from './window/dock-icon.ts';
import { followTheme } from './window/follow-theme.ts';
import { hardenAllContents, hardenSession } from './harden.ts';
import { INVITATION_PLACE } from './invitation/arrivals.ts';
import { openedWith } from './invitation/opened-with.ts';
import { windowIconPath } from './icon-paths.ts';
import { MainWindow } from './window/main-window.ts';
import { Notifications } from './notifications/show-notifications.ts';
import { openNotices } from './notifications/open-notices.ts';
import { openTray } from './tray/open-tray.ts';
import { type Pace, type Quit, quitAfter } from './quit.ts';
import { secondStart } from './second-start.ts';
import { servePorts } from './window/serve-ports.ts';
import { speakTo } from './window/speak-to.ts';
import { followSystemEnd } from './system-end.ts';
import { watchNetwork } from './watch-network.ts';
import { placeOfItem } from './window/window-place.ts';
import type { ShellOptions } from './shell-options.ts';

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

/** Every way to quit: by the person, for a newer version, or with the system. */
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

/** About Intray itself, never about a document. Also shown if notifications are turned off: something that the person relies on failed. */
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
