import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';

const REFUSED = 'Devis peinture.pdf';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`an answer without proof is shown as what the relay says, and taken by a press: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('unproven answers', { language });
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Facture eau octobre.pdf', 'Facture Métro 9120.pdf', REFUSED]);
    await page.getByRole('link', { name: REFUSED }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('unproven.refused.what'))).toBeVisible();
    await expect(panel.getByText(t('unproven.why'))).toBeVisible();
    await panel.getByRole('button', { name: t('document.take-name.refused', { name: REFUSED }) }).press('Enter');
    await expect(panel.getByText(t('unproven.taken'))).toBeVisible();
    expect(host.state.overview.counts).toMatchObject({ refused: 1, unproven: 2 });
    await panel.getByText(t('refusal.more')).click();
    await expect(panel.getByRole('button', { name: t('document.send-again'), exact: true })).toBeHidden();
    await panel.getByRole('button', { name: t('document.want-again') }).press('Enter');
    await expect(panel.getByRole('button', { name: t('document.send-again'), exact: true })).toBeVisible();
    // The pressed button is gone, and the keyboard focus is still in the panel.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  test(`all that say accepted are taken at once from the overview, after a second thought: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('unproven answers', { language });
    await page.getByRole('button', { name: t('needs.take-accepted', { count: 2 }) }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText(t('list.confirm.take.text'))).toBeVisible();
    await dialog.getByRole('button', { name: t('list.take-accepted') }).click();
    await expect.poll(() => host.state.overview.counts).toMatchObject({ accepted: 6, refused: 0, unproven: 1 });
  });
}

test('what was taken stays marked in the list, and what replaced it says so', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('unproven answers taken', { place: '#/documents' });
  const marks = page.getByRole('row').getByText(/unproven, taken on/);
  await expect(marks).toHaveCount(2);
  await page.getByRole('row').filter({ hasText: 'Facture gaz.pdf' }).click();
  await expect(page.getByRole('complementary').getByText(t('unproven.contradicted'))).toBeVisible();
});

test('a refusal that was taken is marked on the overview, and a proven one is not', async ({ page, openStory }) => {
  await openStory('unproven answers taken');
  const line = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .last();
  await expect(line(REFUSED)).toContainText('Refused – unproven, taken on');
  await expect(line('Facture gaz.pdf')).toBeVisible();
  await expect(line('Facture gaz.pdf')).not.toContainText('unproven');
});
