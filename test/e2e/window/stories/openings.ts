import type { Page } from 'playwright/test';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import { browsersOpenings, folderOpenings, settingsOpenings } from './openings-of-rules.ts';
import { conversionOpenings } from './conversion.ts';
import { elsewhereOpenings, ignoredOpenings, questionOpenings, unprovenOpenings, windowUploadOpenings } from './list-openings.ts';
import { entriesPreviewOpenings } from './entries-openings.ts';
import { ENTRIES_NAMES } from './entries-stories.ts';
import { joiningOpenings } from './joining.ts';
import { invitationOpenings } from './invitation.ts';
import { mappingOpenings } from './mapping-openings.ts';
import { sentBeforeOpenings } from './sent-before.ts';
import { wizardOpenings } from './wizard-openings.ts';
import type { Opening } from './story-page.ts';

const BAKERY = 'Boulangerie Marchand';
const SCANS = '…/Scans/Achats';

export const OPENINGS = {
  documents: onEveryState((page, t) => go(page, t('frame.documents'))),
  'files in the cloud': { story: 'files in the cloud', open: (page, t) => go(page, t('frame.documents')) },
  'files not complete': { story: 'unfinished files', open: (page, t) => go(page, t('frame.documents')) },
  'a file sent as it is': {
    story: 'unfinished files',
    open: async (page, t) => {
      await go(page, t('frame.documents'));
      await press(page, `${t('unfinished.send')} – SCN_0041.pdf`);
      await page.getByText(t('unfinished.told.taken', { name: 'SCN_0041.pdf' })).waitFor();
    },
  },
  companies: onEveryState((page, t) => go(page, t('frame.companies'))),
  'details of a refusal': onEveryState(async (page, t) => {
    await details(page, t, 'Facture Métro 8812.pdf');
    await page.locator('aside [data-drawn=true]').waitFor();
  }),
  'details of an unfit file': onEveryState((page, t) => details(page, t, 'IMG_2231.heic')),
  'details of a locked file': onEveryState((page, t) => details(page, t, 'Relevé protégé.pdf')),
  'send all the same': onEveryState(async (page, t) => {
    await details(page, t, 'Relevé protégé.pdf');
    await press(page, t('document.send-anyway'));
  }),
  'details of a question': onEveryState((page, t) => details(page, t, 'Facture double.pdf')),
  'details of an answer overdue': onEveryState((page, t) => details(page, t, 'Facture Gaz octobre.pdf')),
  'a preview at full size': onEveryState(async (page, t) => {
    await details(page, t, 'Facture Métro 8812.pdf');
    await page.locator('aside [data-drawn=true]').waitFor();
    await press(page, t('preview.enlarge-name', { name: 'Facture Métro 8812.pdf' }));
    await page.locator('[role=dialog] [data-drawn=true]').waitFor();
  }),
  'a message to the accountant': onEveryState(async (page, t) => {
    await details(page, t, 'Facture Métro 8812.pdf');
    await press(page, t('refusal.look'));
  }),
  'a note to the accountant': onEveryState(async (page, t) => {
    await details(page, t, 'Facture EDF novembre.pdf');
    await press(page, t('document.note.add'));
  }),
  'refused documents': dealtWith((page, t) =>
    page.getByRole('radiogroup').getByText(t('documents.filter.refused'), { exact: true }).click(),
  ),
  'details of a refusal dealt with': dealtWith((page, t) => details(page, t, 'Devis traiteur.pdf')),
  ...conversionOpenings({ details, go, press, unfold }),
  ...joiningOpenings({ details, go, press }),
  ...sentBeforeOpenings({ details, go, press }),
  ...elsewhereOpenings(details),
  ...invitationOpenings(press),
  ...ignoredOpenings({ details, press, go }),
  ...unprovenOpenings({ details, press, go }),
  'send again': onEveryState(async (page, t) => {
    await details(page, t, 'Facture Métro 8812.pdf');
    await unfold(page, t('refusal.more'));
    await press(page, t('document.send-again'));
  }),
  'nothing found': onDocuments(async (page, t) => {
    await page.getByRole('searchbox', { name: t('list.search') }).fill('zzz');
    await page
      .getByRole('grid')
      .getByRole('button', { name: t('list.clear') })
      .waitFor();
  }),
  'documents narrowed': onDocuments(async (page, t) => {
    await page.getByRole('combobox', { name: t('document.company') }).selectOption({ label: BAKERY });
    await page.getByRole('combobox', { name: t('document.type') }).selectOption({ label: t('import-type.folder.purchase-invoices') });
  }),
  'documents by state': onDocuments((page, t) => chosen(page, t('list.sort'), t('list.sort.state'))),
  'documents of this year': onDocuments((page, t) => chosen(page, t('list.dates'), t('list.dates.this-year'))),
  'documents of own days': onDocuments(async (page, t) => {
    await chosen(page, t('list.dates'), t('list.dates.range'));
    await page.getByRole('dialog', { name: t('list.dates.title') }).waitFor();
  }),
  'documents marked': onDocuments(markAll),
  'marked ones again': onDocuments(async (page, t) => {
    await markAll(page, t);
    await page
      .getByRole('region', { name: t('list.marked.title') })
      .getByRole('button', { name: t('document.send-again') })
      .click();
  }),
  'export of the register': onDocuments(exporting),
  'export under way': {
    story: 'export under way',
    open: async (page, t) => {
      await go(page, t('frame.documents'));
      await exporting(page, t);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('register.do') })
        .click();
      await page.getByRole('progressbar').waitFor();
    },
  },
  'actions of a row': onDocuments((page, t) => press(page, t('list.actions', { name: 'Facture Métro 8812.pdf' }))),
  'actions of a company': onCompanies((page, t) => press(page, t('companies.actions', { name: BAKERY }))),
  ...questionOpenings({ press, details }),
  'entries with errors': { story: 'entries', open: (page, t) => details(page, t, ENTRIES_NAMES.faulty) },
  'entries to agree to': { story: 'entries', open: (page, t) => details(page, t, ENTRIES_NAMES.asked) },
  ...entriesPreviewOpenings({ details, press }),
  ...mappingOpenings({ details, press, go, act }),
  'add a folder for entries': onCompanies(async (page, t) => {
    await press(page, t('folders.add'));
    await page.getByRole('radio', { name: t('import-type.folder.entries') }).press('Space');
  }),
  'add a folder': onCompanies((page, t) => press(page, t('folders.add'))),
  ...folderOpenings({ press, go }),
  'add a folder of another computer': {
    story: 'folder on another computer',
    open: async (page, t) => {
      await go(page, t('frame.companies'));
      await press(page, t('folders.add'));
      await press(page, t('folders.choose'));
      await page.getByRole('alert').waitFor();
    },
  },
  'folder settings': onCompanies((page, t) => act(page, t('folders.actions', { name: SCANS }), t('folders.settings'))),
  'stop watching': onCompanies((page, t) => act(page, t('folders.actions', { name: SCANS }), t('folders.remove'))),
  'change a company': onCompanies((page, t) => act(page, t('companies.actions', { name: BAKERY }), t('companies.change'))),
  'computers of a company': onCompanies((page, t) => act(page, t('companies.actions', { name: BAKERY }), t('companies.computers'))),
  'send a computer away': onCompanies(async (page, t) => {
    await act(page, t('companies.actions', { name: BAKERY }), t('companies.computers'));
    await press(page, t('computers.leave.one', { name: 'Portable de l’atelier' }));
  }),
  'remove a company': onCompanies((page, t) => act(page, t('companies.actions', { name: BAKERY }), t('companies.remove'))),
  reconnect: { story: 'connection ended', open: (page, t) => press(page, t('companies.reconnect')) },
  'connect with faults': onCompanies(async (page, t) => {
    await press(page, t('companies.add'));
    await press(page, t('connect.submit'));
  }),
  settings: onEveryState((page, t) => go(page, t('frame.settings'))),
  ...settingsOpenings({ section, press, unfold }),
  ...browsersOpenings({ section, press }),
  ...wizardOpenings({ press, go }),
  ...windowUploadOpenings({ press }),
} as const satisfies Record<string, Opening>;
export type OpeningName = keyof typeof OPENINGS;

/** Opens it, and waits until it is visible. */
export async function openIt(page: Page, name: OpeningName, language: 'en' | 'fr'): Promise<void> {
  await OPENINGS[name].open(page, translator(language));
  await page.locator('[role=dialog], [role=alertdialog], [role=menu], aside[aria-label], h1').last().waitFor();
}

function onEveryState(open: Opening['open']): Opening {
  return { story: 'every state', open };
}

function dealtWith(open: Opening['open']): Opening {
  return {
    story: 'refusals dealt with',
    open: async (page, t) => {
      await go(page, t('frame.documents'));
      await open(page, t);
    },
  };
}

function onCompanies(open: Opening['open']): Opening {
  return onEveryState(async (page, t) => {
    await go(page, t('frame.companies'));
    await open(page, t);
  });
}

function onDocuments(open: Opening['open']): Opening {
  return onEveryState(async (page, t) => {
    await go(page, t('frame.documents'));
    await open(page, t);
  });
}

async function chosen(page: Page, menu: string, option: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: option }).click();
}

async function exporting(page: Page, t: Translate): Promise<void> {
  await page
    .getByRole('button', { name: t('register.export') })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

async function markAll(page: Page, t: Translate): Promise<void> {
  await page.getByRole('row', { name: 'Scan_0042.pdf' }).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('region', { name: t('list.marked.title') }).waitFor();
}

async function go(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: place }).click();
}

async function details(page: Page, t: Translate, name: string): Promise<void> {
  await go(page, t('frame.documents'));
  const row = page.getByText(name, { exact: true });
  // While the list is still loading, it would be scrolled past the wanted row, or not, as it happens.
  await page.locator('[role=grid] [data-key]').first().waitFor();
  // Only visible rows exist.
  await page.getByRole('grid').hover();
  for (let turns = 0; turns < 20 && (await row.count()) === 0; turns += 1) {
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(50);
  }
  await row.click();
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

async function act(page: Page, menu: string, action: string): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function section(page: Page, t: Translate, name: string): Promise<void> {
  await go(page, t('frame.settings'));
  await page
    .getByRole('navigation', { name: t('settings.sections') })
    .getByRole('link', { name })
    .click();
}

async function unfold(page: Page, name: string): Promise<void> {
  await page.locator('summary', { hasText: name }).first().click();
}
