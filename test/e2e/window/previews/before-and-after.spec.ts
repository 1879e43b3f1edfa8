import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { ok } from '#shared/lib/result.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import { findViolations } from '../../axe.ts';
import { changed, test } from '../stories/story-page.ts';

const SCAN = 'SCN_0090.tiff';
const DRAWN = '[data-drawn=true]';
const SAMPLES = `${import.meta.dirname}/../../../support/conversions`;

async function openDialog(page: Page, t: Translate, name = SCAN) {
  await page.getByRole('row').filter({ hasText: name }).click();
  await page.getByRole('button', { name: t('conversion.do.format') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('conversion.title.format', { name }) });
  await expect(dialog.locator(DRAWN)).toHaveCount(2);
  return {
    dialog,
    before: dialog.getByRole('region', { name: t('conversion.before') }),
    after: dialog.getByRole('region', { name: t('conversion.after') }),
  };
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const of = (at: number, pages = 3) => t('preview.page-of', { page: at, pages });

  test(`file and version are turned together, and looked at closely one after the other, by the keyboard, in ${language}`, async ({
    page,
    openStory,
    complaints,
  }) => {
    await openStory('conversions', { language, place: '/documents' });
    const { dialog, before, after } = await openDialog(page, t);
    await before.getByRole('button', { name: t('preview.next') }).press('Enter');
    await expect(after.getByText(of(2))).toBeVisible();
    await after.getByRole('button', { name: t('preview.next') }).press('Enter');
    await expect(before.getByText(of(3))).toBeVisible();
    await after.getByRole('button', { name: t('preview.previous') }).press('Enter');
    await expect(before.getByText(of(2))).toBeVisible();
    await expect(dialog.locator(DRAWN)).toHaveCount(2);
    expect(await findViolations(page)).toEqual([]);
    const enlarge = before.getByRole('button', { name: t('preview.enlarge-name', { name: SCAN }) });
    await enlarge.press('Enter');
    const full = page.getByRole('dialog', { name: t('preview.full', { name: SCAN }) });
    await full.locator(DRAWN).waitFor();
    const zoom = full.getByText(/^\d+\s?%$/);
    const whole = await zoom.innerText();
    await page.keyboard.press('+');
    await expect(zoom).not.toHaveText(whole);
    const percent = await zoom.innerText();
    await full.getByRole('button', { name: t('preview.show-version') }).press('Enter');
    const version = page.getByRole('dialog', { name: t('preview.full', { name: t('conversion.name', { name: SCAN }) }) });
    await version.locator(DRAWN).waitFor();
    // Same page, same size: what differs is what the conversion has changed.
    await expect(version.getByText(of(2))).toBeVisible();
    await expect(version.getByText(percent, { exact: true })).toBeVisible();
    await expect(version.getByRole('button', { name: t('preview.show-file') })).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(version).toBeHidden();
    await expect(enlarge).toBeFocused();
    await expect(dialog).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

test('file and version with different numbers of pages are turned each by itself', async ({ page, openState }) => {
  const t = translator('en');
  const state = changed('conversions', {});
  const two = readFileSync(`${SAMPLES}/three-g4.tiff`);
  state.bytes = () => ok(withoutLastPage(two));
  await openState(state, '/documents');
  const { before, after } = await openDialog(page, t);
  await after.getByRole('button', { name: t('preview.next') }).click();
  await expect(after.getByText(t('preview.page-of', { page: 2, pages: 3 }))).toBeVisible();
  await expect(before.getByText(t('preview.page-of', { page: 1, pages: 2 }))).toBeVisible();
});

/** The last directory that another one leads to is left out. */
function withoutLastPage(tiff: Buffer): Buffer {
  const cut = Buffer.from(tiff);
  const ends: number[] = [];
  for (let at = cut.readUInt32LE(4); at !== 0; at = cut.readUInt32LE(ends.at(-1) ?? 0)) ends.push(at + 2 + 12 * cut.readUInt16LE(at));
  cut.writeUInt32LE(0, ends.at(-2) ?? 0);
  return cut;
}

test('the panel has no such choice: there is nothing to compare with', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('conversions', { place: '/documents' });
  await page.getByRole('row').filter({ hasText: SCAN }).click();
  await page.getByRole('complementary').locator(DRAWN).waitFor();
  await page.getByRole('button', { name: t('preview.enlarge-name', { name: SCAN }) }).click();
  await page.getByRole('dialog').locator(DRAWN).waitFor();
  await expect(page.getByRole('button', { name: t('preview.show-version') })).toHaveCount(0);
});
