import { expect, type Locator, type Page } from 'playwright/test';
import { mappingSha256 } from '#electron/intake/inspect/mapped-file.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import { OPENINGS } from '../stories/openings.ts';
import { firstMapping, MAPPED_NAMES, SEVERAL_NAME } from '../stories/mapping-stories.ts';
import { test } from '../stories/story-page.ts';
import type { WindowState } from '#test/support/window/window-state.ts';
import { tabTo } from '../../headless/tab-to.ts';

const PLAIN = /[\u2066-\u2069]/g;

function dialogOf(page: Page, t: Translate, name: string): Locator {
  return page.getByRole('dialog', { name: t('mapping.title', { name }) });
}

/** As the mapping and the documents of its folder are then. */
function expectKept({ mappings, items }: WindowState): void {
  const [kept] = mappings ?? [];
  expect(kept?.sources).toMatchObject({
    journal: [{ from: 'constant', text: 'PAIE' }],
    reference: [
      { from: 'column', column: 7 },
      { from: 'pattern', pattern: 'PAIE {yyyy-mm}' },
    ],
  });
  const state = (name: string) => items.find((item) => item.name === name)?.state;
  expect(state(MAPPED_NAMES.first)).toMatchObject({ kind: 'held', question: { kind: 'entries', lines: 156 } });
  // The other file is of another program.
  expect(state(MAPPED_NAMES.other)).toMatchObject({ kind: 'unfit', problem: { kind: 'entries-misfit' } });
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`what columns mean is said by keyboard alone, from the panel to the question: ${language}`, async ({
    page,
    openStory,
    complaints,
  }) => {
    const host = await openStory('columns without a meaning', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: MAPPED_NAMES.first }).focus();
    await page.keyboard.press('Enter');
    const opener = page.getByRole('complementary').getByRole('button', { name: t('mapping.say') });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page, t, MAPPED_NAMES.first);
    const save = dialog.getByRole('button', { name: t('common.save') });
    await expect(dialog.getByText(t('mapping.lacking', { what: t('mapping.lacking.answers', { count: 1 }) }))).toBeVisible();
    await expect(save).toBeDisabled();
    // The journal, which the file does not have.
    await tabTo(page, dialog.getByRole('textbox', { name: t('mapping.typed.journal') }));
    await page.keyboard.type('PAIE');
    await expect(dialog.getByRole('switch', { name: t('mapping.right') })).toBeChecked();
    await expect(dialog.getByRole('status')).toContainText(t('mapping.result.errors', { count: 4 }));
    await expect(save).toBeEnabled();
    // From column to column with the arrow keys, and what it is with a letter.
    const columns = dialog.getByRole('combobox', { name: /\(.Numéro d'écriture|\(.Type/ });
    await tabTo(page, columns.first());
    await page.keyboard.press('ArrowRight');
    await expect(columns.nth(1)).toBeFocused();
    await expect(columns.nth(1)).toHaveValue('');
    // Four lines have no number of a document: a pattern says it, and its outcome is shown.
    await tabTo(page, dialog.getByRole('textbox', { name: t('mapping.typed.reference') }));
    await page.keyboard.type('PAIE {yyyy-mm}');
    await expect(dialog.getByText(t('mapping.typed.first', { value: 'AN1' }))).toBeVisible();
    await expect(dialog.getByRole('status')).not.toContainText(t('mapping.result.errors', { count: 4 }));
    await expect(dialog.getByRole('status')).toContainText(t('entries-preview.balanced'));
    const words = (await dialog.innerText()).replaceAll(PLAIN, '').replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(words).toContain(language === 'en' ? '512000 is debited with 12,345.67 €' : '512000 est débité de 12 345,67 €');
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(t('mapping.saved', { count: 2 }))).toBeVisible();
    expectKept(host.state);
    expect(complaints).toEqual([]);
  });

  test(`account and third party are taken from one cell by keyboard alone: ${language}`, async ({ page, openStory, complaints }) => {
    const host = await openStory('cells with several things', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: SEVERAL_NAME }).click();
    await page.getByRole('button', { name: t('mapping.say') }).press('Enter');
    const dialog = dialogOf(page, t, SEVERAL_NAME);
    await tabTo(page, dialog.getByRole('textbox', { name: t('mapping.typed.journal') }));
    await page.keyboard.type('OD');
    await tabTo(page, dialog.getByRole('textbox', { name: t('mapping.typed.reference') }));
    await page.keyboard.type('OD {yyyy-mm}');
    const add = dialog.getByRole('button', { name: t('mapping.rule.add') });
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    const rule = (number: string) => dialog.getByRole('group', { name: t('mapping.rule.number', { number }), exact: true });
    await expect(rule('1').getByRole('combobox', { name: t('mapping.rule.member', { number: '1' }) })).toHaveValue('account');
    await expect(rule('1')).toContainText(t('mapping.rule.gives', { values: 'Imbalance-EUR · 009900 · 021000' }));
    await expect(add).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rule('2').getByRole('combobox', { name: t('mapping.rule.member', { number: '2' }) })).toHaveValue('thirdParty');
    await expect(rule('2')).toContainText('FO0001');
    await expect(
      dialog.getByText(t('mapping.column.ruled', { meanings: language === 'en' ? 'Account and Third party' : 'Compte et Tiers' })),
    ).toBeVisible();
    // Only in rows of two days.
    const where = rule('2').getByRole('combobox', { name: t('mapping.rule.where') });
    await where.focus();
    await where.selectOption('1');
    await expect(dialog).toContainText(t('mapping.lacking.rules'));
    await tabTo(page, rule('2').getByRole('textbox', { name: t('mapping.rule.is') }));
    await page.keyboard.type('03/01/2026, 04/01/2026');
    await expect(rule('2')).toContainText('FO0001');
    for (const right of await dialog.getByRole('switch', { name: t('mapping.right') }).all())
      if (!(await right.isChecked())) await right.press('Space');
    await tabTo(page, dialog.getByRole('button', { name: t('common.save') }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(host.state.mappings?.[0]?.sources).toMatchObject({
      account: [{ from: 'column', column: 2, part: { separator: '.', place: 1 } }],
      thirdParty: [
        {
          from: 'column',
          column: 2,
          part: { separator: '.', place: 2 },
          where: { column: { column: 1 }, is: ['03/01/2026', '04/01/2026'] },
        },
      ],
    });
    expect(complaints).toEqual([]);
  });
}

const t = translator('en');

test('a file that does not fit says why, what is new is asked, and the mapping is corrected', async ({ page, openStory, complaints }) => {
  const host = await openStory(OPENINGS['what columns mean now'].story, {});
  await OPENINGS['what columns mean now'].open(page, t);
  const dialog = dialogOf(page, t, MAPPED_NAMES.misfit);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'N° de compte' }).first()).toContainText('no longer');
  await expect(dialog.getByRole('combobox', { name: t('mapping.question.account') })).toHaveValue('8');
  await expect(dialog.getByText(t('mapping.column.unsure'))).toBeVisible();
  const save = dialog.getByRole('button', { name: t('common.save') });
  await expect(save).toBeDisabled();
  await dialog.getByRole('switch', { name: t('mapping.right') }).press('Space');
  await expect(dialog.getByText(t('mapping.column.unsure'))).toHaveCount(0);
  await save.press('Enter');
  await expect(dialog).toBeHidden();
  expect(host.state.mappings).toHaveLength(2);
  expect(host.state.mappings?.[1]).toMatchObject({
    headings: expect.arrayContaining(['N° de compte']),
    sources: { account: [{ from: 'column', column: 8, name: 'N° de compte' }], journal: [{ from: 'constant', text: 'PAIE' }] },
  });
  const folder = host.state.overview.folders.find(({ importType }) => importType === 'entries');
  // A new version asks again, whatever was ticked for the one before.
  expect(folder?.entries).toMatchObject({ mapping: { version: 3 }, byItself: null });
  expect(complaints).toEqual([]);
});

test('columns are corrected from the lines that they gave, which are shown anew', async ({ page, openStory, complaints }) => {
  const host = await openStory('columns without a meaning', { place: '#/documents' });
  await page.getByRole('row').filter({ hasText: MAPPED_NAMES.first }).click();
  await page.getByRole('button', { name: t('mapping.say') }).press('Enter');
  const dialog = dialogOf(page, t, MAPPED_NAMES.first);
  await dialog.getByRole('textbox', { name: t('mapping.typed.journal') }).fill('PAIE');
  await dialog.getByRole('textbox', { name: t('mapping.typed.reference') }).fill('PAIE {yyyy-mm}');
  await dialog.getByRole('button', { name: t('common.save') }).press('Enter');
  const opener = page
    .getByRole('complementary')
    .getByRole('button', { name: `${t('entries-preview.open.check')} – ${MAPPED_NAMES.first}` });
  await opener.press('Enter');
  const preview = page.getByRole('dialog', { name: t('entries-preview.title', { name: MAPPED_NAMES.first }) });
  await expect(preview).toContainText(t('entries-preview.mapping.version', { version: '1' }));
  await expect(preview).not.toContainText(t('entries-preview.mapping.labels'));
  const correct = preview.getByRole('button', { name: t('mapping.correct') });
  await correct.press('Enter');
  await dialog.getByRole('switch', { name: t('mapping.names') }).press('Space');
  await dialog.getByRole('button', { name: t('common.save') }).press('Enter');
  await expect(preview).toContainText(t('entries-preview.mapping.version', { version: '2' }));
  await expect(preview).toContainText(t('entries-preview.mapping.labels'));
  await expect(preview.locator(':focus')).toHaveCount(1);
  await preview.getByRole('button', { name: /^Send 156 lines/ }).press('Enter');
  await expect(preview).toBeHidden();
  expect(host.state.consents).toMatchObject([{ name: MAPPED_NAMES.first, lines: 156 }]);
  expect(complaints).toEqual([]);
});

test('another change meanwhile is told, nothing is saved, and it begins again with that one', async ({ page, openStory }) => {
  const host = await openStory(OPENINGS['what columns mean now'].story, {});
  await OPENINGS['what columns mean now'].open(page, t);
  const dialog = dialogOf(page, t, MAPPED_NAMES.misfit);
  await dialog.getByRole('switch', { name: t('mapping.right') }).press('Space');
  const theirs = { ...firstMapping(), labelFromAccount: true };
  const entries = { mapping: { version: 3, sha256: mappingSha256(theirs), madeAt: host.state.overview.now }, byItself: null };
  host.state.mappings = [...(host.state.mappings ?? []), theirs];
  const { folders } = host.state.overview;
  host.state.overview = {
    ...host.state.overview,
    folders: folders.map((one) => (one.importType === 'entries' ? { ...one, entries } : one)),
  };
  await dialog.getByRole('button', { name: t('common.save') }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(t('mapping.stale.what'));
  expect(host.state.mappings).toHaveLength(2);
  await dialog.getByRole('button', { name: t('mapping.stale.again') }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('switch', { name: t('mapping.names') })).toBeChecked();
  await dialog.getByRole('switch', { name: t('mapping.right') }).press('Space');
  await dialog.getByRole('button', { name: t('common.save') }).press('Enter');
  await expect(dialog).toBeHidden();
  expect(host.state.mappings?.[2]).toMatchObject({ labelFromAccount: true });
});

test('Escape asks before it drops what was chosen, and the focus returns', async ({ page, openStory }) => {
  await openStory('columns without a meaning', { place: '#/documents' });
  await page.getByRole('row').filter({ hasText: MAPPED_NAMES.first }).click();
  const opener = page.getByRole('button', { name: t('mapping.say') });
  await opener.press('Enter');
  const dialog = dialogOf(page, t, MAPPED_NAMES.first);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await dialog.getByRole('textbox', { name: t('mapping.typed.journal') }).fill('OD');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: t('mapping.discard.title') });
  await question.getByRole('button', { name: t('mapping.discard.stay') }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: t('mapping.typed.journal') })).toHaveValue('OD');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: t('mapping.discard.do') }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the settings of a folder show the version, correct it, and stop what goes by itself', async ({ page, openStory, complaints }) => {
  const host = await openStory(OPENINGS['settings of a folder of entries'].story, {});
  await OPENINGS['settings of a folder of entries'].open(page, t);
  const settings = page.getByRole('dialog');
  await expect(settings.getByText(t('mapping.folder.by-itself'))).toBeVisible();
  await settings.getByRole('button', { name: t('mapping.folder.stop') }).press('Enter');
  await expect(settings.getByText(t('mapping.folder.asks'))).toBeVisible();
  expect(host.state.overview.folders.find(({ importType }) => importType === 'entries')?.entries.byItself).toBe(null);
  await settings.getByRole('button', { name: t('mapping.folder.correct') }).press('Enter');
  await expect(dialogOf(page, t, MAPPED_NAMES.misfit)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings.getByRole('button', { name: t('mapping.folder.correct') })).toBeFocused();
  expect(complaints).toEqual([]);
});
