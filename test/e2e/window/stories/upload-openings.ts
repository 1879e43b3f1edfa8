import type { Page } from 'playwright/test';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { dragFiles, dropFiles } from '../drop-files.ts';
import type { Opening } from './opening.ts';

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
