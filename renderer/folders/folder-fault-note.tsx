import { Note } from '#shared/look/parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';
import type { AddFolder } from './use-add-folder.ts';

export function FolderFaultNote({ fault }: { readonly fault: AddFolder['fault'] }) {
  const { t } = useSpeech();
  if (fault === null) return null;
  return <Note tone="bad" spoken="alert" title={fault === 'unexpected' ? t('common.unexpected') : t(`folder-fault.${fault}`)} />;
}
