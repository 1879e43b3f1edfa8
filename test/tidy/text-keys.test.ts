import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { lineOf, type Source, sources } from './sources.ts';

/** The texts of one language, such as `shared/i18n/en/document/no-answer.ts`. */
const TEXTS = /^shared\/i18n\/(en|fr)\//;

/** Every key that does not begin with the name of its file and a dot. */
function misplacedKeys({ path, text, parsed }: Source): readonly string[] {
  const name = posix.basename(path, '.ts');
  const stray: string[] = [];
  new Visitor({
    Property: ({ key, start }) => {
      const said = key.type === 'Literal' ? String(key.value) : text.slice(key.start, key.end);
      if (!said.startsWith(`${name}.`)) stray.push(`${path}:${lineOf(text, start)}: ${said} begins with another name than ${name}`);
    },
  }).visit(parsed.program);
  return stray;
}

describe('the key of a text', () => {
  const texts = sources().filter(({ path }) => TEXTS.test(path));

  it.each(['en', 'fr'])('begins with the name of its file, which is how it is found (%s)', (language) => {
    const files = texts.filter(({ path }) => path.startsWith(`shared/i18n/${language}/`));
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(misplacedKeys)).toEqual([]);
  });

  it('is in one file of each language, at the same place', () => {
    const places = Map.groupBy(texts, ({ path }) => path.replace(TEXTS, ''));
    const alone = [...places].filter(([, files]) => files.length !== 2).map(([place]) => place);
    expect(alone).toEqual([]);
    const names = Map.groupBy(places.keys(), (place) => posix.basename(place));
    expect([...names.values()].filter((same) => same.length > 1)).toEqual([]);
  });
});
