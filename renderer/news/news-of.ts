import type { MessageKey } from '#shared/i18n/en.ts';

/** The version that runs, with its news; a release writes its own in place of the previous ones. Empty if a person notices nothing. */
const NEWS: Readonly<Record<string, readonly MessageKey[]>> = {
  '0.1.0': ['news.0-1-0.sentence', 'news.0-1-0.ignore', 'news.0-1-0.questions', 'news.0-1-0.month', 'news.0-1-0.list'],
};

export function newsOf(version: string): readonly MessageKey[] {
  return NEWS[version] ?? [];
}
