import { en, type MessageKey } from './en.ts';
import { fr } from './fr.ts';
import { type Language, languageOf } from './language.ts';
import { type MessageValues, speaker } from './speaker.ts';
import type { ItemState } from '../domain/item/item-state.ts';

export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** Texts of one language, for the window and for the shell. Escape them before using them as markup. */
export function translator(language: Language): Translate {
  return speaker({ en, fr }[language], language);
}

/** Texts for a BCP 47 tag, such as the system's locale. */
export function translatorFor(locale: string): Translate {
  return translator(languageOf('system', locale));
}

/** The words for a state. A document that is left as it is says why, and one whose file disappeared says so. */
export function stateKey(state: ItemState) {
  if (state.kind === 'aside') return `state.aside.${state.why}` as const;
  return state.kind === 'held' && state.question.kind === 'gone' ? 'state.held.gone' : (`state.${state.kind}` as const);
}
