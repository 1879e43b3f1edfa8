import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import type { WindowHost } from '#test/support/window/window-host.ts';
import { test } from '../stories/story-page.ts';

const COPY = 'Facture EDF octobre (copie).pdf';
const COMPLETE = 'Scan_0040 complet.pdf';
const NOTES = {
  en: 'Please ignore Scan_0040.pdf, sent on 19 November 2026 (1 page): this is the complete document, 3 pages.',
  fr: 'Merci de ne pas tenir compte de Scan_0040.pdf, envoyé le 19 novembre 2026 (1 page) : voici le document complet, 3 pages.',
};

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const button = (page: Page, words: 'leave' | 'send', name: string) =>
    page.getByRole('complementary').getByRole('button', { name: `${t(`sent-before.${words}`)} – ${name}` });

  test(`the same pages are not sent, with the keyboard, and that is taken back: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('sent before', { language, place: '#/documents' });
    await open(page, COPY);
    const leave = button(page, 'leave', COPY);
    await expect(leave).toBeVisible();
    await expect(page.getByRole('switch', { name: t('sent-before.with-note') })).not.toBeChecked();
    await leave.press('Enter');
    await expect.poll(() => itemOf(host, COPY)?.state.kind).toBe('aside');
    await expect(leave).toBeHidden();
    await expect(page.getByRole('complementary')).toBeFocused();
    await page.getByRole('button', { name: t('told.undo') }).press('Enter');
    await expect(leave).toBeVisible();
  });

  test(`what has grown is sent with a note that names the earlier one, or without: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('sent before', { language, place: '#/documents' });
    await open(page, COMPLETE);
    const noted = page.getByRole('switch', { name: t('sent-before.with-note') });
    await expect(noted).toBeChecked();
    const before = itemOf(host, COMPLETE);
    await button(page, 'send', COMPLETE).press('Enter');
    await expect.poll(() => itemOf(host, COMPLETE)?.state.kind).toBe('waiting');
    expect(itemOf(host, COMPLETE)?.comment?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(NOTES[language]);
    await expect(page.getByRole('complementary').getByText(t('sent-before.chosen'))).toBeVisible();
    host.state.items = host.state.items.map((item) => (item.name === COMPLETE && before !== undefined ? before : item));
    host.ring();
    await noted.press('Space');
    await expect(noted).not.toBeChecked();
    await button(page, 'send', COMPLETE).press('Enter');
    await expect.poll(() => itemOf(host, COMPLETE)?.state.kind).toBe('waiting');
    expect(itemOf(host, COMPLETE)?.comment).toBeUndefined();
  });

  test(`a note of the person’s own is kept, and no other one is offered: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('sent before', { language, place: '#/documents' });
    host.state.items = host.state.items.map((item) => (item.name === COMPLETE ? { ...item, comment: 'Chantier Nord' } : item));
    host.ring();
    await open(page, COMPLETE);
    await expect(page.getByRole('switch', { name: t('sent-before.with-note') })).toBeHidden();
    await button(page, 'send', COMPLETE).press('Enter');
    await expect.poll(() => itemOf(host, COMPLETE)?.state.kind).toBe('waiting');
    expect(itemOf(host, COMPLETE)?.comment).toBe('Chantier Nord');
  });

  test(`an answer holds for the folder from then on, and the folder says so: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('sent before', { language, place: '#/documents' });
    await open(page, COPY);
    await page.getByRole('switch', { name: t('sent-before.always') }).press('Space');
    await button(page, 'leave', COPY).press('Enter');
    await expect(page.getByText(t('sent-before.told.always'))).toBeVisible();
    expect(host.state.overview.folders.map(({ sentBefore }) => sentBefore.same)).toEqual(['leave', 'ask']);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('frame.companies') })
      .press('Enter');
    await expect(page.getByText(t('sent-before.about.leave', { ways: t('sent-before.about.same') }))).toBeVisible();
  });

  test(`the earlier document is shown in place of the one that is like it: ${language}`, async ({ page, openStory }) => {
    await openStory('sent before', { language, place: '#/documents' });
    await open(page, COMPLETE);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: t('document.replaces.open') }).press('Enter');
    await expect(panel.getByRole('heading', { name: 'Scan_0040.pdf', exact: true })).toBeVisible();
    await open(page, 'Scan_0040 recto verso.pdf');
    await expect(panel.getByText(t('sent-before.chosen'))).toBeVisible();
    await panel.getByRole('button', { name: t('document.replaces.open') }).press('Enter');
    await expect(panel.getByRole('heading', { name: 'Scan_0040.pdf', exact: true })).toBeVisible();
  });

  test(`several of a folder are answered at once: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('sent before, several', { language });
    const needs = page.getByRole('region', { name: t('needs.title') });
    const title = t('sent-before.group.same', { folder: '…/Scans/Achats', count: 5 });
    await expect(needs.getByRole('heading', { level: 3 })).toHaveText([title]);
    const all = needs.getByRole('button', { name: t('sent-before.group.send') });
    await all.press('Enter');
    await expect(page.getByRole('alertdialog', { name: t('list.confirm.allow', { count: 5 }) })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(all).toBeFocused();
    await needs.getByRole('switch', { name: t('sent-before.always') }).press('Space');
    await needs.getByRole('button', { name: t('sent-before.group.leave') }).press('Enter');
    await expect(page.getByText(t('list.told.ignored', { count: 5 }))).toBeVisible();
    await expect(needs).toBeHidden();
    expect(host.state.items.filter(({ state }) => state.kind === 'aside')).toHaveLength(5);
    expect(host.state.overview.folders[0]?.sentBefore).toEqual({ same: 'leave', grown: 'ask', changed: 'ask' });
  });

  test(`several of a folder are sent as new documents, after a question: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('sent before, several', { language });
    await page.getByRole('button', { name: t('sent-before.group.send') }).press('Enter');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('sent-before.group.send') })
      .press('Enter');
    await expect(page.getByText(t('list.told.allowed', { count: 5 }))).toBeVisible();
    expect(host.state.items.filter(({ state }) => state.kind === 'waiting')).toHaveLength(5);
  });

  test(`a folder decides by itself as its settings say: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('sent before', { language, place: '#/companies' });
    await page.getByRole('button', { name: t('folders.actions', { name: '…/Scans/Achats' }) }).press('Enter');
    await page.getByRole('menuitem', { name: t('folders.settings') }).press('Enter');
    const group = page.getByRole('group', { name: t('sent-before.settings') });
    await expect(group).toHaveAccessibleDescription(t('sent-before.settings.text'));
    const way = group.getByRole('radiogroup', { name: t('sent-before.settings.grown') });
    await way.getByRole('radio', { name: t('sent-before.rule.ask') }).press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(way.getByRole('radio', { name: t('sent-before.rule.send') })).toBeChecked();
    await page.getByRole('button', { name: t('folders.settings.save') }).press('Enter');
    await expect(page.getByText(t('sent-before.about.send', { ways: t('sent-before.about.grown') }))).toBeVisible();
    expect(host.state.overview.folders[0]?.sentBefore).toEqual({ same: 'ask', grown: 'send', changed: 'ask' });
  });
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: name }).click();
  await expect(page.getByRole('complementary').getByRole('heading', { name })).toBeVisible();
}

function itemOf({ state }: WindowHost, name: string) {
  return state.items.find((item) => item.name === name);
}
