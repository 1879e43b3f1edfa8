import { expect } from 'playwright/test';
import { CONVERSION_FAULTS } from '#shared/app-api/conversion.ts';
import { translator } from '#shared/i18n/translate.ts';
import { conversionOf } from '#test/support/window/window-conversion.ts';
import { test } from './stories/story-page.ts';

const SCAN = 'SCN_0090.tiff';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a scan is converted, checked and sent with the keyboard: ${language}`, async ({ page, openStory, complaints }) => {
    const host = await openStory('conversions', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: SCAN }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('conversion.offer.tiff'))).toBeVisible();
    await panel.getByRole('button', { name: t('conversion.do.format') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('conversion.title.format', { name: SCAN }) });
    await expect(dialog.getByText(t('conversion.keeps'))).toBeVisible();
    await expect(dialog.getByRole('status').first()).toContainText(/PDF\u2069?, 3 pages/);
    // File and version can be seen before it can be sent, and the keyboard is at the button then.
    await expect(dialog.locator('[data-drawn=true]')).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: t('conversion.send') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(panel.getByText(t('conversion.chosen'))).toBeVisible();
    expect(host.state.items.find(({ name }) => name === SCAN)?.conversion).toEqual(conversionOf('tiff'));
    // The pressed button is gone, and the keyboard focus is still in the panel.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(complaints).toEqual([]);
  });

  test(`each fault says what happened, that nothing was sent, and what helps: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('conversions', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: SCAN }).click();
    const dialog = page.getByRole('dialog');
    for (const fault of CONVERSION_FAULTS) {
      host.state.conversion = fault;
      await page.getByRole('button', { name: t('conversion.do.format') }).press('Enter');
      await expect(dialog.getByRole('alert')).toContainText(t(`conversion.fault.${fault}.what`));
      await expect(dialog.getByRole('alert')).toContainText(t('conversion.nothing-sent'));
      // One of its buttons has the focus, and Escape leaves from there.
      await expect(dialog.locator('button:focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
}

const t = translator('en');

test('leaving while a version is made cancels it, by the button and by Escape', async ({ page, openStory }) => {
  const host = await openStory('conversion under way', { place: '#/documents' });
  await page.getByRole('row').filter({ hasText: SCAN }).click();
  const button = page.getByRole('button', { name: t('conversion.do.format') });
  const dialog = page.getByRole('dialog');
  await button.press('Enter');
  await expect(dialog.getByRole('progressbar')).toHaveAccessibleName(t('preview.page-of', { page: 3, pages: 12 }));
  await dialog.getByRole('button', { name: t('common.cancel') }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(() => host.state.conversionsStopped).toBe(1);
  await expect(button).toBeFocused();
  await button.press('Enter');
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => host.state.conversionsStopped).toBe(2);
  await expect(button).toBeFocused();
});

test('a fault that has passed is tried again, and a version that is lost is made again', async ({ page, openStory }) => {
  const host = await openStory('conversion lost', { place: '#/documents' });
  host.state.conversion = 'unreadable';
  await page.getByRole('row').filter({ hasText: SCAN }).click();
  await page.getByRole('button', { name: t('conversion.do.format') }).press('Enter');
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: t('conversion.send') });
  await expect(dialog.getByRole('button', { name: t('document.try-again') })).toBeFocused();
  delete host.state.conversion;
  await page.keyboard.press('Enter');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(t('conversion.fault.lost.what'));
  await expect(dialog.getByRole('button', { name: t('conversion.again') })).toBeFocused();
  host.state.sendConversion = 'sent';
  await page.keyboard.press('Enter');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('complementary').getByText(t('conversion.chosen'))).toBeVisible();
});

test('a photo that the browser can draw is shown beside the JPEG that was made of it', async ({ page, openStory }) => {
  await openStory('conversions', { place: '#/documents' });
  await page.getByRole('row').filter({ hasText: 'Ticket essence.webp' }).click();
  await page.getByRole('button', { name: t('conversion.do.format') }).click();
  await expect(page.getByRole('dialog').locator('[data-drawn=true]')).toHaveCount(2);
  await expect(page.getByRole('dialog').getByText(/^\u2068?JPEG\u2069?, 1 page/)).toBeVisible();
});

test('what was sent is told apart from the file, and nothing is claimed of what another computer sent', async ({ page, openStory }) => {
  await openStory('conversions', { place: '#/documents' });
  const panel = page.getByRole('complementary');
  for (const [name, prints] of [
    ['Facture loyer.tiff', 1],
    ['Facture eau.tiff', 0],
  ] as const) {
    await page.getByRole('row').filter({ hasText: name }).click();
    await expect(panel.getByRole('heading', { name })).toBeVisible();
    await panel.locator('summary').getByText(t('document.facts'), { exact: true }).click();
    await panel.locator('summary', { hasText: t('refusal.technical') }).click();
    await expect(panel.getByText(conversionOf('tiff').sha256)).toHaveCount(prints);
    await expect(panel.getByText(t('conversion.sent-as.unknown'))).toHaveCount(1 - prints);
  }
});
