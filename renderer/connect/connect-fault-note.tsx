import { Note } from '#shared/ui/parts/note.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import type { Connecting } from './use-connect.ts';

/** Says what happened, that nothing was stored, and what the person can do. */
export function ConnectFaultNote({ fault }: { readonly fault: Connecting['fault'] }) {
  const i18n = useI18n();
  if (fault === null) return null;
  const [title, ...next] = wordsOf(fault, i18n);
  return (
    <div ref={intoView}>
      <Note tone="bad" spoken="alert" title={title}>
        {next.length === 0 ? undefined : next.join(' ')}
      </Note>
    </div>
  );
}

function wordsOf(fault: NonNullable<Connecting['fault']>, { t, moment }: I18n): readonly [string, ...string[]] {
  if (fault.kind === 'unexpected') return [t('common.unexpected')];
  const again = fault.againAt === undefined ? [] : [t('connect.fault.again', { moment: moment(fault.againAt) })];
  return [t(`connect.fault.${fault.kind}`), t(`connect.fault.${fault.kind}.next`), ...again];
}

/** In a small window the note would appear below the visible part, and the form would seem to have done nothing. */
function intoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'center' });
}
