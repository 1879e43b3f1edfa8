import type { Browser, Page } from 'playwright';
import { windowHost } from '#test/support/window/window-host.ts';
import { openIt, type OpeningName } from './openings.ts';
import { NOW, type StoryName } from './stories.ts';
import { changed } from './story-change.ts';

export type Picture = {
  readonly file: string;
  readonly story: StoryName;
  readonly language: 'en' | 'fr';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** What is opened in the window. */
  readonly open?: OpeningName;
};

/** Where the published pictures lie, each with the text that was to be read on it. */
export const PICTURES_FOLDER = 'docs/pictures';

export const WIDE = { width: 1280, height: 800 };

/** The pictures in README and in the guides. */
export const PUBLISHED: readonly Picture[] = [
  { file: 'overview-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE },
  { file: 'overview-fr-dark', story: 'every state', language: 'fr', theme: 'dark', ...WIDE },
  { file: 'documents-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE, open: 'documents' },
  { file: 'documents-fr-dark', story: 'every state', language: 'fr', theme: 'dark', ...WIDE, open: 'documents' },
  { file: 'refused-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE, open: 'details of a refusal' },
  { file: 'refused-fr-light', story: 'every state', language: 'fr', theme: 'light', ...WIDE, open: 'details of a refusal' },
  { file: 'companies-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE, open: 'companies' },
  { file: 'companies-fr-light', story: 'every state', language: 'fr', theme: 'light', ...WIDE, open: 'companies' },
  { file: 'connect-en-light', story: 'first run', language: 'en', theme: 'light', ...WIDE },
  { file: 'connect-fr-light', story: 'first run', language: 'fr', theme: 'light', ...WIDE },
];

/** Opens what a picture shows, and closes it after `look`. Clock, time zone and locale are fixed ones, so two looks see the same everywhere. */
export async function openPicture(browser: Browser, picture: Picture, look: (page: Page) => Promise<void>): Promise<void> {
  const host = await windowHost(changed(picture.story, picture));
  const { width, height, theme } = picture;
  const locale = picture.language === 'fr' ? 'fr-FR' : 'en-GB';
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme: theme, reducedMotion: 'reduce', timezoneId: 'UTC', locale });
  try {
    await page.clock.setFixedTime(NOW);
    await page.goto(host.address());
    await page.getByRole('main').waitFor();
    if (picture.open !== undefined) await openIt(page, picture.open, picture.language);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await look(page);
  } finally {
    // The page is closed first: it would call a closed host again and again.
    await page.close();
    await host.close();
  }
}

/**
 * What is to be read, a line for each line of the window: without the invisible marks around foreign names, and with one kind of space, because browsers
 * differ in which one they put into a date or a number.
 */
export async function textOn(page: Page): Promise<string> {
  const lines = (await page.locator('body').innerText()).replace(/\p{Cf}/gu, '').split('\n');
  const read = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
  return `${read.join('\n')}\n`;
}
