import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { contactSheet } from './contact-sheet.ts';
import { openIt, OPENINGS, type OpeningName } from '#test/e2e/window/stories/openings.ts';
import { changed } from '#test/e2e/window/stories/story-change.ts';
import { STORIES, type StoryName } from '#test/e2e/window/stories/stories.ts';
import { windowHost } from '#test/support/window/window-host.ts';

type Picture = {
  readonly file: string;
  readonly story: StoryName;
  readonly language: 'en' | 'fr';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** What is opened in the window. */
  readonly open?: OpeningName;
};

const WIDE = { width: 1280, height: 800 };
const SMALL = { width: 900, height: 600 };

/** The pictures in README and in the guides. */
const PUBLISHED: readonly Picture[] = [
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

/** Every story and everything that can be opened, in both languages, themes and sizes: for looking at, not for keeping. */
function everything(): Picture[] {
  const stories = (Object.keys(STORIES) as StoryName[]).map((story) => ({ file: story, story }));
  const openings = (Object.keys(OPENINGS) as OpeningName[]).map((open) => ({ file: open, story: OPENINGS[open].story, open }));
  return [...stories, ...openings].flatMap((shown) =>
    (['en', 'fr'] as const).flatMap((language) =>
      (['light', 'dark'] as const).flatMap((theme) =>
        [WIDE, SMALL].map((size) => ({
          ...shown,
          file: `${shown.file.replaceAll(' ', '-')}-${language}-${theme}-${size.width}`,
          language,
          theme,
          ...size,
        })),
      ),
    ),
  );
}

const { values } = parseArgs({ options: { all: { type: 'string' }, only: { type: 'string' } } });
const folder = values.all ?? 'docs/pictures';
const pictures = (values.all === undefined ? PUBLISHED : everything()).filter(({ file }) => file.includes(values.only ?? ''));
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const picture of pictures) {
  await take(browser, picture);
  process.stdout.write(`${join(folder, picture.file)}.png\n`);
}
await browser.close();
if (values.all !== undefined) process.stdout.write(`${contactSheet(folder)}: all of them on one page\n`);

async function take(on: Browser, picture: Picture): Promise<void> {
  const host = await windowHost(changed(picture.story, picture));
  const { width, height, theme } = picture;
  const page = await on.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(host.address());
  await page.getByRole('main').waitFor();
  if (picture.open !== undefined) await openIt(page, picture.open, picture.language);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${picture.file}.png`) });
  await page.close();
  await host.close();
}
