import { statusOf } from '#shared/app-api/status/status-of.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Standing } from '#shared/domain/standing.ts';
import type { Translate } from '#shared/i18n/translate.ts';

export type TrayEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'open' | 'state' | 'add-folder' | 'settings'; readonly label: string }
  | { readonly kind: 'pause' | 'resume' | 'update' | 'quit'; readonly label: string }
  | { readonly kind: 'refusal'; readonly label: string; readonly itemId: ItemId };

export type TrayView = { readonly standing: Standing; readonly toolTip: string; readonly entries: readonly TrayEntry[] };

/** Refusals shown in the menu; the window lists all of them. */
export const TRAY_REFUSALS_MAX = 5;
/** Keeps the menu from getting as wide as the screen. */
const LABEL_CHARS_MAX = 60;

/** Content of the tray, in the person's language. It begins with the same sentence as the window. `refusals`: newest first. */
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

/** Once the person has asked for the update, the menu no longer offers it. */
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
