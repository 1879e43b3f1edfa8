import { expect } from 'playwright/test';
import { test } from './story-page.ts';

test('a company is removed after its meaning was said, and its documents stay, marked', async ({ page, openStory }) => {
  const host = await openStory('every state');
  const [company] = host.state.overview.companies;
  const name = company?.name ?? '';
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('no longer watched');
  await expect(dialog).toContainText('will not be sent');
  await expect(dialog).toContainText('will not be read here');
  await expect(dialog).toContainText('nothing is sent twice');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  expect(host.state.overview.removed).toMatchObject([{ name }]);
  await expect(page.getByText(`${name} (removed)`).first()).toBeVisible();
  const item = host.state.items.find(({ companyId }) => companyId === company?.id);
  await page
    .getByRole('row', { name: item?.name ?? '' })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Document' });
  await expect(panel.getByText('This company was removed from Intray')).toBeVisible();
});
