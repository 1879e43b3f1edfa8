import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { byHand } from '../../axe.ts';
import type { Opening } from './story-page.ts';
import type { StoryName } from './stories.ts';

type Steps = {
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
};

/** The steps of the first run, and a reconnection for each thing that can be broken. */
export function wizardOpenings({ press, go }: Steps) {
  const filled = async (page: Page, t: Translate): Promise<void> => {
    await byHand(page, t);
    await page.getByLabel(t('connect.integration-id')).fill(storyId(77));
    await page.getByLabel(t('connect.secret'), { exact: true }).fill('a secret');
    await page.getByLabel(t('connect.name')).fill('Chez Anne');
    await press(page, t('connect.submit'));
  };
  const connected = async (page: Page, t: Translate): Promise<void> => {
    await filled(page, t);
    await page.getByRole('heading', { name: t('first-run.folders') }).waitFor();
  };
  const mended = (story: StoryName, button: 'companies.reconnect' | 'companies.why'): Opening => ({
    story,
    open: async (page, t) => (await go(page, t('frame.companies')), press(page, t(button))),
  });
  const limited: Opening = { story: 'relay limited', open: async (page, t) => (await filled(page, t), page.getByRole('alert').waitFor()) };
  return {
    'first run, connecting': first(async (page, t) => {
      await byHand(page, t);
      await page.getByLabel(t('connect.integration-id')).fill('not one');
    }),
    'first run, relay limited': limited,
    'first run, folders': first(connected),
    'first run, a folder with files': first(async (page, t) => {
      await connected(page, t);
      await press(page, t('folders.choose.purchase-invoices'));
      await page.getByText(t('folders.existing.ask')).waitFor();
    }),
    'first run, first scan': first(async (page, t) => {
      await connected(page, t);
      await press(page, t('first-run.create'));
      await page.getByText(t('first-run.waiting')).waitFor();
    }),
    ...sampleOpenings({ press, connected }),
    'finish setting up': mendedSetUp(go, press),
    'reconnect, revoked': mended('connection ended', 'companies.reconnect'),
    'reconnect, secret wrong': mended('secret wrong', 'companies.reconnect'),
    'reconnect, secret lost': mended('secret lost', 'companies.reconnect'),
    'reconnect, company closed': mended('company closed', 'companies.reconnect'),
    'reconnect, no reason': mended('ended without a reason', 'companies.reconnect'),
    'reconnect, partner': mended('partner refused', 'companies.why'),
    'reconnect, credentials': mended('credentials refused', 'companies.why'),
    'reconnect, clock': mended('clock wrong', 'companies.why'),
    'reconnect, network': mended('network gone', 'companies.why'),
    'reconnect, keychain': mended('keychain locked', 'companies.why'),
  } as const;
}

function mendedSetUp(go: Steps['go'], press: Steps['press']): Opening {
  return {
    story: 'no folders yet',
    open: async (page, t) => {
      await go(page, t('frame.companies'));
      await press(page, t('companies.set-up'));
      await page.getByText(t('first-run.create.text')).waitFor();
    },
  };
}

function first(open: Opening['open']): Opening {
  return { story: 'first run', open };
}

type Connected = { readonly press: Steps['press']; readonly connected: (page: Page, t: Translate) => Promise<void> };

function sampleOpenings({ press, connected }: Connected) {
  return {
    'first run, a sample on its way': {
      story: 'first run on a test service',
      open: async (page: Page, t: Translate) => {
        await connected(page, t);
        await press(page, t('first-run.create'));
        await press(page, t('first-run.sample'));
        await page.getByText(t('first-run.seen.found')).waitFor();
      },
    },
    'first run, first scan on a test service': {
      story: 'first run on a test service',
      open: async (page: Page, t: Translate) => {
        await connected(page, t);
        await press(page, t('first-run.create'));
        await page.getByRole('button', { name: t('first-run.sample') }).waitFor();
      },
    },
  } as const;
}
