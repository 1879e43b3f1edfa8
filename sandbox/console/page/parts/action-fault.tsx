import { NotDone } from '../control/ask.ts';
import { useI18n } from '../i18n.tsx';
import { Note } from '#shared/ui/parts/note.tsx';

/** Why an action failed; renders nothing without an error. */
export function ActionFault({ error }: { readonly error: Error | null }) {
  const { t } = useI18n();
  if (error === null) return null;
  const detail = error instanceof NotDone ? error.detail : error.name;
  return <Note tone="bad" spoken="alert" title={detail === null ? t('console.silent') : t('console.refused', { detail })} />;
}
