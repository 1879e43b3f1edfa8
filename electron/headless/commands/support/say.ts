import { translator } from '#shared/i18n/translate.ts';
import { plain } from './table.ts';

/** They surround a name on a screen that turns the direction of text; a terminal shows them as odd characters. */
const ISOLATES = /[\u2068\u2069]/g;
const english = translator('en');

/** A sentence of the window, for a terminal. Its values are foreign text. */
export function say(...[key, values]: Parameters<typeof english>): string {
  return plain(english(key, values).replaceAll(ISOLATES, ''));
}
