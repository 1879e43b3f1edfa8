import { BrowserWindow } from 'electron/main';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { APP_URL } from './app-address.ts';
import { bringIntoSight, openingOf, rememberWindow } from './remember-window.ts';
import { SMALLEST } from './window-bounds.ts';

export type MainWindowOptions = {
  readonly preload: string;
  readonly icon: string;
  /** File of the profile that says where the window was; null: it opens at its usual place. */
  readonly note: string | null;
  /** Its page ended by itself; `again` says whether it was made anew. */
  readonly onCrash: (reason: string, again: boolean) => void;
};

/** A page that ends more often than this is not mended by another try; the window is made anew when it is asked for. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 10 * MINUTE_MS;

/**
 * The one window. Closing it hides it, since the app lives in the tray; it is made at the first `show` and again after
 * the system has taken it away.
 */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | null = null;
  #closing = false;
  #crashes: readonly number[] = [];

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Brings it to the front, at `place` (a fragment such as `/documents/…`) when one is given. */
  show(place: string | null = null): void {
    const window = this.#window ?? this.#make(place);
    if (window === this.#window && place !== null) void window.loadURL(addressOf(place)).catch(() => undefined);
    this.#window = window;
    if (window.isMinimized()) window.restore();
    if (!window.isVisible()) bringIntoSight(window);
    window.show();
    window.focus();
  }

  /** From now on closing is closing. */
  letGo(): void {
    this.#closing = true;
  }

  #make(place: string | null): BrowserWindow {
    const { preload, icon, note } = this.#options;
    const { bounds, isMaximized } = openingOf(note);
    const window = new BrowserWindow({
      ...bounds,
      // Of a screen that has less it may be smaller.
      minWidth: Math.min(SMALLEST.width, bounds.width),
      minHeight: Math.min(SMALLEST.height, bounds.height),
      show: false,
      title: 'Intray',
      icon,
      autoHideMenuBar: true,
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
      },
    });
    if (isMaximized) window.maximize();
    if (note !== null) rememberWindow(window, note);
    window.on('close', (event) => {
      if (this.#closing) return;
      event.preventDefault();
      window.hide();
    });
    window.on('closed', () => {
      if (this.#window === window) this.#window = null;
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#recover(window, reason));
    // A page that failed to load is a bug of the build; the engine and the tray go on without it.
    void window.loadURL(addressOf(place)).catch(() => undefined);
    return window;
  }

  /** The engine does not live in the page: sending went on, and the page shows what there is when it is loaded again. */
  #recover(window: BrowserWindow, reason: string): void {
    if (this.#closing || reason === 'clean-exit' || window.isDestroyed()) return;
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
    const again = this.#crashes.length <= CRASHES_MAX;
    if (again) window.webContents.reload();
    else window.destroy();
    this.#options.onCrash(reason, again);
  }
}

function addressOf(place: string | null): string {
  return place === null ? APP_URL : `${APP_URL}#${place}`;
}
