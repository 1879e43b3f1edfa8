import { BrowserWindow, nativeTheme } from 'electron/main';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { APP_URL } from './app-address.ts';
import { canvasColour } from './follow-theme.ts';
import { bringIntoSight, openingOf, rememberWindow } from './remember-window.ts';
import { SMALLEST } from './window-bounds.ts';

export type MainWindowOptions = {
  readonly preload: string;
  readonly icon: string;
  /** File of the profile that stores the window's position; null: the window opens at its default position. */
  readonly note: string | null;
  /** Called with true before the window becomes visible, and with false after it is hidden or closed. */
  readonly onSight: (isThere: boolean) => void;
  /** The page crashed; `again` says whether it is reloaded. */
  readonly onCrash: (reason: string, again: boolean) => void;
};

/** With more crashes than this within the time, another reload will not help. The window is created again at the next `show`. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 10 * MINUTE_MS;

/** A person who opened the window sees it by then, whatever its page does. */
const DRAWN_MS_MAX = 5 * SECOND_MS;

/**
 * The only window. Closing it hides it, since the app lives in the tray. It is created at the first `show`, and again after the system has
 * destroyed it. It becomes visible once its page is drawn, so that nobody sees an empty window.
 */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | null = null;
  #closing = false;
  /** The page is drawn, or is no longer waited for. */
  #isDrawn = false;
  #crashes: readonly number[] = [];

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Brings the window to the front, at `place` (a fragment such as `/documents/…`) if one is given. */
  show(place: string | null = null): void {
    const window = this.#window ?? this.#make(place);
    if (window === this.#window && place !== null) void window.loadURL(addressOf(place)).catch(() => undefined);
    this.#window = window;
    if (this.#isDrawn) this.#bring(window);
  }

  /** From now on, closing destroys the window instead of hiding it. */
  letGo(): void {
    this.#closing = true;
  }

  #bring(window: BrowserWindow): void {
    this.#options.onSight(true);
    if (window.isMinimized()) window.restore();
    if (!window.isVisible()) bringIntoSight(window);
    window.show();
    window.focus();
  }

  #make(place: string | null): BrowserWindow {
    const { preload, icon, note, onSight } = this.#options;
    const { bounds, isMaximized } = openingOf(note);
    const window = new BrowserWindow({
      ...bounds,
      // On a screen smaller than that, it may be smaller.
      minWidth: Math.min(SMALLEST.width, bounds.width),
      minHeight: Math.min(SMALLEST.height, bounds.height),
      show: false,
      backgroundColor: canvasColour(),
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
    this.#whenDrawn(window, () => {
      // This also shows it.
      if (isMaximized) window.maximize();
      this.#bring(window);
    });
    const colour = (): void => window.setBackgroundColor(canvasColour());
    nativeTheme.on('updated', colour);
    if (note !== null) rememberWindow(window, note);
    window.on('close', (event) => {
      if (this.#closing) return;
      event.preventDefault();
      window.hide();
    });
    window.on('hide', () => onSight(false));
    window.on('closed', () => {
      nativeTheme.off('updated', colour);
      if (this.#window === window) this.#window = null;
      onSight(false);
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => this.#recover(window, reason));
    // A page that fails to load is a bug in the build; the engine and the tray continue without it.
    void window.loadURL(addressOf(place)).catch(() => undefined);
    return window;
  }

  #whenDrawn(window: BrowserWindow, act: () => void): void {
    this.#isDrawn = false;
    const drawn = (): void => {
      clearTimeout(late);
      if (this.#isDrawn || this.#window !== window || window.isDestroyed()) return;
      this.#isDrawn = true;
      act();
    };
    const late = setTimeout(drawn, DRAWN_MS_MAX);
    window.once('ready-to-show', drawn);
    window.once('closed', () => clearTimeout(late));
  }

  /** The engine does not run in the page: sending continued meanwhile, and the reloaded page shows the current state. */
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
