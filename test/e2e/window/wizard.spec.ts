import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { byHand } from '../axe.ts';
import { tabTo } from '../headless/tab-to.ts';
import { everyState } from './stories/story-items.ts';
import { test } from './stories/story-page.ts';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a person without a mouse goes through the three steps in ${language}, and sees the first scan arrive`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('first run', { language });
    const press = async (name: string) => {
      await tabTo(page, page.getByRole('button', { name, exact: true }));
      await page.keyboard.press('Enter');
    };
    await expect(page.getByRole('list', { name: t('first-run.steps') }).locator('[aria-current=step]')).toContainText(
      t('first-run.step.connect'),
    );
    await press(t('invitation.by-hand'));
    // A line of an e-mail, as it was copied.
    await page.keyboard.insertText(`Identifiant : ${storyId(77)} `);
    await expect(page.getByText(t('connect.integration-id.right'))).toBeVisible();
    await tabTo(page, page.getByLabel(t('connect.secret'), { exact: true }));
    await page.keyboard.insertText('a secret');
    await tabTo(page, page.getByLabel(t('connect.name')));
    await page.keyboard.insertText('Chez Anne');
    await page.keyboard.press('Enter');
    await press(t('first-run.create'));
    // Both folders are there, so there is nothing left to say on that step.
    await expect(page.getByText(t('first-run.waiting'))).toBeVisible();
    await expect(page.getByRole('heading', { name: t('first-run.first-scan') })).toBeFocused();
    const [item] = everyState().filter(({ state }) => state.kind === 'awaiting');
    const [company] = host.state.overview.companies;
    if (item === undefined || company === undefined) throw new Error('the story has both');
    host.state.items = [{ ...item, companyId: company.id, state: { kind: 'uploading', startedAt: item.foundAt, last: null } }];
    host.ring();
    await expect(page.getByText(t('first-run.seen.under-way'))).toBeVisible();
    host.state.items = [{ ...item, companyId: company.id }];
    host.ring();
    await expect(page.getByText(t('first-run.seen.received'))).toBeVisible();
    await press(t('first-run.to-overview'));
    await expect(page).toHaveURL(/#\/overview/);
    expect(host.state.overview.folders.map(({ path }) => path)).toEqual(
      language === 'fr'
        ? ['/home/anne/Intray/Achats', '/home/anne/Intray/Ventes']
        : ['/home/anne/Intray/Purchases', '/home/anne/Intray/Sales'],
    );
  });
}

test('half an identifier is said at once, one that is taken by name, and nothing is asked for either', async ({ page, openStory }) => {
  const host = await openStory('all accepted', { place: '#/companies' });
  await page.getByRole('button', { name: 'Add a company' }).click();
  const id = page.getByLabel('Connection identifier');
  await id.fill('3f2b8c1e-5d4a');
  await expect(page.getByText('This is not an identifier')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByText('This is not an identifier')).toBeVisible();
  await id.fill(host.state.overview.companies[0]?.integrationId ?? '');
  await expect(page.getByText(/already connected here, as .{1,3}Boulangerie Marchand/)).toBeVisible();
  expect(host.secrets).toEqual([]);
});

test('a folder with files in it is counted, and nothing is taken before the person has answered', async ({ page, openStory }) => {
  const host = await openStory('no folders yet', { place: '#/companies' });
  await page.getByRole('button', { name: 'Choose folders' }).first().click();
  await page.getByRole('button', { name: 'Choose the folder for purchases…' }).click();
  await expect(page.getByText('There are already 12 files in it.')).toBeVisible();
  expect(host.state.overview.folders).toEqual([]);
  await page.getByRole('button', { name: 'Use it, and ask me about them' }).click();
  await expect.poll(() => host.state.overview.folders).toMatchObject([{ path: '/home/anne/Scans/Achats', existing: 'ask' }]);
});

test('a first run that was left is gone on with from the page of the companies', async ({ page, openStory }) => {
  const host = await openStory('first run');
  await byHand(page, translator('en'));
  await page.getByLabel('Connection identifier').fill(storyId(77));
  await page.getByLabel('Secret', { exact: true }).fill('a secret');
  await page.getByLabel('Company name').fill('Chez Anne');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose your folders' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Companies' }).click();
  await page.getByRole('button', { name: 'Choose folders' }).click();
  await page.getByRole('button', { name: 'Create both folders for me' }).click();
  await expect.poll(() => host.state.overview.folders.length).toBe(2);
});

const en = translator('en');
const ELSEWHERE = { relayUrl: 'https://relay-2.example' };

test('another place wants each secret again, and says which is wrong', async ({ page, openStory, complaints }) => {
  const host = await openStory('every state', { place: '#/settings/connection' });
  const { companies } = host.state.overview;
  expect(companies.length).toBeGreaterThan(1);
  await page.getByText(en('settings.installation'), { exact: true }).click();
  await page.getByRole('button', { name: en('settings.installation.change') }).click();
  await page.getByLabel(en('installation.json'), { exact: true }).fill(JSON.stringify(ELSEWHERE));
  await page.getByRole('button', { name: en('installation.save') }).click();
  await expect(page.getByRole('alert')).toContainText(en('installation.secrets.title'));
  const fields = companies.map(({ name }) => page.getByLabel(en('installation.secrets.of', { name }), { exact: true }));
  for (const field of fields) await field.fill('right');
  await fields[0]?.fill('wrong');
  await page.getByRole('button', { name: en('installation.save') }).click();
  await expect(page.getByText(en('installation.secrets.wrong'))).toHaveCount(1);
  await expect(page.locator('input[aria-invalid=true]')).toHaveValue('');
  for (const field of fields.slice(1)) await expect(field).toHaveValue('right');
  expect(host.state.settings.relayUrl).not.toBe(ELSEWHERE.relayUrl);
  await fields[0]?.fill('right after all');
  await page.getByRole('button', { name: en('installation.save') }).click();
  await expect.poll(() => host.state.settings.relayUrl).toBe(ELSEWHERE.relayUrl);
  await expect(page.locator('input[type=password]')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('each secret typed in again, or starting over, lets it be changed', async ({ page, openStory }) => {
  for (const how of ['secrets', 'start over'] as const) {
    const host = await openStory('every state', { place: '#/settings/connection' });
    const { companies } = host.state.overview;
    await page.getByText(en('settings.installation'), { exact: true }).click();
    await page.getByRole('button', { name: en('settings.installation.change') }).click();
    await page.getByLabel(en('installation.json'), { exact: true }).fill(JSON.stringify(ELSEWHERE));
    await page.getByRole('button', { name: en('installation.save') }).click();
    if (how === 'secrets') {
      for (const { name } of companies) await page.getByLabel(en('installation.secrets.of', { name }), { exact: true }).fill('right');
      await page.keyboard.press('Enter');
    } else {
      await page.getByText(en('installation.start-over'), { exact: true }).click();
      await expect(page.locator('input[type=password]')).toHaveCount(0);
      await page.getByRole('button', { name: en('installation.start-over.save') }).click();
    }
    await expect.poll(() => host.state.settings.relayUrl).toBe(ELSEWHERE.relayUrl);
    expect(host.state.overview.companies).toHaveLength(how === 'secrets' ? companies.length : 0);
  }
});
