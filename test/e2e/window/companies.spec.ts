import { expect } from 'playwright/test';
import { test } from './stories/story-page.ts';

test('a company is removed after its meaning was said, and its documents stay, marked', async ({ page, openStory }) => {
  const host = await openStory('every state', { place: '#/companies' });
  const [company] = host.state.overview.companies;
  const name = company?.name ?? '';
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('no longer be watched');
  await expect(dialog).toContainText('will not be sent');
  await expect(dialog).toContainText('will not be read here');
  await expect(dialog).toContainText('sends nothing twice');
  await expect(dialog).toContainText('the secret stays until the server has confirmed that');
  await expect(dialog).toContainText('After 7 days the server deletes');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  expect(host.state.overview.removed).toMatchObject([{ name }]);
  await page.getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('grid').getByText(`${name} (removed)`).first()).toBeVisible();
  const item = host.state.items.find(({ companyId }) => companyId === company?.id);
  await page
    .getByRole('row', { name: item?.name ?? '' })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Document' });
  await expect(panel.getByText('This company was removed from Intray')).toBeVisible();
});

test('the computers that read the answers are shown, and one is sent away after its meaning was said', async ({ page, openStory }) => {
  const host = await openStory('every state', { place: '#/companies' });
  await page.getByRole('button', { name: /^Actions for .*Boulangerie Marchand/ }).click();
  await page.getByRole('menuitem', { name: 'Computers…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText('This computer, since');
  await expect(dialog.getByRole('listitem').first().getByRole('button')).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Remove this computer: .*Portable de l’atelier/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('reads no more results');
  await question.getByRole('button', { name: 'Remove this computer' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  expect(host.state.computers).toMatchObject([{ name: 'PC-Accueil' }]);
});

test('computers cannot be shown while the relay is out of reach, and that is said', async ({ page, openStory }) => {
  const host = await openStory('every state', { place: '#/companies' });
  host.state.computers = undefined;
  await page.getByRole('button', { name: /^Actions for .*Boulangerie Marchand/ }).click();
  await page.getByRole('menuitem', { name: 'Computers…' }).click();
  await expect(page.getByRole('alert')).toContainText('Intray’s server cannot be reached now');
});

test('a folder on another computer is asked about, and added once the person knows that computer', async ({ page, openStory }) => {
  const host = await openStory('folder on another computer', { place: '#/companies' });
  const before = host.state.overview.folders.length;
  await page.getByRole('button', { name: 'Add a folder' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/another computer, .?serveur/);
  await expect(dialog.getByRole('alert')).toContainText('a form of your password');
  await expect(dialog.getByRole('button', { name: 'Add a folder' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'I know this computer, continue' }).click();
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Use it, and ask me about them' }).click();
  await expect(dialog).toBeHidden();
  expect(host.state.overview.folders).toHaveLength(before + 1);
});
