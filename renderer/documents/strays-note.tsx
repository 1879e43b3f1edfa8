import type { Overview } from '#shared/app-api/views.ts';
import { Note } from '#shared/look/parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';

/** Scans that were dropped one level too high: nobody would send them, so they are told of. */
export function StraysNote({ overview }: { readonly overview: Overview }) {
  const { t, list } = useSpeech();
  return overview.strays.map(({ path, count, names }) => (
    <Note key={path} tone="warn" title={t('strays.title', { count })}>
      <bdi>{path}</bdi>
      {': '}
      <bdi>{list(count > names.length ? [...names, t('strays.more', { count: count - names.length })] : names)}</bdi>. {t('strays.text')}
    </Note>
  ));
}
