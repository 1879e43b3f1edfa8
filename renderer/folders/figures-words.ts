import type { FolderFigures } from '#shared/app-api/folder-places.ts';
import type { I18n } from '../i18n/i18n.tsx';

/** What is in a folder, in one line: "3,212 files in 140 sub-folders; 12 are PDFs or pictures". */
export function figuresWords({ files, more, subfolders, sendable }: FolderFigures, { t }: Pick<I18n, 't'>): string {
  const all = t(more ? 'folders.figures.more' : 'folders.figures.files', { count: files });
  const within = subfolders === 0 ? '' : ` ${t('folders.figures.subfolders', { count: subfolders })}`;
  const among = files === 0 ? '' : sendable === 0 ? t('folders.figures.none-sendable') : t('folders.figures.sendable', { count: sendable });
  return `${all}${within}${among}`;
}
