import { expect, type Page } from 'playwright/test';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import { tabTo } from '../headless/tab-to.ts';
import { test } from './stories/story-page.ts';

const FIGURES = {
  en: '3,212 files in 140 sub-folders; 12 are PDFs or pictures',
  fr: /3.212 fichiers dans 140 sous-dossiers.; 12 sont des PDF ou des images/,
} as const;

/** Opens the dialog that adds a folder, and the window's own folder dialog on top of it. */
async function browse(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('folders.add') }).click();
  await page.getByRole('button', { name: t('folders.choose') }).click();
  await page.getByRole('listbox', { name: t('folders.browse.folders') }).waitFor();
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const open = { language, host: 'headless', place: '#/companies' } as const;
  const takes = (name: string) => t('folders.browse.take-name', { name });

  test(`nothing is chosen when the folder dialog opens, and its button then says which folder it will be: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('all accepted', open);
    const before = host.state.overview.folders.length;
    await browse(page, t);
    const dialog = page.getByRole('dialog', { name: t('folders.browse.title') });
    await expect(dialog.getByRole('option', { selected: true })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: t('folders.browse.take') })).toBeDisabled();
    await dialog.getByRole('option', { name: 'Scans' }).click();
    await expect(dialog.getByRole('button', { name: takes('Scans') })).toBeEnabled();
    await dialog.getByRole('option', { name: 'Scans' }).dblclick();
    await expect(dialog.getByRole('navigation', { name: t('folders.browse.path') }).or(dialog.getByRole('list'))).toContainText('Scans');
    // The folder that was opened is the one that is meant, until one in it is chosen.
    await expect(dialog.getByRole('button', { name: takes('Scans') })).toBeEnabled();
    await dialog.getByRole('option', { name: 'Ventes' }).click();
    await dialog.getByRole('button', { name: takes('Ventes') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('folders.add') })
      .click();
    await expect
      .poll(() => host.state.overview.folders.slice(before))
      .toMatchObject([{ path: '/home/anne/Scans/Ventes', subfolders: true }]);
  });

  test(`the folder dialog is gone through by letters, arrows, Enter, Backspace and ←: ${language}`, async ({ page, openStory }) => {
    await openStory('all accepted', open);
    await browse(page, t);
    const list = page.getByRole('listbox', { name: t('folders.browse.folders') });
    const option = (name: string) => list.getByRole('option', { name });
    await expect(list).toBeFocused();
    await page.keyboard.type('t');
    await expect(option('Téléchargements')).toBeFocused();
    await expect(page.getByRole('button', { name: takes('Téléchargements') })).toBeEnabled();
    await page.keyboard.press('ArrowUp');
    await expect(option('Scans')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(option('Achats')).toBeVisible();
    await expect(list).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(option('Scans')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(option('anne')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(option('media')).toBeVisible();
    // There is nothing above the root.
    await page.keyboard.press('ArrowLeft');
    await expect(option('media')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  });

  test(`a home is taken only after its figures were shown, and without its sub-folders: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('home chosen as a folder', { language, place: '#/companies' });
    const before = host.state.overview.folders.length;
    await page.getByRole('button', { name: t('folders.add') }).click();
    await page.getByRole('button', { name: t('folders.choose') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('status')).toContainText(t('folders.consent.home'));
    await expect(dialog.getByText(FIGURES[language])).toBeVisible();
    await expect(dialog.getByRole('switch', { name: t('folders.subfolders') })).not.toBeChecked();
    // The first answer is the safe one.
    await expect(dialog.getByRole('button', { name: t('folders.consent.other') })).toBeFocused();
    expect(host.state.overview.folders).toHaveLength(before);
    host.state.chosenFolder = '/home/anne/Scans/Ventes';
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('/home/anne/Scans/Ventes')).toBeVisible();
    host.state.chosenFolder = '/home/anne';
    await dialog.getByRole('button', { name: t('folders.choose') }).click();
    await tabTo(page, dialog.getByRole('button', { name: t('folders.consent.take') }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(host.state.overview.folders.slice(before)).toMatchObject([{ path: '/home/anne', existing: 'ask', subfolders: false }]);
  });

  test(`a home is asked about in the first run as well, and its sub-folders are sent only if the person says so: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('no folders yet', { language, place: '#/companies' });
    host.state.chosenFolder = '/home/anne/Images';
    await page
      .getByRole('button', { name: t('companies.set-up') })
      .first()
      .click();
    await page.getByRole('button', { name: t('folders.choose.purchase-invoices') }).click();
    await expect(page.getByText(t('folders.consent.pictures'))).toBeVisible();
    await page.getByText(t('folders.subfolders')).click();
    await page.getByRole('button', { name: t('folders.consent.take') }).click();
    await expect.poll(() => host.state.overview.folders).toMatchObject([{ path: '/home/anne/Images', subfolders: true }]);
  });

  test(`a folder around Intray’s own files says so in its own words: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('all accepted', { language, place: '#/companies' });
    host.state.folderFault = { kind: 'profile-around' };
    await page.getByRole('button', { name: t('folders.add') }).click();
    await page.getByRole('button', { name: t('folders.choose') }).click();
    await expect(page.getByRole('alert')).toHaveText(t('folders.fault.profile-around'));
    await expect(page.getByRole('dialog').getByRole('button', { name: t('folders.add') })).toBeDisabled();
  });
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const photos = /HEIC, AVIF.* WebP/u;
  const tiff = t('folders.settings.convert.tiff');

  test(`a folder converts nothing by itself until that is ticked, and says so in its line: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('all accepted', { language, place: '#/companies' });
    const converts = () => host.state.overview.folders[0]?.converts;
    const row = page.getByRole('listitem').filter({ hasText: '/home/anne/Scans/Achats' }).last();
    const settings = async () => {
      await row.getByRole('button').click();
      await page.getByRole('menuitem', { name: t('folders.settings') }).click();
    };
    await settings();
    const group = page.getByRole('group', { name: t('folders.settings.convert') });
    await expect(group).toHaveAccessibleDescription(t('folders.settings.convert.text'));
    await expect(group.getByRole('switch', { checked: true })).toHaveCount(0);
    await expect(group.getByRole('switch')).toHaveCount(3);
    await group.getByText(photos).click();
    await group.getByText(tiff, { exact: true }).click();
    await page.getByRole('button', { name: t('folders.settings.save') }).click();
    const { now } = host.state.overview;
    await expect.poll(converts).toEqual({ photos: now, tiff: now, 'too-large': null });
    const kinds = language === 'en' ? 'photos and TIFF' : 'photos et TIFF';
    await expect(row).toContainText(t('folders.converts', { kinds }));
    await settings();
    await expect(group.getByRole('switch', { name: photos })).toBeChecked();
    await group.getByText(photos).click();
    await page.getByRole('button', { name: t('folders.settings.save') }).click();
    await expect.poll(converts).toEqual({ photos: null, tiff: now, 'too-large': null });
  });

  test(`a folder says how long it waits for its scanner, and a person sets a time, or takes that back: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('all accepted', { language, place: '#/companies' });
    const folder = () => host.state.overview.folders[0];
    const row = page.getByRole('listitem').filter({ hasText: '/home/anne/Scans/Achats' }).last();
    const settings = async () => {
      await row.getByRole('button').press('Enter');
      await page.getByRole('menuitem', { name: t('folders.settings') }).press('Enter');
    };
    await expect(row).toContainText(t('folders.waits', { seconds: '45' }));
    await settings();
    const wait = page.getByRole('radiogroup', { name: t('folders.settings.wait') });
    await expect(wait.getByRole('radio', { name: t('folders.settings.wait.scanner') })).toBeChecked();
    await expect(page.getByText(t('folders.waits.pages', { seconds: '45' }))).toBeVisible();
    await wait.getByRole('radio', { checked: true }).press('ArrowDown');
    const seconds = page.getByLabel(t('folders.settings.settle'));
    const save = page.getByRole('button', { name: t('folders.settings.save') });
    await seconds.fill('200');
    await expect(save).toBeDisabled();
    await seconds.fill('60');
    await save.press('Enter');
    await expect(row.getByRole('button'), 'the focus is back').toBeFocused();
    await expect(row).toContainText(t('folders.waits', { seconds: '60' }));
    expect([folder()?.settleMs, folder()?.waits.kind]).toEqual([60_000, 'chosen']);
    await settings();
    await expect(seconds).toHaveValue('60');
    await wait.getByRole('radio', { checked: true }).press('ArrowUp');
    await expect(page.getByText(t('folders.settings.wait.text'))).toBeVisible();
    await save.press('Enter');
    await expect(row.getByRole('button')).toBeFocused();
    await expect(row).toContainText(t('folders.waits', { seconds: '20' }));
    expect(folder()?.waits).toEqual({ kind: 'first', files: 10 });
    await settings();
    await expect(page.getByText(t('folders.waits.first', { seconds: '20', count: 10 }))).toBeVisible();
  });

  test(`a folder adds a note to its documents and holds them for one of their own, by the keyboard: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('all accepted', { language, place: '#/companies' });
    const notes = () => host.state.overview.folders[0]?.notes;
    const row = page.getByRole('listitem').filter({ hasText: '/home/anne/Scans/Achats' }).last();
    const settings = async () => {
      await row.getByRole('button').press('Enter');
      await page.getByRole('menuitem', { name: t('folders.settings') }).press('Enter');
    };
    const save = page.getByRole('button', { name: t('folders.settings.save') });
    await settings();
    const note = page.getByRole('textbox', { name: t('folders.settings.notes.text') });
    const hold = page.getByRole('switch', { name: t('folders.settings.notes.hold') });
    await expect(hold).not.toBeChecked();
    await note.fill('n'.repeat(501));
    await expect(note).toHaveAccessibleDescription(t('folders.settings.notes.too-long', { most: '500' }));
    await expect(save).toBeDisabled();
    await note.fill('Chantier Lyon');
    await hold.press('Space');
    await page.getByRole('switch', { name: t('folders.settings.notes.beside') }).press('Space');
    const number = page.getByRole('textbox', { name: t('folders.settings.number') });
    await number.fill('FAC-*{number}');
    await expect(number).toHaveAccessibleDescription(t('folders.settings.number.wildcard'));
    await expect(save).toBeDisabled();
    await number.fill('FAC-*-{number}');
    await save.press('Enter');
    await expect(row).toContainText(t('folders.adds-note', { note: 'Chantier Lyon' }));
    await expect(row).toContainText(t('folders.number', { pattern: 'FAC-*-{number}' }));
    await expect(row).toContainText(t('folders.holds'));
    const numberPattern = 'FAC-*-{number}';
    expect(notes()).toEqual({ text: 'Chantier Lyon', holdsSince: host.state.overview.now, beside: true, numberPattern });
    await settings();
    await expect(note).toHaveValue('Chantier Lyon');
    await note.fill('  ');
    await number.fill('');
    await hold.press('Space');
    await save.press('Enter');
    await expect(row).not.toContainText(t('folders.holds'));
    expect(notes()).toEqual({ text: null, holdsSince: null, beside: true, numberPattern: null });
  });

  test(`a document says that it is, and was, converted as the folder is set, and asks for nothing: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('converted by itself', { language, place: '#/documents' });
    await page.getByText('SCN_0094.tiff', { exact: true }).click();
    await expect(page.getByText(t('conversion.to-be-made'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('conversion.do.format') })).toHaveCount(0);
    await page.getByText('IMG_2250.heic', { exact: true }).first().click();
    await expect(page.getByText(t('conversion.by-folder'))).toBeVisible();
    await expect(page.getByText(t('conversion.chosen'))).toHaveCount(0);
  });
}

const PLACE = { place: '#/documents' } as const;

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a file that is being fetched from the cloud, waits for that or did not come is said above the list: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('files in the cloud', { language, ...PLACE });
    const files = page.getByRole('region', { name: t('unfinished.title.cloud') });
    const row = (name: string) => files.getByRole('listitem').filter({ hasText: name });
    await expect(row('SCN_0051.pdf')).toContainText(t('unfinished.fetch.fetching'));
    await expect(row('SCN_0052.pdf')).toContainText(t('unfinished.fetch.waiting'));
    await expect(row('Facture 2026-1187.pdf')).toContainText(t('unfinished.fetch.failed.in-cloud'));
    await expect(row('SCN_0051.pdf').getByRole('button')).toHaveCount(0);
  });

  test(`files that are in the cloud only are counted in one row, and fetched by one press of the keyboard: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('files in the cloud', { language, ...PLACE });
    const files = page.getByRole('region', { name: t('unfinished.title.cloud') });
    const twelve = t('unfinished.in-cloud', { count: 12 });
    await expect(files.getByText(twelve)).toBeVisible();
    await expect(files.getByText(t('unfinished.stubs', { count: 3 }))).toBeVisible();
    await files.getByRole('button', { name: `${t('unfinished.in-cloud.do')} – ${twelve}` }).press('Enter');
    await expect(files.getByText(t('unfinished.told.fetch', { count: 12 }))).toBeVisible();
    await expect(files.getByText(twelve)).toBeHidden();
    await expect(files.getByRole('button', { name: t('common.close') })).toBeFocused();
    // Only the cloud's own program can fetch the others.
    await files.getByRole('button', { name: t('unfinished.in-cloud.do') }).press('Enter');
    await expect(files.getByText(t('unfinished.stubs', { count: 3 }))).toBeVisible();
    await expect(files.getByRole('button', { name: t('unfinished.in-cloud.do') })).toHaveCount(0);
  });

  test(`a link to a folder is one quiet line at its folder: ${language}`, async ({ page, openStory }) => {
    await openStory('keychain locked', { language, place: '#/companies' });
    await expect(page.getByText(t('folders.linked', { count: 1, first: '2025/Archives du serveur' }))).toBeVisible();
  });
}
