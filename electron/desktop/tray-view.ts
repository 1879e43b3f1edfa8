import type { Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import { isBusy } from '#shared/domain/is-busy.ts';
import type { Standing } from '#shared/domain/standing.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { Translate } from '#shared/i18n/translate.ts';

export type TrayEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'open' | 'state' | 'quit'; readonly label: string }
  | { readonly kind: 'refusal'; readonly label: string; readonly itemId: ItemId };

export type TrayView = { readonly standing: Standing; readonly toolTip: string; readonly entries: readonly TrayEntry[] };

/** Refusals in the menu; the window has them all. */
export const TRAY_REFUSALS_MAX = 5;
/** A menu as wide as the screen helps nobody. */
const LABEL_CHARS_MAX = 60;

const STANDING_KEYS: Readonly<Record<Standing, MessageKey>> = {
  fine: 'tray.standing.fine',
  working: 'tray.standing.working',
  'needs-you': 'tray.standing.needs-you',
  disconnected: 'tray.standing.disconnected',
  paused: 'tray.standing.paused',
  empty: 'tray.standing.empty',
};

/** What the tray says, in the person's language. `refusals`: the latest first. */
export function trayView(
  overview: Pick<Overview, 'standing'> & Partial<Pick<Overview, 'companies' | 'delay'>>,
  refusals: readonly Item[],
  translate: Translate,
): TrayView {
  const { standing } = overview;
  const state = translate(isBusy({ companies: [], ...overview }) ? 'tray.standing.busy' : STANDING_KEYS[standing]);
  const separator: TrayEntry = { kind: 'separator' };
  const refused = refusals
    .slice(0, TRAY_REFUSALS_MAX)
    .map((item): TrayEntry => ({ kind: 'refusal', label: short(item.name), itemId: item.id }));
  return {
    standing,
    toolTip: `Intray – ${state}`,
    entries: [
      { kind: 'open', label: translate('tray.open') },
      { kind: 'state', label: state },
      ...(refused.length === 0 ? [] : [separator, { kind: 'state', label: translate('tray.refusals') } as const, ...refused]),
      separator,
      { kind: 'quit', label: translate('tray.quit') },
    ],
  };
}

/** An ampersand alone would underline the letter that follows it. */
function short(text: string): string {
  const characters = Array.from(text);
  const cut = characters.length <= LABEL_CHARS_MAX ? text : `${characters.slice(0, LABEL_CHARS_MAX - 1).join('')}…`;
  return cut.replaceAll('&', '&&');
}
