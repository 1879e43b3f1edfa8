import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { app, Menu, powerMonitor, session } from 'electron/main';
import type { Settings } from '#shared/app-api/settings.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Log } from '#shared/ports/log.ts';
import type { App } from '../app-shape.ts';
import { serveAppScheme } from './app-scheme.ts';
import { coalesced } from './coalesced.ts';
import { hardenAllContents, hardenSession } from './harden.ts';
import { MainWindow } from './main-window.ts';
import { noticeText } from './notice-text.ts';
import { Notifications } from './notifications.ts';
import { quitAfter } from './quit.ts';
import { servePorts } from './serve-ports.ts';
import { StandingTray } from './standing-tray.ts';
import { TRAY_REFUSALS_MAX, trayView } from './tray-view.ts';
import { placeOfItem } from './window-place.ts';

export type ShellOptions = {
  readonly engine: App;
  readonly log: Log;
  /** Folder of the app's own files: `dist/` and `build/icons/` lie in it. */
  readonly root: string;
  /** BCP 47 tag of the person's system. */
  readonly locale: string;
  readonly platform: NodeJS.Platform;
};

/** An upload ends in seconds; what takes longer is put back and sent again after the next start. */
const QUIT_PATIENCE_MS = 10 * SECOND_MS;

/** Tray, window and notifications around a running engine. The app is ready; this is called once. */
export async function openShell(options: ShellOptions): Promise<void> {
  const { engine, log, root, platform } = options;
  hardenSession(session.defaultSession);
  hardenAllContents();
  serveAppScheme(join(root, 'dist', 'window'));
  const closePorts = servePorts(engine.router, log);
  Menu.setApplicationMenu(applicationMenu(platform));

  const window = new MainWindow({
    preload: join(root, 'dist', 'preload', 'preload.cjs'),
    icon: join(root, 'build', 'icons', 'app', '256x256.png'),
  });
  const openItem = (itemId: ItemId | null): void => window.show(itemId === null ? null : placeOfItem(itemId));
  const stopTray = await openTray(options, { open: () => window.show(), openItem, quit: () => app.quit() });
  const stopNotices = openNotices(options, openItem);

  for (const event of ['resume', 'unlock-screen'] as const) powerMonitor.on(event as 'resume', () => engine.lookAgain());
  app.on('second-instance', () => window.show());
  app.on('activate', () => window.show());
  // The app lives in the tray: having no window open is its usual state.
  app.on('window-all-closed', () => undefined);
  quitAfter(async () => {
    window.letGo();
    stopNotices();
    stopTray();
    closePorts();
    await engine.close(QUIT_PATIENCE_MS);
  });
  window.show();
}

/** Without one of its own the app would get Electron's, with developer tools and reload. macOS needs one for quitting and copying. */
function applicationMenu(platform: NodeJS.Platform): Menu | null {
  if (platform !== 'darwin') return null;
  return Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]);
}

type Actions = { readonly open: () => void; readonly openItem: (itemId: ItemId) => void; readonly quit: () => void };

/** Keeps the tray as the engine stands; returns how to take it away. */
async function openTray(options: ShellOptions, actions: Actions): Promise<() => void> {
  const { engine, log, root, locale, platform } = options;
  const client = createRouterClient(engine.router, { context: {} });
  const view = async () => {
    const [settings, refused] = await Promise.all([
      client.settings.get(),
      client.items.list({ states: ['refused'], limit: TRAY_REFUSALS_MAX }),
    ]);
    return trayView(engine.overview(), refused.items, translatorOf(settings, locale));
  };
  const tray = new StandingTray(await view(), { folder: join(root, 'build', 'icons', 'tray'), platform, actions });
  const stop = engine.onChange(
    coalesced(async () => {
      try {
        tray.show(await view());
      } catch {
        // The engine is closing; its last look is not needed any more.
        log.debug('the tray could not look');
      }
    }),
  );
  return () => {
    stop();
    tray.close();
  };
}

function openNotices({ engine, locale, log }: ShellOptions, open: (itemId: ItemId | null) => void): () => void {
  const client = createRouterClient(engine.router, { context: {} });
  const notifications = new Notifications(open);
  const tell = async (notice: Notice): Promise<void> => {
    const settings = await client.settings.get();
    if (settings.notifications) notifications.show(noticeText(notice, translatorOf(settings, locale)));
  };
  return engine.onNotice((notice) => {
    tell(notice).catch(() => log.warn('a notice could not be shown', { kind: notice.kind }));
  });
}

function translatorOf(settings: Settings, locale: string): Translate {
  return translator(languageOf(settings.language, locale));
}
