import type { Page } from 'playwright';
import type { Translate } from '#shared/i18n/translate.ts';
import type { StoryName } from './stories.ts';

/** What a user can open on top of a story: how to get there, in either language. */
export type Opening = { readonly story: StoryName; readonly open: (page: Page, t: Translate) => Promise<void> };
