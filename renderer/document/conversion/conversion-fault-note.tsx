import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { adviceOf } from './advice-of.ts';
import type { ShownFault } from './use-conversion.ts';

/** What happened, that nothing was sent, and what the person can do. */
export function ConversionFaultNote({ fault }: { readonly fault: ShownFault }) {
  const { t } = useI18n();
  return (
    <Note tone="warn" title={t(`conversion.fault.${fault}.what`)} spoken="alert">
      <p>
        {t('conversion.nothing-sent')} {t(`conversion.advice.${adviceOf(fault)}`)}
      </p>
    </Note>
  );
}
