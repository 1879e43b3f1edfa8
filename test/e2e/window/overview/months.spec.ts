import { expect } from 'playwright/test';
import { companySchema } from '#shared/domain/company.ts';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { NOW, STORIES } from '../stories/stories.ts';
import { test } from '../stories/story-page.ts';
import { findViolations } from '../../axe.ts';

for (const [language, month, before] of [
  ['en', 'November', 'October'],
  ['fr', 'Novembre', 'Octobre'],
] as const) {
  const t = translator(language);

  test(`a month is told by company, is complete only when nothing is open, and the one before is a press away: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('two companies', { language });
    const section = page.getByRole('region', { name: t('months.title', { month }).replaceAll(/[\u2068\u2069]/g, '') });
    const bakery = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Boulangerie Marchand' }).first();
    await expect(bakery).toContainText(t('months.accepted', { count: 8 }));
    await expect(bakery).toContainText(t('months.complete', { month }));
    await page.getByRole('button', { name: t('months.earlier', { month: before }) }).click();
    await expect(section).toBeHidden();
    await expect(bakery).toContainText(t('months.none'));
    await expect(bakery).not.toContainText(t('months.complete', { month: before }));
    await page.getByRole('button', { name: t('months.later', { month }) }).click();
    await expect(bakery).toContainText(t('months.complete', { month }));
  });
}

test('a refusal that was not dealt with keeps a month from being complete', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('every state');
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: t('months.refused', { count: 2 }) });
  await expect(row.first()).toBeVisible();
  await expect(page.getByText(t('months.complete', { month: 'November' }))).toBeHidden();
});

test('the register of the month is made by one press', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('two companies');
  await page.getByRole('button', { name: t('months.register', { month: 'November', name: 'Boulangerie Marchand' }) }).click();
  await expect(page.getByRole('dialog').getByText(t('register.done', { count: 8 }))).toBeVisible();
});

test('a company’s details are unfolded by a press, and still are when the person comes back', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('two companies');
  const details = page.getByRole('button', { name: t('months.details', { name: 'Boulangerie Marchand' }) });
  await expect(details).toHaveAttribute('aria-expanded', 'false');
  await details.click();
  await expect(page.getByText(t('overview.folders-away', { count: 1 }))).toBeVisible();
  await page.getByRole('link', { name: t('frame.settings') }).click();
  await page.getByRole('link', { name: t('frame.overview') }).click();
  await expect(details).toHaveAttribute('aria-expanded', 'true');
});

test('thirty companies are thirty rows', async ({ page, openState }) => {
  const t = translator('en');
  const state = STORIES['all accepted']();
  const companies = Array.from({ length: 30 }, (_, at) => {
    const id = storyId(300 + at);
    const connection = { kind: 'active', seenAt: NOW };
    return companySchema.parse({
      id,
      name: `C${at}`,
      colour: 'rose',
      integrationId: id,
      formerIntegrationIds: [],
      connection,
      connectedAt: NOW,
    });
  });
  await openState({ ...state, overview: { ...state.overview, companies } });
  await expect(page.getByRole('button', { name: /^Details of / })).toHaveCount(30);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('status.no-folder-several', { count: 30 }));
});

/** What is foreign is surrounded by characters that nobody sees. */
function missing(month: string, what: string): RegExp {
  return new RegExp(`${month}.*${what}`);
}

for (const [language, november, october] of [
  ['en', 'November', 'October'],
  ['fr', 'Novembre', 'Octobre'],
] as const) {
  const t = translator(language);
  const several = missing(october, '4');

  test(`what is not there yet is a line for each month, which opens into its list by the keyboard: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('documents missing', { language });
    const main = page.getByRole('main');
    await expect(main.getByText(missing(november, 'Facture Orange'))).toBeVisible();
    await expect(main.getByText(missing(october, 'Assurance AXA'))).toBeVisible();
    const line = main.getByRole('button', { name: several });
    await expect(line).toHaveAttribute('aria-expanded', 'false');
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(line).toHaveAttribute('aria-expanded', 'true');
    const list = main.getByRole('list', { name: several });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list).toContainText('Métro');
    expect(await findViolations(page)).toEqual([]);
    // The month before has its own lines alone.
    await page.getByRole('button', { name: t('months.earlier', { month: october }) }).click();
    await expect(main.getByText(missing(november, 'Facture Orange'))).toBeHidden();
    await expect(main.getByRole('button', { name: several })).toBeVisible();
  });

  test(`a supplier is not expected any more by one press, which can be taken back at once and later: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('documents missing', { language });
    const main = page.getByRole('main');
    const orange = main.getByText(missing(november, 'Facture Orange'));
    const off = main.getByRole('button', { name: `${t('months.not-expected')} – Facture Orange` });
    await off.focus();
    await page.keyboard.press('Enter');
    await expect(orange).toBeHidden();
    await page.getByRole('button', { name: t('told.undo') }).click();
    await expect(orange).toBeVisible();
    await off.click();
    await expect(orange).toBeHidden();
    await page.getByRole('button', { name: t('months.details', { name: 'Boulangerie Marchand' }) }).click();
    await page.getByRole('button', { name: `${t('months.unexpected')}…` }).click();
    const dialog = page.getByRole('dialog', { name: t('months.unexpected') });
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: `${t('months.expect')} – Facture Orange` }).click();
    await expect(dialog).toBeHidden();
    await expect(orange).toBeVisible();
  });
}
