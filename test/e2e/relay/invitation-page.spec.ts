/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs, and some need nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from 'playwright/test';
import { invitationPageRoute } from '#relay/invitations/invitation-page-route.ts';
import { logoRoute, type RelayPartner } from '#relay/partner.ts';
import { parseInvitationFile } from '#shared/domain/invitation/invitation.ts';
import { API_HEADERS } from '#shared/node/http/answer-headers.ts';
import { serve } from '#shared/node/http/serve.ts';
import { findViolations } from '../axe.ts';

const CODE = 'AAECAwQFBgcICQoLDA0ODw';
const LOGO = new Uint8Array(readFileSync(join(import.meta.dirname, '../../../build/icons/app/128x128.png')));
const PARTNER: RelayPartner = { name: 'Exemple Éditeur SAS', logo: { type: 'image/png', bytes: LOGO } };
const IN_FRENCH = { locale: 'fr-FR', timezoneId: 'Europe/Paris' };

/** `asked`: everything that was requested of the relay's address. */
type Served = { readonly host: string; readonly asked: readonly string[] };
type Fixtures = {
  readonly relay: Served;
  readonly complaints: string[];
  readonly downloadUrl: string | null;
  readonly partner: RelayPartner | null;
};

const test = base.extend<Fixtures>({
  downloadUrl: [null, { option: true }],
  partner: [null, { option: true }],
  relay: async ({ downloadUrl, partner }, give) => {
    const asked: string[] = [];
    const route = invitationPageRoute(downloadUrl, { name: partner?.name ?? null, hasLogo: partner !== null });
    if (partner !== null) route.route('/', logoRoute(partner));
    const served = await serve(
      async (request) => {
        asked.push(`${request.method} ${request.url} ${await request.text()}`);
        return route.fetch(request);
      },
      { port: 0, headers: { always: API_HEADERS } },
    );
    await give({ host: `127.0.0.1:${served.port}`, asked });
    await served.close();
  },
  complaints: async ({ page }, give) => {
    const complaints: string[] = [];
    // The icon that a browser asks for by itself is forbidden by the page's policy.
    page.on('console', (message) => message.type() === 'error' && !message.text().includes('favicon') && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await give(complaints);
  },
});

async function goTo(page: Page, { host }: Served, fragment: string): Promise<void> {
  await page.goto(`http://${host}/invitation${fragment}`);
}

test.describe('the page of an invitation, in French', () => {
  test.use(IN_FRENCH);

  test('opens Intray, saves a file and copies the link, and tells the relay nothing of the code', async ({
    page,
    relay,
    complaints,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, relay, `#1.${CODE}`);
    await expect(page.getByRole('heading', { name: 'Votre invitation Intray' })).toBeVisible();
    const link = `https://${relay.host}/invitation#1.${CODE}`;
    await expect(page.getByRole('link', { name: 'Ouvrir dans Intray' })).toHaveAttribute('href', link.replace('https:', 'intray:'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Enregistrer le fichier' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('invitation.intray');
    const saved = readFileSync(await download.path(), 'utf8');
    expect(saved).toBe(`${link}\n`);
    expect(parseInvitationFile(saved)?.code ?? null).toBe(CODE);
    await expect(page.getByLabel('Lien de l’invitation')).toHaveValue(link);
    await page.getByRole('button', { name: 'Copier le lien' }).click();
    await expect(page.getByText('Copié', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect(page.getByText('Ce lien est incomplet').first()).toBeHidden();
    await expect(page.getByText('Copiez l’adresse complète').first()).toBeHidden();
    expect(await findViolations(page)).toEqual([]);
    expect(relay.asked.filter((one) => !one.includes('/favicon.ico'))).toEqual([`GET http://${relay.host}/invitation `]);
    expect(relay.asked.join()).not.toContain(CODE);
    expect(complaints).toEqual([]);
  });

  test.describe('of a relay whose operator says where Intray is found', () => {
    test.use({ downloadUrl: 'https://downloads.example/intray?for="all"&lang=fr' });

    test('leads there in another tab, names the host, and tells it nothing', async ({ page, relay, complaints }) => {
      await goTo(page, relay, `#1.${CODE}`);
      const link = page.getByRole('link', { name: 'Télécharger Intray' });
      await expect(link).toHaveAttribute('href', 'https://downloads.example/intray?for=%22all%22&lang=fr');
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      await expect(page.getByRole('main').getByText('downloads.example', { exact: true })).toBeVisible();
      await expect(page.getByText('sait où le trouver').first()).toBeHidden();
      expect(await findViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  test.describe('of a relay whose operator gave a name and a logo', () => {
    test.use({ partner: PARTNER });

    test('says whose it is, with a picture that the policy lets through, and no other', async ({ page, relay, complaints }) => {
      await goTo(page, relay, `#1.${CODE}`);
      await expect(page.getByRole('main').getByText('De la part de Exemple Éditeur SAS')).toBeVisible();
      await expect(page.locator('main .from img')).toHaveJSProperty('naturalWidth', 128);
      expect(await findViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      const isShown = await page.evaluate(async () => {
        const picture = new Image();
        const ended = new Promise<boolean>((resolve) => {
          picture.addEventListener('load', () => resolve(true));
          picture.addEventListener('error', () => resolve(false));
        });
        picture.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
        return ended;
      });
      expect(isShown).toBe(false);
    });
  });

  test('is in English a press away, with the same link', async ({ page, relay }) => {
    await goTo(page, relay, `#1.${CODE}`);
    await page.getByText('In English').click();
    const link = page.getByRole('link', { name: 'Open in Intray' });
    await expect(link).toHaveAttribute('href', `intray://${relay.host}/invitation#1.${CODE}`);
  });
});

test.describe('the page of an invitation, in English', () => {
  test.use({ locale: 'en-GB' });

  for (const fragment of ['', '#', `#1.${CODE.slice(0, -1)}`, `#2.${CODE}`, `#1.${CODE}&x`]) {
    test(`says that a link is not whole: ${fragment}`, async ({ page, relay, complaints }) => {
      await goTo(page, relay, fragment);
      await expect(page.getByText('This link is not whole').first()).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open in Intray' })).toBeHidden();
      expect(complaints).toEqual([]);
    });
  }

  test('looks again when another link is opened in the same tab', async ({ page, relay }) => {
    await goTo(page, relay, '#1.short');
    await expect(page.getByText('This link is not whole').first()).toBeVisible();
    await goTo(page, relay, `#1.${CODE}`);
    await expect(page.getByRole('link', { name: 'Open in Intray' })).toBeVisible();
  });
});

test.describe('the page of an invitation, without scripts', () => {
  test.use({ javaScriptEnabled: false, locale: 'fr-FR' });

  test('says how the link is opened all the same', async ({ page, relay }) => {
    await goTo(page, relay, `#1.${CODE}`);
    await expect(page.getByText('Copiez l’adresse complète de cette page').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ouvrir dans Intray' })).toBeHidden();
  });
});
