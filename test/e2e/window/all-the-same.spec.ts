import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';

const LOCKED = 'Relevé protégé.pdf';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a locked file is sent all the same with the keyboard, after what that means was said: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('every state', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: LOCKED }).click();
    const panel = page.getByRole('complementary');
    const button = panel.getByRole('button', { name: t('document.send-anyway'), exact: true });
    await button.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: t('send-anyway.title', { name: LOCKED }) });
    await expect(dialog.getByText(t('send-anyway.text'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    for (const became of ['gone', 'changed', 'in-cloud', 'unreadable', 'not-fit', 'not-offered'] as const) {
      host.state.allTheSame = became;
      await button.press('Enter');
      await dialog.getByRole('button', { name: t('document.send-anyway') }).press('Enter');
      await expect(panel.getByText(t(`send-anyway.told.${became}`))).toBeVisible();
    }
    host.state.allTheSame = 'sent';
    await button.press('Enter');
    await dialog.getByRole('button', { name: t('document.send-anyway') }).press('Enter');
    await expect(panel.getByText(t('document.all-the-same'))).toBeVisible();
    await expect(button).toBeHidden();
    // The pressed button is gone, and the keyboard focus is still in the panel.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });
}

test('what the service does not take by its rules is not offered to be sent', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('every state', { place: '#/documents?show=unfit' });
  const panel = page.getByRole('complementary');
  for (const [name, count] of [
    ['IMG_2231.heic', 0],
    ['Page coupée.png', 1],
  ] as const) {
    await page.getByRole('row').filter({ hasText: name }).click();
    await expect(panel.getByText(t('document.found'))).toBeVisible();
    await expect(panel.getByRole('heading', { name })).toBeVisible();
    await expect(panel.getByRole('button', { name: t('document.send-anyway'), exact: true })).toHaveCount(count);
  }
});
