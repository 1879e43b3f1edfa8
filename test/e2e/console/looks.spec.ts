import { expect, type Page } from 'playwright/test';
import { findViolations } from '../axe.ts';
import { sample, test } from './console-page.ts';
import type { Integration, Partner } from '#test/support/console-partner.ts';
import { ENTRIES } from '#test/contract/fixtures/entries.ts';

const PLACES = ['documents', 'deliveries', 'switches'] as const;

for (const [language, theme, locale] of [
  ['en', 'light', 'en-GB'],
  ['fr', 'dark', 'fr-FR'],
] as const) {
  test.describe(`in ${language} and ${theme}`, () => {
    test.use({ locale, colorScheme: theme });
    // axe checks every element of three places, and the machine may be busy.
    test.describe.configure({ timeout: 150_000 });

    test('every place is accessible, complete and uncut', async ({ page, partner, consoleUrl, complaints }) => {
      await aLife(partner);
      for (const place of PLACES) {
        await page.goto(`${consoleUrl}#${place}`);
        await page
          .getByRole(place === 'switches' ? 'radiogroup' : 'row')
          .first()
          .waitFor();
        await expectFine(page, place);
        if (place === 'switches') continue;
        await page.getByRole('row').last().click();
        await page.locator('section[tabindex]').waitFor();
        await expectFine(page, `${place}, opened`);
        await page.keyboard.press('Escape');
      }
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(complaints).toEqual([]);
    });

    test('the dialogs and the refusal are accessible', async ({ page, partner, consoleUrl }) => {
      await aLife(partner);
      await page.goto(consoleUrl);
      await page.getByRole('row', { name: 'Ticket de parking.jpg' }).click();
      await page.getByRole('button', { name: /^(Refuse|Refuser)…$/ }).click();
      await expectFine(page, 'refusal');
      await page.getByRole('button', { name: /New integration|Nouvelle intégration/ }).click();
      await page.getByRole('dialog').waitFor();
      await expectFine(page, 'secret');
    });

    test('the entries of a document are accessible, complete and uncut', async ({ page, partner, consoleUrl, complaints }) => {
      await aLife(partner);
      await page.goto(consoleUrl);
      await page.getByRole('row', { name: 'paie-2026-01' }).click();
      await page.getByRole('button', { name: /^(Show the lines|Afficher les lignes)$/ }).click();
      const dialog = page.getByRole('dialog');
      for (const view of [/^(Lines|Lignes)$/, /^(Text as received|Texte reçu)$/, /^(Metadata as received|Métadonnées reçues)$/]) {
        await dialog.getByText(view).click();
        await dialog.locator('table, pre').waitFor();
        await expectFine(page, String(view));
      }
      expect(complaints).toEqual([]);
    });
  });
}

test('the keyboard alone is enough to decide', async ({ page, partner, consoleUrl }) => {
  await aLife(partner);
  await page.goto(consoleUrl);
  await page.getByRole('row').first().focus();
  await page.keyboard.type('ticket');
  await expect(page.getByRole('row', { name: 'Ticket de parking.jpg' })).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Document' });
  await expect(panel).toBeFocused();
  await panel.getByRole('button', { name: 'Accept' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Accepted');
  await panel.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('row', { name: 'Ticket de parking.jpg' })).toBeFocused();
});

test('the language that was chosen is kept, and a sandbox that has ended is told', async ({ page, sandbox, consoleUrl }) => {
  await page.goto(consoleUrl);
  await page.getByText('Français').click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Intray – bac à sable');
  await sandbox.stop();
  await expect(page.getByRole('alert')).toContainText('Le bac à sable ne répond pas');
});

async function expectFine(page: Page, what: string): Promise<void> {
  expect(await findViolations(page), what).toEqual([]);
  const sizes = [
    [450, 300],
    [900, 600],
    // Last, so that the next step has room.
    [1280, 800],
  ] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => cutOff(page), { message: `${what} at ${width}×${height}` }).toEqual([]);
  }
  expect(await page.locator('body').innerText()).not.toMatch(/\{\{|console\.[a-z]/);
}

/** Elements with text that extends beyond the window sideways, where nobody can scroll. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('p, h1, h2, h3, h4, button, label, dd, dt, input, pre')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > document.documentElement.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

const REASON = 'La TVA n’apparaît pas sur la facture du fournisseur, et le numéro de SIRET est illisible.';

/** Some of everything: what a user sees after a while of demonstrating. */
async function aLife(partner: Partner): Promise<Integration> {
  const integration = async () => (await partner.control('POST', '/integrations')) as Integration;
  const [revoked, closed, active] = [await integration(), await integration(), await integration()];
  const send = async (filename: string, file: string, more: object = {}) =>
    (await partner.send(active, { filename, bytes: sample(file), ...more })).documentId ?? '';
  const refused = await send('Facture Métro 8812.pdf', 'facture-2026-031.pdf', {
    reference: 'iy1hq3w2k5c7n6v4b8m9x1z2a3s4d5f6g7h8j9k0l1p2o3i4u5y6t7r800',
  });
  const accepted = await send('Note de restaurant.png', 'note-de-restaurant.png', { route: 'sales-invoices' });
  await send('Reçu de timbres.bmp', 'recu-de-timbres.bmp');
  await send('<img src=x onerror=alert(1)>.pdf', 'devis-toiture.pdf', { reference: 'devis-1' });
  await send('Ticket de parking.jpg', 'ticket-de-parking.jpg');
  await partner.sendEntries(active, JSON.stringify({ externalReference: 'paie-2026-01', entries: ENTRIES, metadata: { v: 1 } }));
  await partner.control('POST', `/documents/${refused}/decide`, { documentState: 'Refused', rejectionReason: REASON });
  await partner.control('POST', `/documents/${accepted}/decide`, { documentState: 'Accepted' });
  await partner.control('POST', `/integrations/${revoked.integrationId}/revoke`);
  await partner.control('POST', `/integrations/${closed.integrationId}/close`, { errorCode: 'CPA_CLOSED' });
  return active;
}
