import { expect } from 'playwright/test';
import { fr } from '#shared/i18n/fr.ts';
import { test } from '../stories/story-page.ts';
import { translator } from '#shared/i18n/translate.ts';

test('what needs the person is listed with the accountant’s own words, and leads to the documents', async ({ page, openStory }) => {
  await openStory('every state');
  const needs = page.getByRole('region', { name: 'To do' });
  await expect(needs.getByRole('heading', { level: 3 })).toHaveText([
    '3 documents at once',
    'Facture Métro 8812.pdf',
    'Plan du four – 600 dpi en couleur.pdf',
    'IMG_2231.heic',
    'Relevé protégé.pdf',
    'Ticket plage.jpg',
    'Facture double.pdf',
    '<img src=x onerror=alert(1)>.pdf',
    'Page coupée.png',
    'Refus du service.pdf',
    'Facture Gaz octobre.pdf',
  ]);
  const refused = needs.getByRole('listitem').filter({ hasText: 'Facture Métro 8812.pdf' });
  await expect(refused).toContainText(/Refused\..*La TVA n’apparaît pas/);
  await expect(refused.getByRole('button')).toHaveText(['Mark as resolved', /Replace/]);
  await needs.getByRole('link', { name: 'Facture Métro 8812.pdf' }).click();
  await expect(page.getByRole('complementary', { name: 'Document' })).toBeFocused();
});

test('a question is answered where it is asked, and is gone from the list', async ({ page, openStory }) => {
  const host = await openStory('every state');
  const state = () => host.state.items.find(({ name }) => name === 'Facture double.pdf')?.state.kind;
  await page.getByRole('button', { name: /^Ignore: .Facture double\.pdf/ }).click();
  await expect.poll(state).toBe('aside');
  const asked = page.getByRole('button', { name: /I have asked about .Facture Gaz octobre\.pdf/ });
  await asked.click();
  await expect(asked).toBeHidden();
});

test('with nothing to do it says so, with what came last', async ({ page, openStory }) => {
  await openStory('all accepted', { language: 'fr' });
  await expect(page.getByText(fr['needs.none'], { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: fr['needs.latest'] }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('region', { name: fr['needs.title'] })).toHaveCount(0);
});

test('another disk at the same path is accepted with one press', async ({ page, openStory }) => {
  const host = await openStory('keychain locked', { language: 'fr' });
  await page.getByRole('button', { name: fr['folders.accept'] }).click();
  await expect.poll(() => host.state.overview.folders.map(({ state }) => state)).toEqual(['present', 'present']);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([fr['vault.locked.title']]);
});

test('what concerns everything is one line on the other places, and leads to the overview', async ({ page, openStory }) => {
  await openStory('disk full', { place: '#/documents' });
  await expect(page.getByText('The disk of this computer is full')).toHaveCount(1);
  await page.getByRole('link', { name: 'What to do' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // Said once, and in full.
  await expect(page.getByText('The disk of this computer is full')).toHaveCount(1);
  await expect(page.getByText('Free some space on the disk')).toBeVisible();
});

test('the rail counts what needs the person, says in words whether there is contact, and the way back works', async ({
  page,
  openStory,
}) => {
  const host = await openStory('every state');
  const rail = page.getByRole('navigation', { name: 'Places' });
  await expect(rail.getByRole('link', { name: 'Overview' })).toContainText('11 to do');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('11 things to do');
  await expect(rail.getByRole('link', { name: 'Connected' })).toHaveAttribute('title', /Last contact .40 minutes ago/);
  await rail.getByRole('link', { name: 'Connected' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeFocused();
  await rail.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveTitle(/Settings/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeFocused();
  await host.close();
  await expect(rail.getByText('No contact with Intray')).toBeVisible();
});

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const name = 'lettre.docx';

  test(`a stray letter is ignored on the overview, and not after all by an undo: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('ignored and gone', { language });
    const entry = page.getByRole('region', { name: t('needs.title') }).getByRole('link', { name });
    await page.getByRole('button', { name: t('document.ignore-name', { name }) }).click();
    await expect(entry).toBeHidden();
    expect(host.state.items.find((item) => item.name === name)?.state).toMatchObject({ kind: 'aside', why: 'user' });
    await page.getByRole('button', { name: t('told.undo') }).click();
    await expect(entry).toBeVisible();
  });

  test(`an ignored document says what was open, and is no longer ignored by one press: ${language}`, async ({ page, openStory }) => {
    await openStory('ignored and gone', { language, place: '#/documents?show=aside' });
    await page.getByRole('row', { name: 'planning.xlsx' }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('state.aside.user'), { exact: true })).toBeVisible();
    await expect(panel.getByText(t('document.aside.user.what'))).toBeVisible();
    await panel.getByRole('button', { name: t('document.no-longer-ignore-name', { name: 'planning.xlsx' }) }).press('Enter');
    await expect(panel.getByRole('button', { name: t('document.ignore-name', { name: 'planning.xlsx' }) })).toBeVisible();
    await expect(panel).toBeFocused();
  });

  test(`a document gone before it was sent can be ignored, but not sent: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('ignored and gone', { language, place: '#/documents?show=held' });
    await expect(page.getByRole('row').getByText(t('state.held.gone'))).toBeVisible();
    await page.getByRole('row').click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('question.gone.what'))).toBeVisible();
    await expect(panel.getByRole('button', { name: t('document.send-anyway') })).toBeHidden();
    await panel.getByRole('button', { name: t('document.ignore-name', { name: 'Facture loyer.pdf' }) }).click();
    await expect(panel.getByText(t('state.aside.user'), { exact: true })).toBeVisible();
    expect(host.state.overview.counts.held).toBe(0);
  });
}

test('an ignored file of which only the content is wrong can still be sent anyway', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('ignored and gone', { place: '#/documents?show=aside' });
  await page.getByRole('row', { name: 'coupe.pdf' }).click();
  await expect(page.getByRole('complementary').getByRole('button', { name: t('document.send-anyway') })).toBeVisible();
});

test('several documents are ignored at once, by the Delete key one by one, and taken back', async ({ page, openStory }) => {
  const t = translator('en');
  const host = await openStory('every state', { place: '#/documents?show=unfit' });
  const unfit = () => host.state.overview.counts.unfit;
  const before = unfit();
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: t('list.marked.title') });
  await bar.getByRole('button', { name: t('document.ignore') }).click();
  await expect.poll(unfit).toBe(0);
  await expect(page.getByText(t('list.told.ignored', { count: before }))).toBeVisible();
  await expect(bar).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect.poll(unfit).toBe(before);
  await expect(page.getByRole('row')).toHaveCount(before);
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect.poll(unfit).toBe(before - 1);
  await expect(page.getByText(t('list.told.ignored', { count: 1 }))).toBeVisible();
});

test('files beside the folders are ignored by one press, and told again from the companies', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('misplaced');
  await page.getByRole('button', { name: t('document.ignore'), exact: true }).click();
  await expect(page.getByText(t('misplaced.title', { count: 5 }))).toBeHidden();
  await expect(page.getByText(t('misplaced.told.ignored', { count: 5 }))).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('frame.companies') })
    .click();
  await expect(page.getByText(t('misplaced.are-ignored', { count: 5 }))).toBeVisible();
  await page.getByRole('button', { name: t('document.no-longer-ignore') }).click();
  await expect(page.getByText(t('misplaced.are-ignored', { count: 5 }))).toBeHidden();
});
