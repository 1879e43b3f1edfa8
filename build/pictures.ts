import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { contactSheet } from './contact-sheet.ts';
import { OPENINGS, type OpeningName } from '#test/e2e/window/stories/openings.ts';
import { openPicture, type Picture, PICTURES_FOLDER, PUBLISHED, textOn, WIDE } from '#test/e2e/window/stories/sentences.ts';
import { STORIES, type StoryName } from '#test/e2e/window/stories/stories.ts';

const SMALL = { width: 900, height: 600 };

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
const folder = values.all ?? PICTURES_FOLDER;
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
  await openPicture(on, picture, async (page) => {
    // Whatever moves in has arrived by then.
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${picture.file}.png`) });
    if (values.all === undefined) writeFileSync(join(folder, `${picture.file}.txt`), await textOn(page));
  });
}
