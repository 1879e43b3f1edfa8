import { spaced } from './french-spaces.ts';
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

/** `{{name}}`, or `{{count, number}}` for a number as the language writes it. */
const VALUE = /\{\{(\w+)(, number)?\}\}/g;

/**
 * Looks up the texts of one language; those that are added to `texts` later are found too. No key is missing, since each language is typed by
 * English. Escape them before using them as markup.
 */
export function speaker(texts: Readonly<Record<string, string>>, language: Language): (key: string, values?: MessageValues) => string {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  // A list asks for the same texts with every row.
  const set = new Map<string, string>();
  const typeset = (text: string): string => {
    if (language !== 'fr') return text;
    const done = set.get(text) ?? spaced(text);
    set.set(text, done);
    return done;
  };
  const formsOf = (count: unknown): readonly string[] => {
    if (typeof count !== 'number') return [''];
    return [...(count === 0 ? ['_zero'] : []), `_${plurals.select(count)}`, ''];
  };
  return (key, values) => {
    const text =
      formsOf(values?.['count'])
        .map((form) => texts[`${key}${form}`])
        .find((one) => one !== undefined) ?? key;
    if (values === undefined) return typeset(text);
    // A name in Arabic or Hebrew must not reorder the sentence around it: first strong isolate, pop directional isolate.
    return typeset(text).replaceAll(VALUE, (_, name: string, asNumber?: string) => {
      const value = values[name];
      if (value === undefined) return '';
      if (typeof value === 'string') return `\u2068${value}\u2069`;
      return asNumber === undefined ? String(value) : numbers.format(value);
    });
  };
}
