import { cleanNote } from '#shared/domain/item/note.ts';
import type { SentBefore } from '#shared/domain/item/sent-before/sent-before.ts';
import type { I18n } from '../../i18n/i18n.tsx';

/** Enough of a long name to find the document by; the whole note then has fewer than 500 characters. */
const NAME_CHARACTERS_MAX = 160;
/** Isolate names in another script on the screen; in a note they would be noise. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The ready note to the accountant, which names the earlier document. `locale`: how the day is written. */
export function sentBeforeNote({ way, name, sentAt, pagesBefore, pages }: SentBefore, t: I18n['t'], locale: string): string {
  const values = { name: shortened(name), day: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(sentAt) };
  const isCounted = way === 'grown' && pagesBefore !== undefined && pages !== undefined;
  const note = isCounted ? t('sent-before.note.pages', { ...values, count: pagesBefore, pages }) : t(`sent-before.note.${way}`, values);
  return cleanNote(note.replaceAll(DIRECTION_MARKS, '')) ?? '';
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= NAME_CHARACTERS_MAX ? name : `${characters.slice(0, NAME_CHARACTERS_MAX - 1).join('')}…`;
}
