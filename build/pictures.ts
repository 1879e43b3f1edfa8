import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { changed } from '#test/e2e/window/story-change.ts';
import { STORIES, type StoryName } from '#test/e2e/window/stories.ts';
import { windowHost } from '#test/support/window-host.ts';

type Picture = {
  readonly file: string;
  readonly story: StoryName;
  readonly language: 'en' | 'fr';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** Opens the details of this document. */
  readonly open?: string;
};

const WIDE = { width: 1280, height: 800 };
const SMALL = { width: 900, height: 600 };
const OPENED = 'Facture Métro 8812.pdf';

/** The pictures in README and in the guides. */
const PUBLISHED: readonly Picture[] = [
  { file: 'window-en-light', story: 'every state', language: 'en', theme: 'light', ...WIDE },
  { file: 'window-fr-dark', story: 'every state', language: 'fr', theme: 'dark', ...WIDE, open: OPENED },
  { file: 'connect-en-light', story: 'first run', language: 'en', theme: 'light', ...WIDE },
];

/** Every story in both languages, both themes and both sizes: to be looked at, not to be kept. */
function everything(): Picture[] {
  return (Object.keys(STORIES) as StoryName[]).flatMap((story) =>
    (['en', 'fr'] as const).flatMap((language) =>
      (['light', 'dark'] as const).flatMap((theme) =>
        [WIDE, SMALL].map((size) => ({
          file: `${story.replaceAll(' ', '-')}-${language}-${theme}-${size.width}`,
          story,
          language,
          theme,
          ...size,
        })),
      ),
    ),
  );
}

const { values } = parseArgs({ options: { all: { type: 'string' } } });
const folder = values.all ?? 'docs/pictures';
const pictures = values.all === undefined ? PUBLISHED : everything();
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

async function take(on: Browser, picture: Picture): Promise<void> {
  const host = await windowHost(changed(picture.story, picture));
  const { width, height, theme } = picture;
  const page = await on.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(host.address());
  await page.getByRole('main').waitFor();
  if (picture.open !== undefined) await page.getByText(picture.open).click();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${picture.file}.png`) });
  await page.close();
  await host.close();
}
