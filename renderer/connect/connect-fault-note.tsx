import { Note } from '../parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';
import type { Connecting } from './use-connect.ts';

/** What happened, and what the person can do; that nothing was stored is said too. */
export function ConnectFaultNote({ fault }: { readonly fault: Connecting['fault'] }) {
  const { t } = useSpeech();
  if (fault === null) return null;
  if (fault === 'unexpected') return <Note tone="bad" spoken="alert" title={t('common.unexpected')} />;
  return (
    <Note tone="bad" spoken="alert" title={t(`connect-fault.${fault}`)}>
      {t(`connect-fault.${fault}.next`)}
    </Note>
  );
}
