import { expect } from 'playwright/test';
import { DEFAULT_SWITCHES } from '#sandbox/switches/switches-schema.ts';
import { test } from './console-page.ts';

test('every switch is there, is changed by its own kind of field, and is seen by the API', async ({
  page,
  partner,
  receiver,
  consoleUrl,
  complaints,
}) => {
  await page.goto(`${consoleUrl}#switches`);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(Object.keys(DEFAULT_SWITCHES), { useInnerText: true });
  const now = () => partner.control('GET', '/switches');
  await page.getByText('handshake', { exact: true }).locator('..').locator('..').locator('..').getByRole('switch').focus();
  await page.keyboard.press('Space');
  await expect.poll(now).toMatchObject({ handshake: true });
  await page.getByRole('radiogroup', { name: 'oversizeStatus' }).getByText('413').click();
  await expect.poll(now).toMatchObject({ oversizeStatus: 413 });
  await page.getByRole('textbox', { name: 'answerLost' }).fill('3');
  await page.getByRole('textbox', { name: 'answerLost' }).press('Enter');
  await expect.poll(now).toMatchObject({ answerLost: 3 });
  await page.getByRole('textbox', { name: 'failNext' }).fill('{"status": 503, "times": 2}');
  await page.getByRole('button', { name: /Save .?failNext/ }).click();
  await expect.poll(now).toMatchObject({ failNext: { status: 503, times: 2, route: 'imports' } });
  await page.getByRole('button', { name: 'Reset all but webhookUrl' }).click();
  await expect.poll(now).toEqual({ ...DEFAULT_SWITCHES, webhookUrl: receiver.url });
  expect(complaints).toEqual([]);
});

test('what cannot be is told at the switch, and nothing changes', async ({ page, partner, consoleUrl }) => {
  await page.goto(`${consoleUrl}#switches`);
  const field = page.getByRole('textbox', { name: 'autoDecide' });
  await field.fill('{');
  await page.getByRole('button', { name: /Save .?autoDecide/ }).click();
  await expect(page.getByText('This is no JSON.')).toBeVisible();
  await field.fill('{"afterMs": -1}');
  await page.getByRole('button', { name: /Save .?autoDecide/ }).click();
  await expect(page.getByRole('alert')).toContainText('autoDecide.afterMs');
  expect(await partner.control('GET', '/switches')).toMatchObject({ autoDecide: null });
});

test('a switch is found by what it does, in French too, and one alone is put back', async ({ page, partner, consoleUrl }) => {
  await partner.control('PATCH', '/switches', { resignRetries: false, signed: false });
  await page.goto(`${consoleUrl}#switches`);
  await page.getByText('Français').click();
  await expect(page.getByRole('heading', { level: 2, name: /réglages ne sont pas/ })).toBeVisible();
  await page.getByLabel('Chercher un réglage').fill('nouvelle signature');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['resignRetries']);
  await page.getByRole('button', { name: /Rétablir .?resignRetries/ }).click();
  await expect.poll(() => partner.control('GET', '/switches')).toMatchObject({ resignRetries: true, signed: false });
});
