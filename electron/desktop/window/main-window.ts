import { BrowserWindow, nativeTheme } from 'electron/main';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { APP_URL } from './app-address.ts';
import { canvasColour } from './follow-theme.ts';
import { bringIntoSight, openingOf, rememberWindow } from './remember-window.ts';
import { SMALLEST } from './window-bounds.ts';

export type MainWindowOptions = {
  readonly preload: string;
  readonly icon: string;
  /** File of the profile that says where the window was; null: it opens at its usual place. */
  readonly note: string | null;
  /** Told before it comes into sight, and after it has gone out of it. */
  readonly onSight: (isThere: boolean) => void;
  /** Its page ended by itself; `again` says whether it was made anew. */
  readonly onCrash: (reason: string, again: boolean) => void;
};

/** A page that ends more often than this is not mended by another try; the window is made anew when it is asked for. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 10 * MINUTE_MS;

/** A person who asked for the window sees it by then, whatever became of its page. */
const DRAWN_MS_MAX = 5 * SECOND_MS;

/**
 * The one window. Closing it hides it, since the app lives in the tray; it is made at the first `show` and again after
 * the system has taken it away. It comes into sight when its page is drawn, so that nobody sees an empty one.
 */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | null = null;
  #closing = false;
  /** Its page is drawn, or is not waited for any longer. */
  #isDrawn = false;
  #crashes: readonly number[] = [];

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Brings it to the front, at `place` (a fragment such as `/documents/…`) when one is given. */
  show(place: string | null = null): void {
    const window = this.#window ?? this.#make(place);
    if (window === this.#window && place !== null) void window.loadURL(addressOf(place)).catch(() => undefined);
    this.#window = window;
    if (this.#isDrawn) this.#bring(window);
  }

  /** From now on closing is closing. */
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
      // Of a screen that has less it may be smaller.
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
      // Shows it, too.
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
    // A page that failed to load is a bug of the build; the engine and the tray go on without it.
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
