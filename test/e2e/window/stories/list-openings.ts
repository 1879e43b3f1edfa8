import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './story-page.ts';
import { UNSEEN } from './story-items.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { dragFiles, dropFiles } from '../drop-files.ts';

type Open = (page: Page, t: Translate, name: string) => Promise<void>;

const opened = (open: Opening['open']): Opening => ({ story: 'ignored and gone', open });

/** What a user ignores or may ignore, and what became of files that were taken away. */
export function ignoredOpenings({
  details,
  press,
  go,
}: {
  details: Open;
  press: (page: Page, name: string) => Promise<void>;
  go: (page: Page, name: string) => Promise<void>;
}) {
  const told = (name: string): Opening => opened((page, t) => details(page, t, name));
  const showIgnored = async (page: Page, t: Translate): Promise<void> => {
    await go(page, t('frame.documents'));
    await page.getByRole('radiogroup').getByText(t('documents.filter.aside'), { exact: true }).click();
  };
  /** All documents are those that are open or were sent; an ignored one has a list of its own. */
  const toldAmongIgnored = (name: string): Opening =>
    opened(async (page, t) => {
      await showIgnored(page, t);
      await page.getByText(name, { exact: true }).click();
    });
  return {
    'a file that may be ignored': told('lettre.docx'),
    'a file that is ignored': toldAmongIgnored('planning.xlsx'),
    'an ignored file that may be sent anyway': toldAmongIgnored('coupe.pdf'),
    'an ignored question': toldAmongIgnored('Facture blanche.pdf'),
    'a document gone before it was sent': told('Facture loyer.pdf'),
    'a file that was taken away': toldAmongIgnored('IMG_2230.heic'),
    'just ignored': opened(async (page, t) => {
      await details(page, t, 'lettre.docx');
      await press(page, t('document.ignore-name', { name: 'lettre.docx' }));
      await page.getByText(t('list.told.ignored', { count: 1 })).waitFor();
    }),
    'ignored documents': opened(showIgnored),
    'ignored files beside the folders': opened((page, t) => go(page, t('frame.companies'))),
  } as const;
}

type Steps = {
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
};

/** Unproven answers, before and after a user has accepted them. */
export function unprovenOpenings({ details, press, go }: Steps) {
  const offered = on('unproven answers');
  const taken = on('unproven answers taken');
  return {
    'an unproven acceptance': offered((page, t) => details(page, t, 'Facture eau octobre.pdf')),
    'an unproven refusal': offered((page, t) => details(page, t, 'Devis peinture.pdf')),
    'take all that say accepted': offered((page, t) => press(page, t('needs.take-accepted', { count: 2 }))),
    'unproven answers in the list': offered(async (page, t) => {
      await go(page, t('frame.documents'));
      await page.getByRole('row', { name: 'Facture Métro 9120.pdf' }).waitFor();
      await page.getByRole('row', { name: 'Devis peinture.pdf' }).focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('region', { name: t('list.marked.title') }).waitFor();
    }),
    'taken answers in the list': taken((page, t) => go(page, t('frame.documents'))),
    'an acceptance taken unproven': taken((page, t) => details(page, t, 'Facture eau octobre.pdf')),
    'a refusal taken unproven': taken((page, t) => details(page, t, 'Devis peinture.pdf')),
    'an acceptance confirmed': taken((page, t) => details(page, t, 'Facture Métro 9120.pdf')),
    'a refusal that contradicts': taken((page, t) => details(page, t, 'Facture gaz.pdf')),
  } as const;
}

function on(story: Opening['story']): (open: Opening['open']) => Opening {
  return (open) => ({ story, open });
}

/** What another computer did, as a document's page says it. */
export function elsewhereOpenings(details: (page: Page, t: Translate, name: string) => Promise<void>) {
  const told = (name: string): Opening => ({ story: 'told elsewhere', open: (page, t) => details(page, t, name) });
  return {
    'a question that answered itself': told('Facture EDF décembre.pdf'),
    'ignored here and refused': told('Facture assurance.pdf'),
    'a question, refused as the other type': told('Vente 2026-120.pdf'),
    'accepted, and sent as the other type': told('Facture double.pdf'),
    'refused, and its file never seen': told(UNSEEN.refused),
    'accepted, and its file never seen': told(UNSEEN.accepted),
  } as const;
}

type By = { readonly press: (page: Page, name: string) => Promise<void> };

/** Uploads from the window: where files can go, what is asked, and what became of them. */
export function windowUploadOpenings({ press }: By) {
  const { invoice, jpeg, tiff, password, cutPdf, gif } = sampleFiles;
  return {
    'where files can be dropped': { story: 'all accepted', open: veil },
    'where files of several companies can be dropped': { story: 'two companies', open: veil },
    'add files': { story: 'two companies', open: (page, t) => press(page, t('upload.add')) },
    'files added': {
      story: 'all accepted',
      open: async (page, t) => {
        await dropFiles(page, [invoice.path, jpeg.path], () => page.locator('[data-drop-veil] [data-folder]').first());
        await page.getByRole('region', { name: t('told.notice') }).hover();
      },
    },
    'files not added': { story: 'all accepted', open: dropped([invoice, tiff, gif, password, cutPdf].map(({ path }) => path)) },
    'files on their way': {
      story: 'slow files',
      open: async (page) => {
        await dropFiles(page, [invoice.path, jpeg.path, tiff.path], () => page.locator('[data-drop-veil] [data-folder]').first());
        await page.getByRole('progressbar').waitFor();
      },
    },
    'more files than are taken': {
      story: 'slow files',
      open: async (page) => {
        const paths = Array.from({ length: 1_240 }, () => invoice.path);
        await dropFiles(page, paths, () => page.locator('[data-drop-veil] [data-folder]').first());
        await page.getByRole('progressbar').waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}

async function veil(page: Page): Promise<void> {
  await dragFiles(page, [sampleFiles.invoice.path]);
  await page.locator('[data-drop-veil]').waitFor();
}
function dropped(paths: readonly string[]): Opening['open'] {
  return async (page, t) => {
    await dropFiles(page, paths, () => page.locator('[data-drop-veil] [data-folder]').first());
    await page
      .getByRole('region', { name: t('upload.card') })
      .getByRole('button', { name: t('common.close') })
      .waitFor();
  };
}

type QuestionOpeningsBy = {
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
};

const ofFolder: Opening['open'] = async (page, t) => {
  await page.getByRole('button', { name: t('bulk-arrival.choose-name', { folder: '…/Scans/Achats' }) }).click();
  await page.getByRole('radiogroup').waitFor();
};

/** The pages of questions. */
export function questionOpenings({ press, details }: QuestionOpeningsBy) {
  const since: Opening['open'] = async (page, t) => {
    await ofFolder(page, t);
    await page.getByRole('radiogroup').getByText(t('bulk-arrival.since'), { exact: true }).click();
  };
  return {
    'a bulk question': { story: 'every state', open: ofFolder },
    'a bulk question with a day': { story: 'every state', open: since },
    'a bulk question with the calendar': {
      story: 'every state',
      open: async (page, t) => {
        await since(page, t);
        await page.locator('main').getByRole('group').getByRole('button').click();
        await page.getByRole('grid').waitFor();
      },
    },
    ...noteOpenings({ press, details }),
    'purchase or sale': {
      story: 'purchase or sale',
      open: async (page, t) => {
        await details(page, t, 'Devis toiture.pdf');
        await press(page, t('type-question.title'));
        await page.getByRole('button', { name: t('type-question.answer.sales-invoices') }).waitFor();
      },
    },
    'purchase or sale, sent by another computer': {
      story: 'told elsewhere',
      open: async (page, t) => {
        await details(page, t, 'Vente 2026-120.pdf');
        await press(page, t('type-question.title'));
        await page.getByRole('button', { name: t('type-question.answer.sales-invoices') }).waitFor();
      },
    },
    'purchase or sale, to be removed': {
      story: 'purchase or sale',
      open: async (page, t) => {
        await details(page, t, 'Devis toiture.pdf');
        await press(page, t('type-question.title'));
        await press(page, t('type-question.answer.sales-invoices'));
        await page.getByRole('heading', { name: t('type-question.remove') }).waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}

/** A document that waits for its note, and the page where that is written. */
function noteOpenings({
  press,
  details,
}: QuestionOpeningsBy): Readonly<Record<'a question about a note' | 'details of a document that waits for its note', Opening>> {
  return {
    'a question about a note': {
      story: 'asked for notes',
      open: async (page, t) => {
        await press(page, `${t('to-do.note')} – Ticket péage A6.jpg`);
        await page.locator('main [data-drawn=true]').waitFor();
      },
    },
    'details of a document that waits for its note': {
      story: 'asked for notes',
      open: (page, t) => details(page, t, 'Ticket péage A6.jpg'),
    },
  };
}
