import { BrowserWindow } from 'electron/main';
import { APP_URL } from './app-address.ts';

export type MainWindowOptions = { readonly preload: string; readonly icon: string };

/**
 * The one window. Closing it hides it, since the app lives in the tray; it is made at the first `show` and again after
 * the system has taken it away.
 */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | null = null;
  #closing = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Brings it to the front, at `place` (a fragment such as `/documents/…`) when one is given. */
  show(place: string | null = null): void {
    const window = this.#window ?? this.#make(place);
    if (window === this.#window && place !== null) void window.loadURL(addressOf(place)).catch(() => undefined);
    this.#window = window;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** From now on closing is closing. */
  letGo(): void {
    this.#closing = true;
  }

  #make(place: string | null): BrowserWindow {
    const { preload, icon } = this.#options;
    const window = new BrowserWindow({
      width: 1120,
      height: 760,
      minWidth: 480,
      minHeight: 400,
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
    window.on('close', (event) => {
      if (this.#closing) return;
      event.preventDefault();
      window.hide();
    });
    window.on('closed', () => {
      if (this.#window === window) this.#window = null;
    });
    // A page that failed to load is a bug of the build; the engine and the tray go on without it.
    void window.loadURL(addressOf(place)).catch(() => undefined);
    return window;
  }
}

function addressOf(place: string | null): string {
  return place === null ? APP_URL : `${APP_URL}#${place}`;
}
