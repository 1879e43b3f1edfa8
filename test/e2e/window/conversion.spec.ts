import { expect } from 'playwright/test';
import { CONVERSION_FAULTS } from '#shared/app-api/conversion.ts';
import { translator } from '#shared/i18n/translate.ts';
import { conversionOf, PDF_PASSWORD } from '#test/support/window/window-conversion.ts';
import { test } from './stories/story-page.ts';

const SCAN = 'SCN_0090.tiff';
const LARGE = 'Relevé scanné.pdf';
const PROTECTED = 'Relevé protégé.pdf';

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
    // Before the buttons is the note.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('textbox', { name: t('document.note.optional') })).toBeFocused();
    await page.keyboard.type('Reçu deux fois');
    await dialog.getByRole('button', { name: t('conversion.send') }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(panel.getByText(t('conversion.chosen'))).toBeVisible();
    await expect(panel.getByText('Reçu deux fois')).toBeVisible();
    const sent = host.state.items.find(({ name }) => name === SCAN);
    expect(sent).toMatchObject({ conversion: conversionOf('tiff'), comment: 'Reçu deux fois' });
    // The pressed button is gone, and the keyboard focus is still in the panel.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(complaints).toEqual([]);
  });

  test(`a protected PDF is opened by its password, checked and sent with the keyboard: ${language}`, async ({
    page,
    openStory,
    complaints,
  }) => {
    const host = await openStory('conversions', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: PROTECTED }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('conversion.offer.password'))).toBeVisible();
    await panel.getByRole('button', { name: t('conversion.do.password') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('conversion.title.password', { name: PROTECTED }) });
    const field = dialog.getByLabel(t('conversion.password'), { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('type', 'password');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(t('conversion.password.missing'));
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(t('conversion.password.wrong'));
    // The wrong one is gone, and the next one is typed in at once.
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    await page.keyboard.type(PDF_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: t('conversion.send') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(host.state.items.find(({ name }) => name === PROTECTED)?.conversion).toEqual(conversionOf('pdf'));
    expect(complaints).toEqual([]);
  });

  test(`a scan that is too large is made smaller: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('conversions', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: LARGE }).click();
    await expect(page.getByRole('complementary').getByText(t('conversion.offer.too-large'))).toBeVisible();
    await page.getByRole('button', { name: t('conversion.do.too-large') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('conversion.title.too-large', { name: LARGE }) });
    await expect(dialog.getByText(/14[.,]7/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('conversion.send') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(host.state.items.find(({ name }) => name === LARGE)?.conversion).toEqual(conversionOf('pdf'));
  });

  test(`each fault says what happened, that nothing was sent, and what helps: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('conversions', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: SCAN }).click();
    const dialog = page.getByRole('dialog');
    for (const fault of CONVERSION_FAULTS) {
      if (fault === 'password-wrong') continue;
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

test('a file that turns out to be protected is asked the password of, without calling any wrong', async ({ page, openStory }) => {
  const host = await openStory('conversions', { place: '#/documents' });
  host.state.conversion = 'password-wrong';
  await page.getByRole('row').filter({ hasText: LARGE }).click();
  await page.getByRole('button', { name: t('conversion.do.too-large') }).press('Enter');
  const field = page.getByRole('dialog').getByLabel(t('conversion.password'), { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(t('conversion.password.hint'));
  await page.keyboard.type('opens it');
  delete host.state.conversion;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: t('conversion.send') })).toBeFocused();
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
