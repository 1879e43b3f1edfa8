import { Note } from '#shared/look/parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';
import type { Connecting } from './use-connect.ts';

/** What happened, and what the person can do; that nothing was stored is said too. */
export function ConnectFaultNote({ fault }: { readonly fault: Connecting['fault'] }) {
  const { t } = useSpeech();
  if (fault === null) return null;
  const known = fault !== 'unexpected';
  return (
    <div ref={intoView}>
      <Note tone="bad" spoken="alert" title={known ? t(`connect-fault.${fault}`) : t('common.unexpected')}>
        {known ? t(`connect-fault.${fault}.next`) : undefined}
      </Note>
    </div>
  );
}

/** In a small window the note would come below the edge, and the form would seem to have done nothing. */
function intoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'center' });
}
