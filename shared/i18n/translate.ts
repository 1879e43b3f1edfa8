import { createInstance } from 'i18next';
import { en, type MessageKey } from './en.ts';
import { fr } from './fr.ts';
import { type Language, languageOf } from './language.ts';

/** `count` chooses the plural form; texts are foreign (a file's name, a reason) and shown as they are. */
export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

const RESOURCES = { en: { translation: en }, fr: { translation: fr } };

/** Texts of one language, for the window and for the shell. Whoever shows them as markup has to escape them. */
export function translator(language: Language): Translate {
  const instance = createInstance({
    lng: language,
    fallbackLng: 'en',
    resources: RESOURCES,
    initAsync: false,
    // Keys are flat: the dot is part of their name.
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
  });
  void instance.init();
  return (key, values) => instance.t(key, isolated(values));
}

/** A name in Arabic or Hebrew must not turn the sentence around it: first strong isolate, pop directional isolate. */
function isolated(values: MessageValues = {}): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? `\u2068${value}\u2069` : value]),
  );
}

/** Texts for a BCP 47 tag, such as the one the system gives. */
export function translatorFor(locale: string): Translate {
  return translator(languageOf('system', locale));
}
