import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const name = 'Devis traiteur.pdf';

  test(`a refusal is dealt with by one press, on the overview, and not after all by another: ${language}`, async ({ page, openStory }) => {
    await openStory('refusals dealt with', { language });
    const head = page.getByRole('heading', { level: 1 });
    await expect(head).toHaveText(t('status.good'));
    await expect(page.getByText(t('needs.none'), { exact: true })).toBeVisible();
    await page.getByRole('link', { name }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('state.settled'))).toBeVisible();
    await panel.getByRole('button', { name: t('document.unsettle-name', { name }) }).click();
    await expect(panel.getByRole('button', { name: t('document.settle-name', { name }) })).toBeVisible();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('frame.overview') })
      .click();
    await expect(head).toHaveText(t('status.to-do', { count: 1 }));
    await page.getByRole('button', { name: t('document.settle-name', { name }) }).click();
    await expect(head).toHaveText(t('status.good'));
    await page.getByRole('button', { name: `${t('told.undo')} – ${name}` }).click();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([name]);
    await expect(head).toHaveText(t('status.to-do', { count: 1 }));
  });
}

test('several refusals are marked in the list and dealt with at once, which leaves them among the refused', async ({ page, openStory }) => {
  const t = translator('en');
  const host = await openStory('refusals dealt with', { place: '#/documents?show=refused' });
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: t('list.marked.title') });
  await expect(bar.getByRole('button', { name: t('document.send-again') })).toBeDisabled();
  const unresolve = bar.getByRole('button', { name: t('document.unsettle') });
  await unresolve.click();
  await expect.poll(() => host.state.overview.counts.settled).toBe(0);
  await expect(unresolve).toBeHidden();
  await bar
    .getByRole('button', { name: t('document.settle'), exact: false })
    .last()
    .click();
  await expect.poll(() => host.state.overview.counts.settled).toBe(2);
  await expect(page.getByText(t('list.told.resolved', { count: 2 }))).toBeVisible();
  await expect(page.getByRole('row').getByText(t('state.settled'))).toHaveCount(2);
});
