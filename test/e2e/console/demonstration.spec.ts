import { expect } from 'playwright/test';
import type { Integration } from '#test/support/console-partner.ts';
import { sample, test } from './console-page.ts';
import { DEFAULT_SWITCHES } from '#sandbox/switches/switches-schema.ts';

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

const side = (amount: string) => `{"amount": ${amount}, "currency":"EUR","currencyAmount":1,"currencyRate":1.0}`;
const lineOf = (debit: string, credit: string, label: string) =>
  `{"date":"2026-01-31","debit":${side(debit)},"credit":${side(credit)},"journal":"PAIE","account":"0641100","reference":"P-1","label":${label}}`;
/** The sides differ by less than a cent, which a float would not find. */
const PAYROLL = `{ "data":{"lines":[ ${lineOf('12.30', '-0', '"Salaires \\u00e9t\\u00e9"')},\n${lineOf('0', '0.1230e2', '"<b>URSSAF</b>"')},${lineOf('0.005', '0', '"Écart"')}] } }`;

test('the entries of a document are seen as lines with their totals, and as the very text that came', async ({
  page,
  partner,
  consoleUrl,
  complaints,
}) => {
  const integration = (await partner.control('POST', '/integrations')) as Integration;
  const body = `{"metadata": { "v" : 1.0 } ,"externalReference":"paie-01","entries" :${PAYROLL}}`;
  expect(await partner.sendEntries(integration, body)).toBe(200);
  await page.goto(consoleUrl);
  await page.getByRole('row', { name: 'paie-01' }).click();
  await page.getByRole('button', { name: 'Show the lines' }).click();
  const dialog = page.getByRole('dialog', { name: /^Entries: .?paie-01/ });
  const rows = dialog.getByRole('row');
  await expect(rows.nth(1)).toHaveText('12026-01-31PAIE0641100Salaires étéP-112.30-0.00');
  await expect(rows.nth(2)).toHaveText('22026-01-31PAIE0641100<b>URSSAF</b>P-10.0012.30');
  await expect(rows.nth(4)).toHaveText('Total12.30512.30');
  await expect(dialog).toContainText(/Debit and credit differ by .?0\.005/);
  await dialog.getByText('Text as received').click();
  expect(await dialog.locator('pre').textContent()).toBe(PAYROLL);
  await dialog.getByText('Metadata as received').click();
  await expect(dialog.locator('pre')).toHaveText('{ "v" : 1.0 }');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show the lines' })).toBeFocused();
  expect(complaints).toEqual([]);
});

test('ten thousand lines of entries are gone through by the keyboard, of which only those in sight exist', async ({
  page,
  partner,
  consoleUrl,
}) => {
  const integration = (await partner.control('POST', '/integrations')) as Integration;
  const lines = Array.from({ length: 10_000 }, (_, at) =>
    lineOf(at % 2 === 0 ? '0.10' : '0', at % 2 === 0 ? '0' : '0.1', `"Ligne ${at + 1}"`),
  );
  expect(await partner.sendEntries(integration, `{"entries":{"data":{"lines":[${lines.join(',')}]}}}`)).toBe(200);
  await page.goto(consoleUrl);
  await page.getByRole('row', { name: 'Entries' }).click();
  await page.getByRole('button', { name: 'Show the lines' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: 'Ligne 1', exact: false }).first()).toBeVisible();
  await expect(dialog.getByText('Debit and credit are equal')).toBeVisible();
  await expect(dialog.getByRole('row').last()).toHaveText('Total500.00500.00');
  // Past the button that closes and the choice of what is shown.
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await expect(dialog.getByRole('region', { name: 'Lines' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(dialog.getByText('Ligne 10000', { exact: true })).toBeInViewport();
  expect(await dialog.locator('tr').count()).toBeLessThan(60);
  await dialog.getByText('Text as received').click();
  await expect(dialog.getByText(/^Part .?1.? of .?\d\d.?$/)).toBeVisible();
  let text = '';
  for (let next = dialog.getByRole('button', { name: 'Next part' }); ; await next.click()) {
    text += await dialog.locator('pre').textContent();
    if (await next.isDisabled()) break;
  }
  expect(text).toBe(`{"data":{"lines":[${lines.join(',')}]}}`);
});
