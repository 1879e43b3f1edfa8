import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import type { FolderFault } from '#shared/app-api/faults.ts';
import { useI18n } from '../i18n/i18n.tsx';

type Props = {
  readonly fault: FolderFault | 'unexpected' | null;
  /** Called when the person confirms to know this other computer; the caller then tries again. */
  readonly onKnown?: (host: string) => void;
};

export function FolderFaultNote({ fault, onKnown }: Props) {
  const { t } = useI18n();
  if (fault === null) return null;
  if (fault === 'unexpected') return <Note tone="bad" spoken="alert" title={t('common.unexpected')} />;
  if (fault.kind !== 'remote-place') return <Note tone="bad" spoken="alert" title={t(`folders.fault.${fault.kind}`)} />;
  const { host, consent } = fault;
  const goOn = consent === 'call' && onKnown !== undefined && (
    <Button size="small" onPress={() => onKnown(host)}>
      {t('folders.fault.remote-place.go-on')}
    </Button>
  );
  return (
    <Note tone="warn" spoken="alert" title={t('folders.fault.remote-place', { host })} actions={goOn || undefined}>
      <p>{t(`folders.fault.remote-place.${consent}`)}</p>
    </Note>
  );
}
