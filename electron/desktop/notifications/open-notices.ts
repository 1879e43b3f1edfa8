import { createRouterClient } from '@orpc/server';
import type { Notice } from '#shared/domain/notice.ts';
import { noticeText } from './notice-text.ts';
import type { Notifications } from './show-notifications.ts';
import type { ShellOptions } from '../shell-options.ts';
import { speakTo } from '../window/speak-to.ts';

/** Shows the engine's notices as notifications. Returns a function that stops this. */
export function openNotices({ engine, locale, log }: ShellOptions, notifications: Notifications): () => void {
  const client = createRouterClient(engine.router, { context: {} });
  const tell = async (notice: Notice): Promise<void> => {
    const settings = await client.settings.get();
    if (settings.notifications) notifications.show(noticeText(notice, speakTo(settings, locale)));
  };
  return engine.onNotice((notice) => {
    tell(notice).catch(() => log.warn('a notice could not be shown', { kind: notice.kind }));
  });
}
