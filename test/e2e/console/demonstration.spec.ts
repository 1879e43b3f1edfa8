import { expect } from 'playwright/test';
import type { Integration } from '#test/support/console-partner.ts';
import { sample, test } from './console-page.ts';

const REASON = 'La TVA n’apparaît pas sur la facture.';

test('a person makes an integration, sees a document come, refuses it in French and sees the event delivered', async ({
  page,
  partner,
  receiver,
  consoleUrl,
  complaints,
}) => {
  await page.goto(consoleUrl);
  await page.getByRole('button', { name: 'New integration' }).click();
  const dialog = page.getByRole('dialog');
  const [integrationId = '', integrationSecret = ''] = await dialog.locator('dd code').allInnerTexts();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await expect(dialog).toBeHidden();
  expect(await page.content()).not.toContain(integrationSecret);
  const integration: Integration = { integrationId, integrationSecret };
  // No reload from here on: the page is live.
  const scan = { filename: 'Facture 31.pdf', bytes: sample('facture-2026-031.pdf'), reference: 'live-1' };
  expect((await partner.send(integration, scan)).status).toBe(200);
  const row = page.getByRole('row', { name: 'Facture 31.pdf' });
  await expect(row).toContainText('Waiting for a decision');
  await expect(row).toContainText('live-1');
  await row.click();
  const panel = page.getByRole('region', { name: 'Document' });
  await expect(panel.getByRole('link', { name: 'Open the PDF' })).toBeVisible();
  await panel.getByRole('button', { name: 'Refuse…' }).click();
  await panel.getByRole('button', { name: REASON }).click();
  await panel.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(row).toContainText('Refused');
  await expect(row).toContainText(REASON);
  await expect.poll(() => receiver.events).toMatchObject([{ data: { externalReference: 'live-1', rejectionReason: REASON } }]);
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByRole('row', { name: 'DocumentStatus' }).click();
  const delivery = page.getByRole('region', { name: 'Deliveries' });
  await expect(delivery).toContainText('Answer 204');
  await expect(delivery.locator('pre')).toContainText(`"rejectionReason": "${REASON}"`);
  expect(complaints).toEqual([]);
});

test('a delivery that fails shows its attempts, and the clock brings the next ones', async ({ page, partner, receiver, consoleUrl }) => {
  receiver.answer(503);
  await partner.control('POST', '/events', { type: 'Unheard' });
  await page.goto(`${consoleUrl}#deliveries`);
  const row = page.getByRole('row', { name: 'Unheard' });
  await expect(row).toContainText('Answer 503');
  await page.getByRole('button', { name: '5 min' }).click();
  await expect(page.getByText(/Ahead by .?5 min/)).toBeVisible();
  await expect(row).toContainText(/[4-6] attempts/);
  receiver.answer(204);
  await page.getByRole('button', { name: '1 h', exact: true }).click();
  await expect(row).toContainText('Delivered');
});

test('an integration is revoked, or its company closed, and works again with a new secret', async ({ page, partner, consoleUrl }) => {
  const first = (await partner.control('POST', '/integrations')) as Integration;
  await page.goto(consoleUrl);
  const card = page.getByRole('listitem').filter({ hasText: first.integrationId.slice(0, 8) });
  const scan = { filename: 'a.png', bytes: sample('note-de-restaurant.png') };
  await card.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: /Close as .?SMB_NOTFOUND/ }).click();
  await expect(card).toContainText('SMB_NOTFOUND');
  expect((await partner.send(first, scan)).status).toBe(400);
  await expect(card).toContainText('Revoked');
  await card.getByRole('button', { name: 'Give a new secret' }).click();
  const secret = await page.getByRole('dialog').locator('dd code').last().innerText();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(card).toContainText('Active');
  const second = { ...first, integrationSecret: secret };
  expect((await partner.send(first, scan)).status).toBe(401);
  expect((await partner.send(second, scan)).status).toBe(200);
  await card.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await expect(card).toContainText('Revoked');
  expect((await partner.send(second, scan)).status).toBe(401);
});

test('a picture is shown, and its file cannot do more than be seen', async ({ page, partner, consoleUrl, complaints }) => {
  const integration = (await partner.control('POST', '/integrations')) as Integration;
  await partner.send(integration, { filename: 'Note.png', bytes: sample('note-de-restaurant.png'), route: 'sales-invoices' });
  await page.goto(consoleUrl);
  const answered = page.waitForResponse((response) => response.url().endsWith('/file'));
  await page.getByRole('row', { name: 'Note.png' }).click();
  const headers = (await answered).headers();
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'inline', 'x-content-type-options': 'nosniff' });
  expect(headers['content-security-policy']).toContain('sandbox');
  const picture = page.getByRole('img', { name: /Note\.png/ });
  await expect.poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('row', { name: 'Note.png' })).toContainText('Accepted');
  expect(complaints).toEqual([]);
});
