import { createInstance } from 'i18next';
import type { Language } from './language.ts';

/** `count` chooses the plural form; texts are foreign (a file's name, a reason) and shown as they are. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** What a text is asked for by; `_one` and `_other` are chosen by the value `count`. */
export type KeyOf<Texts> = keyof Texts extends infer Key
  ? Key extends `${string}_one`
    ? never
    : Key extends `${infer Base}_other`
      ? Base
      : Key
  : never;

/** Texts by key, of one language among those given. Whoever shows them as markup has to escape them. */
export function speaker(
  texts: Readonly<Record<Language, Readonly<Record<string, string>>>>,
  language: Language,
): (key: string, values?: MessageValues) => string {
  const instance = createInstance({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: texts.en }, fr: { translation: texts.fr } },
    initAsync: false,
    // Keys are flat: the dot is part of their name.
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
  });
  void instance.init();
  const say: (key: string, values: Record<string, string | number>) => string = instance.t;
  return (key, values) => say(key, isolated(values));
}

/** A name in Arabic or Hebrew must not turn the sentence around it: first strong isolate, pop directional isolate. */
function isolated(values: MessageValues = {}): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? `\u2068${value}\u2069` : value]),
  );
}
