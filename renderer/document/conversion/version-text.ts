import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { FORMATS } from '#shared/domain/item/sending/sent-name.ts';
import type { I18n } from '../../i18n/i18n.tsx';

/** "PDF, 2 pages, 340 KB". */
export function versionText({ mediaType, pages, bytes: size }: Conversion, { t, bytes }: I18n): string {
  return t('conversion.version', { kind: FORMATS[mediaType], count: pages, size: bytes(size) });
}
