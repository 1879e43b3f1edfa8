import { useI18n } from '../../i18n/i18n.tsx';
import type { Making } from './use-conversion.ts';
import { versionText } from './version-text.ts';

/** What a screen reader hears while a version is made, and when it is there. A fault is announced where it is shown. */
export function Spoken({ making }: { readonly making: Making }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <output className="off-screen">
      {making.kind === 'making' && (isQuarter(making.at) ? t('preview.page-of', making.at) : t('conversion.making'))}
      {making.kind === 'made' && t('conversion.ready', { version: versionText(making.conversion, i18n) })}
    </output>
  );
}

/** Four times at most: a long document would otherwise be counted aloud, page by page. */
function isQuarter(at: Extract<Making, { kind: 'making' }>['at']): at is NonNullable<typeof at> {
  return at !== null && at.page > 1 && at.page % Math.max(1, Math.ceil(at.pages / 4)) === 0;
}
