import type { WindowState } from '#test/support/window/window-state.ts';
import { STORIES, type StoryName } from './stories.ts';

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
