import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './story-page.ts';
import { STORY_LINK, type StoryName } from './stories.ts';

/** An invitation of a server that no story knows, whose name is written in punycode. */
export const UNKNOWN_LINK = 'https://intray.xn--cabinet-vilar-jeb.example/invitation#1.AAAAAAAAAAAAAAAAAAAAAA';

/** Pastes it, as a user does from an e-mail. */
export async function paste(page: Page, t: Translate, text: string): Promise<void> {
  await page.getByLabel(t('invitation.paste'), { exact: true }).fill(text);
  await page.getByRole('button', { name: t('invitation.open'), exact: true }).click();
}

function opened(story: StoryName, then: Opening['open']): Opening {
  return {
    story,
    open: async (page, t) => {
      await paste(page, t, STORY_LINK);
      await page.getByText(STORY_LINK).waitFor({ state: 'detached' });
      await then(page, t);
    },
  };
}

const spent = (page: Page, t: Translate): Promise<void> => page.getByRole('button', { name: t('invitation.undo') }).waitFor();

type Press = (page: Page, name: string) => Promise<void>;

/** Each page that an invitation leads to. */
export function invitationOpenings(press: Press) {
  return {
    'invitation, a server not known': {
      story: 'not set up',
      open: async (page: Page, t: Translate) => {
        await paste(page, t, UNKNOWN_LINK);
        await page.getByRole('heading', { name: t('invitation.relay') }).waitFor();
      },
    },
    'invitation, nothing in it': {
      story: 'not set up',
      open: async (page: Page, t: Translate) => {
        await paste(page, t, 'Bonjour Anne');
        await page.getByRole('alert').waitFor();
      },
    },
    'invitation, the question': opened('first run', (page, t) => page.getByLabel(t('invitation.number')).waitFor()),
    'invitation, a wrong number': opened('first run', async (page, t) => {
      await page.getByLabel(t('invitation.number')).fill('11112222');
      await press(page, t('invitation.accept', { name: 'Exemple SARL' }));
      await page.getByRole('alert').waitFor();
    }),
    'invitation, nothing told': opened('invitation without a secret', (page, t) =>
      page.getByLabel(t('connect.secret'), { exact: true }).waitFor(),
    ),
    'invitation, a relay that names itself': opened('invitation of a relay that names itself', (page, t) =>
      page.getByLabel(t('invitation.number')).waitFor(),
    ),
    'invitation, used': opened('invitation used', spent),
    'invitation, used by a namesake': opened('invitation used by a namesake', spent),
    'invitation, undone': opened('invitation used', async (page, t) => {
      await spent(page, t);
      await press(page, t('invitation.undo'));
      await page.getByText(t('invitation.undone')).waitFor();
    }),
    'invitation, for one more company': {
      story: 'all accepted',
      open: async (page: Page, t: Translate) => {
        await page.evaluate(() => {
          window.location.hash = '#/invitation';
        });
        await paste(page, t, STORY_LINK);
        await page.getByLabel(t('invitation.number')).waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}
