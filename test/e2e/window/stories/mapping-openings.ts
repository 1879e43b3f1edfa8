import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import { CORRECTED_NAMES, MAPPED_NAMES, SEVERAL_NAME } from './mapping-stories.ts';
import type { Opening } from './story-page.ts';

type Steps = {
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
  readonly act: (page: Page, menu: string, action: string) => Promise<void>;
};

export function mappingOpenings({ details, press, go, act }: Steps) {
  const dialog = async (page: Page, t: Translate, name: string, words: 'mapping.say' | 'mapping.correct') => {
    await details(page, t, name);
    await press(page, t(words));
    await page.getByRole('dialog', { name: t('mapping.title', { name }) }).waitFor();
  };
  return {
    'columns to explain': {
      story: 'columns without a meaning',
      open: (page, t) => details(page, t, MAPPED_NAMES.first),
    },
    'what columns mean': {
      story: 'columns without a meaning',
      open: (page, t) => dialog(page, t, MAPPED_NAMES.first, 'mapping.say'),
    },
    'what columns without headings mean': {
      story: 'columns without a meaning',
      open: (page, t) => dialog(page, t, MAPPED_NAMES.other, 'mapping.say'),
    },
    ...correctedOpenings({ details, press }),
    'a file that does not fit': {
      story: 'columns that do not fit',
      open: (page, t) => details(page, t, MAPPED_NAMES.misfit),
    },
    'what columns mean now': {
      story: 'columns that do not fit',
      open: (page, t) => dialog(page, t, MAPPED_NAMES.misfit, 'mapping.correct'),
    },
    'settings of a folder of entries': {
      story: 'columns that do not fit',
      open: async (page, t) => {
        await go(page, t('frame.companies'));
        await act(page, t('folders.actions', { name: '…/Scans/Écritures' }), t('folders.settings'));
        await page.getByRole('dialog').waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}

function correctedOpenings({ details, press }: Pick<Steps, 'details' | 'press'>) {
  return {
    'rules for cells with several things': {
      story: 'cells with several things',
      open: async (page, t) => {
        await details(page, t, SEVERAL_NAME);
        await press(page, t('mapping.say'));
        await page.getByRole('dialog', { name: t('mapping.title', { name: SEVERAL_NAME }) }).waitFor();
        await press(page, t('mapping.rule.add'));
        await press(page, t('mapping.rule.add'));
        await page.getByRole('group', { name: t('mapping.rule.number', { number: '2' }) }).scrollIntoViewIfNeeded();
      },
    },
    'a file whose columns were corrected': {
      story: 'columns corrected since',
      open: (page, t) => details(page, t, CORRECTED_NAMES.accepted),
    },
    'lines as they would be sent once more': {
      story: 'columns corrected since',
      open: async (page, t) => {
        await details(page, t, CORRECTED_NAMES.accepted);
        await press(page, `${t('entries-preview.open.corrected')} – ${CORRECTED_NAMES.accepted}`);
        await page.getByRole('grid').getByRole('row').nth(3).waitFor();
      },
    },
    'a refused file whose columns were corrected': {
      story: 'columns corrected since',
      open: async (page, t) => {
        await details(page, t, CORRECTED_NAMES.refused);
        await page.getByText(t('refusal.more')).click();
        await press(page, t('entries-preview.open.corrected'));
        await page.getByRole('alertdialog').waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}
