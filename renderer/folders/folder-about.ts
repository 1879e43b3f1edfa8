import type { Folder } from '#shared/domain/folder/folder.ts';
import { SENT_BEFORE_WAYS, sentBeforeAnswerSchema } from '#shared/domain/item/sent-before/sent-before.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';
import { type WallMs, SECOND_MS } from '#shared/lib/duration.ts';
import type { I18n } from '../i18n/i18n.tsx';

/** When the folder was last swept, and its settings, each in a few words. */
export function folderAbout(folder: Folder, now: WallMs, { t, age, number, list }: I18n): readonly string[] {
  const { lastSweptAt, settleMs, after, refusalNote, subfolders, converts, sentBefore } = folder;
  const kinds = CONVERSION_GROUPS.filter((group) => converts[group] !== null).map((group) => t(`folders.converts.${group}`));
  return [
    lastSweptAt === null ? t('folders.never-swept') : t('folders.swept', { age: age(lastSweptAt, now) ?? t('common.now') }),
    t('folders.waits', { seconds: number(Math.round(settleMs / SECOND_MS)) }),
    t(after === 'move' ? 'folders.moves' : 'folders.leaves'),
    ...(refusalNote ? [t('folders.notes')] : []),
    ...(subfolders ? [] : [t('folders.no-subfolders')]),
    ...(kinds.length === 0 ? [] : [t('folders.converts', { kinds: list(kinds) })]),
    ...sentBeforeAnswerSchema.options.flatMap((rule) => {
      const ways = SENT_BEFORE_WAYS.filter((way) => sentBefore[way] === rule).map((way) => t(`sent-before.about.${way}`));
      return ways.length === 0 ? [] : [t(`sent-before.about.${rule}`, { ways: list(ways) })];
    }),
  ];
}
