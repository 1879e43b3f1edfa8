import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from '#shared/i18n/en.ts';
import { fr } from '#shared/i18n/fr.ts';
import { newsOf } from '#renderer/news/what-is-new.tsx';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

describe('the version that this is', () => {
  it('tells a person what is new in it, in three to five lines and in both languages', () => {
    const lines = newsOf(version);
    expect(lines.length, `renderer/news/what-is-new.tsx lists no news of ${version}`).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(5);
    const texts = lines.flatMap((line) => [en, fr].map((language) => (language as Readonly<Record<string, string>>)[line]));
    expect(texts.filter((text) => text === undefined || text.length > 140)).toEqual([]);
  });

  it('leaves no lines of another version behind', () => {
    const kept = Object.keys(en).filter((key) => /^news\.\d/.test(key));
    expect(kept).toEqual([...newsOf(version)]);
  });
});
