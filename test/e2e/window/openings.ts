import type { Page } from 'playwright/test';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import type { StoryName } from './stories.ts';

/** What a person can open on top of a story: how to get there, in either language. */
export type Opening = { readonly story: StoryName; readonly open: (page: Page, t: Translate) => Promise<void> };

const BAKERY = 'Boulangerie Marchand';
const SCANS = '…/Scans/Achats';

export const OPENINGS = {
  'details of a refusal': onEveryState((page) => details(page, 'Facture Métro 8812.pdf')),
  'details of an unfit file': onEveryState((page) => details(page, 'IMG_2231.heic')),
  'details of a question': onEveryState((page) => details(page, 'Facture double.pdf')),
  'details of an answer overdue': onEveryState((page) => details(page, 'Facture Gaz octobre.pdf')),
  'send again': onEveryState(async (page, t) => {
    await details(page, 'Facture Métro 8812.pdf');
    await press(page, t('document.send-again'));
  }),
  'send a flood': onEveryState((page, t) => press(page, t('flood.send-all'))),
  'send a flood since': onEveryState((page, t) => press(page, t('flood.send-since'))),
  'add a folder': onEveryState((page, t) => press(page, t('folders.add'))),
  'folder settings': onEveryState((page, t) => act(page, t('folders.actions', { name: SCANS }), t('folders.settings'))),
  'stop watching': onEveryState((page, t) => act(page, t('folders.actions', { name: SCANS }), t('folders.remove'))),
  'change a company': onEveryState((page, t) => act(page, t('companies.actions', { name: BAKERY }), t('companies.change'))),
  'remove a company': onEveryState((page, t) => act(page, t('companies.actions', { name: BAKERY }), t('companies.remove'))),
  reconnect: { story: 'connection ended', open: (page, t) => press(page, t('companies.reconnect')) },
  'connect with faults': onEveryState(async (page, t) => {
    await press(page, t('companies.add'));
    await press(page, t('connect.submit'));
  }),
  settings: onEveryState((page, t) => press(page, t('frame.settings'))),
  'settings of an installation': onEveryState(async (page, t) => {
    await press(page, t('frame.settings'));
    await page.getByText(t('settings.proxy.manual'), { exact: true }).click();
    await page.getByText(t('settings.credentials.direct'), { exact: true }).click();
    await press(page, t('settings.installation.change'));
  }),
} as const satisfies Record<string, Opening>;
export type OpeningName = keyof typeof OPENINGS;

/** Opens it and waits until it stands there. */
export async function openIt(page: Page, name: OpeningName, language: 'en' | 'fr'): Promise<void> {
  await OPENINGS[name].open(page, translator(language));
  await page.locator('[role=dialog], [role=alertdialog], aside[aria-label], h1').last().waitFor();
}

function onEveryState(open: Opening['open']): Opening {
  return { story: 'every state', open };
}

async function details(page: Page, name: string): Promise<void> {
  const row = page.getByText(name, { exact: true });
  // Only rows in sight are there.
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
