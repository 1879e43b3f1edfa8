import { type NativeImage, nativeImage } from 'electron/common';
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron/main';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Log } from '#shared/ports/log.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { trayIconPath } from '../icon-paths.ts';
import type { TrayEntry, TrayView } from './tray-view.ts';

export type TrayActions = {
  readonly open: () => void;
  readonly openItem: (itemId: ItemId) => void;
  /** Opens the window at this section. */
  readonly openAt: (place: 'companies' | 'settings') => void;
  /** Pauses all companies at once. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Restarts into the newer version that is ready. */
  readonly update: () => void;
  readonly quit: () => void;
};
type Options = { readonly folder: string; readonly platform: NodeJS.Platform; readonly actions: TrayActions; readonly log: Log };

/** The icon in the system's tray. Everything is in its menu, since many Linux panels do not pass a plain click to the program. */
export class StandingTray {
  readonly #options: Options;
  readonly #tray: Tray;
  #shown = '';

  constructor(view: TrayView, options: Options) {
    this.#options = options;
    this.#tray = new Tray(this.#icon(view));
    // macOS opens the menu by itself; a window on top of it would be in the way.
    if (options.platform !== 'darwin') this.#tray.on('click', () => options.actions.open());
    this.show(view);
  }

  show(view: TrayView): void {
    const shown = JSON.stringify(view);
    if (shown === this.#shown || this.#tray.isDestroyed()) return;
    this.#shown = shown;
    this.#tray.setImage(this.#icon(view));
    this.#tray.setToolTip(view.toolTip);
    // Linux panels show a change only with a new menu.
    this.#tray.setContextMenu(Menu.buildFromTemplate(view.entries.map((entry) => this.#template(entry))));
  }

  close(): void {
    this.#tray.destroy();
  }

  /** For a missing picture, Electron silently creates an empty one: the tray icon would exist, but be invisible. */
  #icon({ standing }: TrayView): NativeImage {
    const icon = nativeImage.createFromPath(trayIconPath(standing, this.#options));
    if (icon.isEmpty()) this.#options.log.error('a picture of the tray is missing', { standing });
    return icon;
  }

  #template(entry: TrayEntry): MenuItemConstructorOptions {
    const { actions } = this.#options;
    switch (entry.kind) {
      case 'separator':
        return { type: 'separator' };
      case 'open':
        return { id: 'open', label: entry.label, click: () => actions.open() };
      case 'state':
        return { label: entry.label, enabled: false };
      case 'refusal':
        return { id: `item:${entry.itemId}`, label: entry.label, click: () => actions.openItem(entry.itemId) };
      case 'add-folder':
        return { id: entry.kind, label: entry.label, click: () => actions.openAt('companies') };
      case 'settings':
        return { id: entry.kind, label: entry.label, click: () => actions.openAt('settings') };
      case 'pause':
      case 'resume':
      case 'update':
      case 'quit':
        return { id: entry.kind, label: entry.label, click: () => actions[entry.kind]() };
      default:
        return unreachable(entry);
    }
  }
}
