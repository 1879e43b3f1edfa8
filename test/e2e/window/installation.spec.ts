import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';

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
