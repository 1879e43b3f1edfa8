import { coalesce } from '#shared/async/single-flight.ts';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { ShellOptions } from '../shell-options.ts';
import { speakTo } from '../window/window-port.ts';
import { type NativeImage, nativeImage } from 'electron/common';
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron/main';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Log } from '#shared/ports/world.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { trayIconPath } from '../app-files.ts';
import { statusOf } from '#shared/app-api/status/status-of.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Standing } from '#shared/domain/standing.ts';
import type { Translate } from '#shared/i18n/translate.ts';

/** Keeps the tray in step with the engine's state. Returns a function that removes it. */
export async function openTray(options: ShellOptions, actions: Omit<TrayActions, 'pause' | 'resume' | 'update'>): Promise<() => void> {
  const { engine, log, root, locale, platform } = options;
  const client = createRouterClient(engine.router, { context: {} });
  const view = async () => {
    const [settings, refused, updates] = await Promise.all([
      client.settings.get(),
      client.items.list({ states: ['refused'], resolved: false, limit: TRAY_REFUSALS_MAX }),
      client.updates.view(),
    ]);
    return trayView(engine.overview(), refused.items, speakTo(settings, locale), updates);
  };
  const tray = new StandingTray(await view(), {
    folder: join(root, 'build', 'icons', 'tray'),
    platform,
    log,
    actions: { ...actions, pause: () => turn('pause'), resume: () => turn('resume'), update: () => update() },
  });
  const update = (): void => {
    // An update that is gone by now is not installed, and its entry disappears with the next change.
    client.updates.installNow().catch(() => log.warn('the tray could not ask for the newer version'));
  };
  const turn = (to: 'pause' | 'resume'): void => {
    const those = engine.overview().companies.filter(({ connection }) => (connection.kind === 'paused') === (to === 'resume'));
    // A failure shows in the window, where the user can try again.
    Promise.all(those.map(({ id }) => client.companies[to]({ companyId: id }))).catch(() =>
      log.warn('the tray could not turn companies', { to }),
    );
  };
  const stop = engine.onChange(
    coalesce(async () => {
      try {
        tray.show(await view());
      } catch {
        // The engine is closing; this last update is no longer needed.
        log.debug('the tray could not look');
      }
    }),
  );
  return () => {
    stop();
    tray.close();
  };
}

type TrayActions = {
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
class StandingTray {
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

type TrayEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'open' | 'state' | 'add-folder' | 'settings'; readonly label: string }
  | { readonly kind: 'pause' | 'resume' | 'update' | 'quit'; readonly label: string }
  | { readonly kind: 'refusal'; readonly label: string; readonly itemId: ItemId };

type TrayView = { readonly standing: Standing; readonly toolTip: string; readonly entries: readonly TrayEntry[] };

/** Refusals shown in the menu; the window lists all of them. */
export const TRAY_REFUSALS_MAX = 5;
/** Keeps the menu from getting as wide as the screen. */
const LABEL_CHARS_MAX = 60;

/** Content of the tray, in the user's language. It begins with the same sentence as the window. `refusals`: newest first. */
export function trayView(
  overview: Overview,
  refusals: readonly Item[],
  translate: Translate,
  updates: UpdatesView = { kind: 'not-here' },
): TrayView {
  const { standing, companies } = overview;
  const status = statusOf(overview);
  const state = translate(status.key, status.values);
  const separator: TrayEntry = { kind: 'separator' };
  const refused = refusals
    .slice(0, TRAY_REFUSALS_MAX)
    .map((item): TrayEntry => ({ kind: 'refusal', label: short(item.name), itemId: item.id }));
  return {
    standing,
    toolTip: `Intray – ${state}`,
    entries: [
      { kind: 'state', label: short(state) },
      { kind: 'open', label: translate('tray.open') },
      ...(refused.length === 0 ? [] : [separator, { kind: 'state', label: translate('tray.refusals') } as const, ...refused]),
      separator,
      ...whatToDo(companies, translate),
      { kind: 'settings', label: translate('tray.settings') },
      ...newer(updates, translate),
      separator,
      { kind: 'quit', label: translate('tray.quit') },
    ],
  };
}

/** Once the user has asked for the update, the menu no longer offers it. */
function newer(updates: UpdatesView, translate: Translate): readonly TrayEntry[] {
  if (updates.kind !== 'ready' || updates.asked) return [];
  return [{ kind: 'update', label: translate('tray.update', { version: updates.version }) }];
}

/** Without a company there is nothing to pause, and nothing to add a folder to. */
function whatToDo(companies: readonly Company[], translate: Translate): readonly TrayEntry[] {
  if (companies.length === 0) return [];
  const paused = companies.every(({ connection }) => connection.kind === 'paused');
  return [
    paused ? { kind: 'resume', label: translate('tray.resume') } : { kind: 'pause', label: translate('tray.pause') },
    { kind: 'add-folder', label: translate('tray.add-folder') },
  ];
}

/** A single ampersand would underline the letter after it. */
function short(text: string): string {
  const characters = Array.from(text);
  const cut = characters.length <= LABEL_CHARS_MAX ? text : `${characters.slice(0, LABEL_CHARS_MAX - 1).join('')}…`;
  return cut.replaceAll('&', '&&');
}
