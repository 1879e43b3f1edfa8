import { test as base, type Page } from 'playwright/test';
import type { WindowDoor } from '#test/support/window/window-invitations.ts';
import { type WindowHost, windowHost } from '#test/support/window/window-host.ts';
import type { WindowState } from '#test/support/window/window-state.ts';
import { STORIES, type StoryName } from './stories.ts';
import type { Translate } from '#shared/i18n/translate.ts';

/** What a user can open on top of a story: how to get there, in either language. */
export type Opening = { readonly story: StoryName; readonly open: (page: Page, t: Translate) => Promise<void> };

export type OpenStory = (name: StoryName, change?: StoryChange) => Promise<WindowHost>;

/** The same for a state of the test's own. */
export type OpenState = (state: WindowState, place?: string) => Promise<WindowHost>;

type Fixtures = { readonly openStory: OpenStory; readonly openState: OpenState; readonly complaints: readonly string[] };

/** `door`: where windows are opened one after another; null for an address of its own for each. */
type WorkerFixtures = { readonly door: WindowDoor | null };

/** Opens the built window on a made-up state, and collects everything that the browser complains about (policy violations too). */
export const test = base.extend<Fixtures, WorkerFixtures>({
  door: [null, { scope: 'worker', option: true }],
  complaints: async ({ page }, give) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await give(complaints);
  },
  openStory: async ({ openState }, give) => give((name, change = {}) => openState(changed(name, change), change.place)),
  openState: async ({ page, door }, give) => {
    const hosts: WindowHost[] = [];
    await give(async (state, place) => {
      const host = await windowHost(state, door);
      hosts.push(host);
      await open(page, host, place);
      return host;
    });
    // The page is closed first: it would call a closed host again and again. Behind a door it goes to the same origin, where the browser keeps its process.
    await page.goto(door?.nothing ?? 'about:blank');
    for (const host of hosts) await host.close();
  },
});

async function open(page: Page, host: WindowHost, place: string | undefined): Promise<void> {
  await page.goto(host.address());
  await page.getByRole('main').waitFor();
  if (place === undefined) return;
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, place);
  // A question belongs to the overview.
  const section = place.split(/[/?]/)[1]?.replace('question', 'overview');
  await page.locator(`nav a[href="#/${section}"][aria-current]`).waitFor();
}

export type StoryChange = {
  readonly language?: 'en' | 'fr';
  readonly theme?: 'light' | 'dark';
  readonly host?: 'electron' | 'headless';
  /** The place to open, as in the address. Default: the overview. */
  readonly place?: string;
};

/** A story as somebody with these settings sees it. */
export function changed(name: StoryName, { language = 'en', theme = 'light', ...change }: StoryChange): WindowState {
  const state: WindowState = STORIES[name]();
  const host = change.host ?? state.info.host;
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  return { ...state, settings: { ...state.settings, language, theme }, info: { ...state.info, host, locale } };
}
