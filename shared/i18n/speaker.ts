import { createInstance } from 'i18next';
import { frenchSpaces } from './french-spaces.ts';
import type { Language } from './language.ts';

/** `count` chooses the plural form; strings are foreign text (a file's name, a reason) and shown as they are. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** The key to ask for: without its plural suffix, since the value `count` chooses `_one` or `_other`. */
export type KeyOf<Texts> = keyof Texts extends infer Key
  ? Key extends `${string}_one`
    ? never
    : Key extends `${infer Base}_other`
      ? Base
      : Key
  : never;

/** Looks up the texts of one language. No key is missing, since each language is typed by English. Escape them before using them as markup. */
export function speaker(texts: Readonly<Record<string, string>>, language: Language): (key: string, values?: MessageValues) => string {
  const instance = createInstance({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: language === 'fr' ? frenchSpaces(texts) : texts } },
    initAsync: false,
    // Keys are flat: the dot is part of their name.
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
  });
  void instance.init();
  const say: (key: string, values: Record<string, string | number>) => string = instance.t;
  // Most texts have no values, and a list asks for the same ones with every row.
  const plain = new Map<string, string>();
  return (key, values) => {
    if (values !== undefined) return say(key, isolated(values));
    const text = plain.get(key) ?? say(key, {});
    plain.set(key, text);
    return text;
  };
}

/** A name in Arabic or Hebrew must not reorder the sentence around it: first strong isolate, pop directional isolate. */
function isolated(values: MessageValues): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? `\u2068${value}\u2069` : value]),
  );
}
