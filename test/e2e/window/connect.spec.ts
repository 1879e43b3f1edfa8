import { expect, type Page } from 'playwright/test';
import { CONNECT_FAULTS } from '#shared/app-api/faults.ts';
import { en } from '#shared/i18n/en.ts';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import { byHand, openAdvanced } from '../by-hand.ts';
import { test } from './stories/story-page.ts';

const SECRET = 'a-secret-that-stays-in-one-field';

test('a person connects the first company and its two folders, with the keyboard alone', async ({ page, openStory }) => {
  const host = await openStory('first run');
  await byHand(page, translator('en'));
  await expect(page.getByLabel('Connection identifier')).toBeFocused();
  await page.keyboard.type(` ${storyId(77)} `);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`  ${SECRET} `);
  await page.getByLabel('Company name').focus();
  await page.keyboard.type('Chez Anne');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Chez Anne.? is connected/)).toBeVisible();
  expect(host.secrets).toEqual([SECRET]);
  await page.getByRole('button', { name: 'Choose the folder for purchases…' }).press('Enter');
  await page.getByRole('button', { name: 'Use it, and ask me about them' }).press('Enter');
  await expect(page.getByText('/home/anne/Scans/Achats')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('button', { name: 'Go to the overview' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No documents yet');
});

test('every reason why a connection is not made is told with what to do, and the secret is gone from the page', async ({
  page,
  openStory,
}) => {
  const host = await openStory('first run');
  await byHand(page, translator('en'));
  await page.setViewportSize({ width: 900, height: 600 });
  for (const kind of CONNECT_FAULTS) {
    host.state.connectFault = { kind };
    await fill(page);
    await page.getByRole('button', { name: 'Check and connect' }).click();
    await expect(page.getByRole('alert')).toContainText(en[`connect.fault.${kind}`]);
    await expect(page.getByRole('alert')).toContainText(en[`connect.fault.${kind}.next`]);
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Secret', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Company name')).toHaveValue('Chez Anne');
  }
  expect(await page.content()).not.toContain(SECRET);
});

test('what cannot be right is said at the field, and nothing is asked', async ({ page, openStory }) => {
  const host = await openStory('first run', { language: 'fr' });
  await byHand(page, translator('fr'));
  await page.getByLabel('Identifiant de connexion').fill('1234');
  await page.getByRole('button', { name: 'Vérifier et connecter' }).click();
  await expect(page.getByText('Ce n’est pas un identifiant')).toBeVisible();
  await expect(page.getByText('Collez le secret.')).toBeVisible();
  await expect(page.getByText('Donnez un nom à la société.')).toBeVisible();
  expect(host.secrets).toEqual([]);
});

test('a field that was left empty says what belongs into it, and nothing of a form', async ({ page, openStory }) => {
  const host = await openStory('first run', { language: 'fr' });
  await byHand(page, translator('fr'));
  await page.getByRole('button', { name: 'Vérifier et connecter' }).click();
  await expect(page.getByText('Collez l’identifiant.')).toBeVisible();
  await expect(page.getByText('Ce n’est pas un identifiant')).toBeHidden();
  expect(host.secrets).toEqual([]);
});

test('the secret is hidden unless the person looks', async ({ page, openStory }) => {
  await openStory('first run');
  await byHand(page, translator('en'));
  const secret = page.getByLabel('Secret', { exact: true });
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what is typed' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
});

test('an installation that knows no service is set up first', async ({ page, openStory }) => {
  const host = await openStory('not set up');
  await expect(page.getByRole('button', { name: en['invitation.by-hand'] })).toHaveCount(0);
  await openAdvanced(page, translator('en'));
  const json = page.getByLabel('File with the addresses');
  await json.fill('{"service": {"baseUrl": "ftp://x"}}');
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByText(/service\.baseUrl.{1,3} is missing or not right/)).toBeVisible();
  const address = 'https://service.example.com';
  // Half of it used to do nothing, without a word.
  await json.fill(JSON.stringify({ relayUrl: address }));
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByText(/service.{1,3} is not in it, and nothing works without it/)).toBeVisible();
  expect(host.state.settings.relayUrl).toBeNull();
  await json.fill(JSON.stringify({ relayUrl: address, service: { baseUrl: address, authUrl: address, jwksUrl: address, issuer: 'i' } }));
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByLabel('Connection identifier')).toBeVisible();
  expect(host.state.settings.service?.baseUrl).toBe(address);
});

test('a connection that ended is made again, and says that the documents waited', async ({ page, openStory }) => {
  const host = await openStory('connection ended');
  await expect(page.getByText('The connection has ended.')).toContainText('Your documents wait.');
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByLabel('Connection identifier').fill(storyId(78));
  await page.getByLabel('Secret', { exact: true }).fill(SECRET);
  await page.getByRole('button', { name: 'Check and connect' }).click();
  await expect(page.getByRole('dialog')).toContainText('is connected again');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('No longer connected')).toBeHidden();
  expect(host.secrets).toEqual([SECRET]);
});

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Connection identifier').fill(storyId(77));
  await page.getByLabel('Secret', { exact: true }).fill(SECRET);
  await page.getByLabel('Company name').fill('Chez Anne');
}
