import { expect, test } from 'playwright/test';
import { findViolations } from '../../axe.ts';
import { readdirSync } from 'node:fs';
import { projectText } from '#test/support/project-text.ts';
import { openPicture, PICTURES_FOLDER, PUBLISHED, textOn } from '../stories/sentences.ts';

/** Four faults, each of another kind: no language, an image without a text, a button without a name, and words that hardly differ from the paper. */
const FAULTS = `<!doctype html><html><head><title>Faults</title></head><body><main><h1>Faults</h1>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><button type="button"></button><p style="color:#ccc;background:#fff">pale</p></main></body></html>`;

test('the violations of a page are told by their rules and places, and there are no others', async ({ page }) => {
  await page.setContent(FAULTS);
  const violations = await findViolations(page);
  expect(rulesOf(violations)).toEqual(['button-name', 'color-contrast', 'html-has-lang', 'image-alt']);
  expect(violations.join('\n')).toContain('<p style="color:#ccc');
});

test('only the rules that were asked for are checked', async ({ page }) => {
  await page.setContent(FAULTS);
  expect(rulesOf(await findViolations(page, ['color-contrast', 'link-in-text-block']))).toEqual(['color-contrast']);
});

test('the violations of a page in a frame are found too', async ({ page }) => {
  const frame = `<iframe title="Inner" srcdoc="${FAULTS.replaceAll('"', '&quot;')}"></iframe>`;
  await page.setContent(`<html lang="en"><title>Outer</title><main><h1>Outer</h1>${frame}</main></html>`);
  expect(rulesOf(await findViolations(page))).toEqual(expect.arrayContaining(['button-name', 'color-contrast', 'image-alt']));
});

test('a page without a fault has no violation', async ({ page }) => {
  await page.setContent('<html lang="en"><head><title>Good</title></head><body><main><h1>Good</h1><p>Text</p></main></body></html>');
  expect(await findViolations(page)).toEqual([]);
});

function rulesOf(violations: readonly string[]): readonly string[] {
  return violations.map((violation) => violation.slice(0, violation.indexOf(':'))).toSorted();
}

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
