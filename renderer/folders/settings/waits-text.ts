import type { Folder } from '#shared/domain/folder/folder.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { I18n } from '../../i18n/i18n.tsx';

/** How long Intray waits for the scanner of a folder, and why. */
export function waitsText({ settleMs, waits }: Pick<Folder, 'settleMs' | 'waits'>, { t, number }: I18n): string {
  const seconds = number(Math.round(settleMs / SECOND_MS));
  return waits.kind === 'first' ? t('folders.waits.first', { seconds, count: waits.files }) : t(`folders.waits.${waits.kind}`, { seconds });
}
