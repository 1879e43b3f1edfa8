import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { STORY_PARTNER } from '../stories/invitation-stories.ts';
import { findViolations } from '../../axe.ts';
import { refusals } from '../stories/connection-stories.ts';
import { changed, test } from '../stories/story-page.ts';

const panelOf = (page: Page) => page.getByRole('complementary');
const CONTACT = 'cabinet@compta-durand.example';

for (const [language, theme] of [
  ['en', 'light'],
  ['fr', 'dark'],
] as const) {
  const t = translator(language);
  const opened = (host: 'electron' | 'headless') => refusals(changed('refusals dealt with', { language, theme, host }));

  test(`a refusal shows the reason, two buttons, and what the accountant needs; the rest is folded: ${language}`, async ({
    page,
    openState,
  }) => {
    const { state, refused } = opened('headless');
    await openState(state, `#/documents/${refused.id}`);
    const panel = panelOf(page);
    await expect(panel.getByText(t('document.reason'))).toBeVisible();
    const buttons = panel.getByRole('button');
    await expect(buttons.filter({ hasText: t('upload.replace') })).toBeVisible();
    await expect(panel.getByRole('button', { name: t('document.settle-name', { name: refused.name }) })).toBeVisible();
    for (const folded of [t('document.send-again'), t('document.save-copy')])
      await expect(buttons.filter({ hasText: folded })).toBeHidden();
    for (const folded of [t('document.refused.next'), t('document.reference'), t('document.fingerprint')])
      await expect(panel.getByText(folded, { exact: true })).toBeHidden();
    await panel.getByText(t('refusal.more')).click();
    await expect(panel.getByText(t('document.refused.next'))).toBeVisible();
    await expect(panel.getByRole('button', { name: t('document.send-again'), exact: true })).toBeVisible();
    await panel.getByText(t('document.facts'), { exact: true }).click();
    await panel.getByText(t('refusal.technical')).click();
    await expect(panel.getByText(t('document.fingerprint'), { exact: true })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  test(`a correction that was handed over comes first, with its state and the way to it: ${language}`, async ({ page, openState }) => {
    const { state, corrected } = opened('electron');
    await openState(state, `#/documents/${corrected.id}`);
    const panel = panelOf(page);
    await expect(panel.getByRole('heading').nth(1)).toHaveText(t('refusal.corrected'));
    const correction = panel.getByRole('region', { name: t('refusal.corrected') });
    await expect(correction).toContainText(t('state.awaiting'));
    expect(await findViolations(page)).toEqual([]);
    await correction.getByRole('link', { name: 'Facture Métro 8812 corrigée.pdf' }).click();
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Facture Métro 8812 corrigée.pdf');
    await expect(panel.getByRole('region', { name: t('refusal.corrected') })).toBeHidden();
  });

  test(`number and message are one press to copy: ${language}`, async ({ page, context, openState }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { state, refused } = opened('headless');
    await openState(state, `#/documents/${refused.id}`);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const documentId = 'documentId' in refused.state ? (refused.state.documentId ?? '') : '';
    await panelOf(page)
      .getByRole('button', { name: t('document.number.copy') })
      .click();
    await expect.poll(clipboard).toBe(documentId);
    await panelOf(page)
      .getByRole('button', { name: t('message.copy') })
      .click();
    await expect(page.getByText(t('refusal.copied'))).toBeVisible();
    for (const part of [refused.name, documentId, 'Boulangerie Marchand', t('message.refused')]) expect(await clipboard()).toContain(part);
    // Nobody but a program needs it.
    expect(await clipboard()).not.toContain(refused.reference);
  });

  test(`a message opens in the mail program, to the contact that the company was given: ${language}`, async ({ page, openState }) => {
    const { state, refused } = opened('headless');
    const place = `#/documents/${refused.id}`;
    const host = await openState({ ...state, partner: STORY_PARTNER }, place);
    const mail = panelOf(page).getByRole('link', { name: t('message.write') });
    await expect(mail).toHaveAttribute('href', /^mailto:\?subject=[^&]*&body=/);
    await page.evaluate(() => {
      window.location.hash = '#/companies';
    });
    await page.getByRole('button', { name: t('companies.actions', { name: 'Boulangerie Marchand' }) }).click();
    await page.getByRole('menuitem', { name: t('companies.change') }).click();
    const runBy = page.getByRole('dialog').getByText(t('companies.partner'));
    await expect(runBy).toContainText(STORY_PARTNER.name);
    await expect(runBy.locator('img')).toHaveJSProperty('naturalWidth', 48);
    const sender = page.getByRole('textbox', { name: t('companies.sender'), exact: true });
    await sender.fill('josé@exemple.fr');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('companies.sender.wrong'))).toBeVisible();
    await expect(sender).toBeFocused();
    await sender.fill(' bureau@exemple.fr ');
    const contact = page.getByRole('textbox', { name: t('companies.contact') });
    await contact.fill('cabinet@compta, x');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('companies.contact.wrong'))).toBeVisible();
    await expect(contact).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await contact.fill(` ${CONTACT} `);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(host.state.overview.companies[0]).toMatchObject({ contact: CONTACT, userEmail: 'bureau@exemple.fr' });
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, place);
    await expect(mail).toHaveAttribute('href', new RegExp(`^mailto:${CONTACT}\\?subject=`));
    const href = new URL((await mail.getAttribute('href')) ?? '');
    expect(href.searchParams.get('subject')).toContain(refused.name);
    expect(href.searchParams.get('body')).toContain(t('message.refused'));
  });

  test(`the desktop app has the system open it, and copies the message where nothing opens: ${language}`, async ({ page, openState }) => {
    const { state, refused } = opened('electron');
    const host = await openState(state, `#/documents/${refused.id}`);
    const write = panelOf(page).getByRole('button', { name: t('message.write') });
    await write.click();
    await expect.poll(() => host.mails).toHaveLength(1);
    expect(host.mails[0]).toMatch(/^mailto:\?subject=[^&]*&body=[^&]*$/);
    host.state.info = { ...host.state.info, host: 'headless' };
    await write.click();
    await expect(page.getByText(t('refusal.no-mail'))).toBeVisible();
  });
}
