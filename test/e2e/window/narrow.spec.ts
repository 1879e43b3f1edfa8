import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';

const DOCUMENTS = { place: '#/documents' } as const;
const row = (page: Page, name: string) => page.getByRole('row', { name });
const panel = (page: Page) => page.getByRole('complementary');

for (const [width, height, language] of [
  [900, 600, 'en'],
  [900, 600, 'fr'],
  [480, 700, 'en'],
] as const) {
  test.describe(`a window of ${width} × ${height} (${language})`, () => {
    test.use({ viewport: { width, height } });

    test('shows a document in the place of the list, which comes back as it was, with the focus on its row', async ({
      page,
      openStory,
    }) => {
      const t = translator(language);
      await openStory('many documents', { ...DOCUMENTS, language });
      await row(page, 'Facture 1000.pdf').focus();
      for (let pages = 0; pages < 6; pages += 1) await page.keyboard.press('PageDown');
      const name = (await page.locator('[role=row]:focus').getAttribute('aria-labelledby'))?.split(' ')[0] ?? '';
      const chosen = await page.locator(`#${name}`).innerText();
      const before = await page.getByRole('grid').evaluate((grid) => grid.scrollTop);
      expect(before).toBeGreaterThan(300);
      await page.keyboard.press('Enter');
      await expect(panel(page)).toBeFocused();
      await expect(page.getByRole('grid')).toBeHidden();
      await expect(panel(page).getByRole('button', { name: t('common.close') })).toBeHidden();
      await panel(page)
        .getByRole('button', { name: t('document.back') })
        .click();
      await expect(panel(page)).toBeHidden();
      await expect(row(page, chosen)).toBeFocused();
      await expect(row(page, chosen)).toBeInViewport();
      expect(await page.getByRole('grid').evaluate((grid) => grid.scrollTop)).toBe(before);
      await page.keyboard.press('Enter');
      await expect(panel(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(row(page, chosen)).toBeFocused();
    });
  });
}

test('a wide window has the document beside its list, with a cross', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  await row(page, 'Facture Métro 8812.pdf').click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Back to the list' })).toBeHidden();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(row(page, 'Facture Métro 8812.pdf')).toBeFocused();
});
