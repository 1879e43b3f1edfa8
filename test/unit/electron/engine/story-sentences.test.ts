import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statusOf } from '#shared/app-api/status/status-of.ts';
import { translator } from '#shared/i18n/translate.ts';
import { SENTENCES } from '#test/e2e/window/stories/sentences.ts';
import { STORIES, type StoryName } from '#test/e2e/window/stories/stories.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { overviewFromJournal } from '#test/support/window/story-journal.ts';

const ISOLATES = /[\u2068\u2069]/g;

describe('the sentence of each story, from a real journal', () => {
  it.each(Object.keys(STORIES) as StoryName[])('is the one that is listed, in both languages: %s', (name) => {
    const { key, values } = statusOf(overviewFromJournal(STORIES[name](), join(tempFolder(), 'journal.sqlite')));
    const said = (['en', 'fr'] as const).map((language) => translator(language)(key, values).replaceAll(ISOLATES, ''));
    expect(said).toEqual(SENTENCES[name]);
  });
});
