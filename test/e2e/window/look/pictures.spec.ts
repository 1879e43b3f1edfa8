import { readdirSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { projectText } from '#test/support/project-text.ts';
import { openPicture, PICTURES_FOLDER, PUBLISHED, textOn } from '../stories/published-pictures.ts';

const AGAIN = 'README and the guides show an older window: run `npm run build && npm run pictures`, look at them, and commit them';

test.describe.configure({ mode: 'parallel' });

test('each published picture is there with its text, and no other', () => {
  const wanted = PUBLISHED.flatMap(({ file }) => [`${file}.png`, `${file}.txt`]).toSorted();
  expect(readdirSync(PICTURES_FOLDER).toSorted(), AGAIN).toEqual(wanted);
});

for (const picture of PUBLISHED)
  test(`the picture ${picture.file} shows what the window says today`, async ({ browser }) => {
    const committed = projectText(`${PICTURES_FOLDER}/${picture.file}.txt`);
    await openPicture(browser, picture, async (page) => {
      await expect.poll(() => textOn(page), { message: AGAIN, timeout: 10_000 }).toBe(committed);
    });
  });
