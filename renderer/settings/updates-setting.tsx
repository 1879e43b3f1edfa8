import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { Note } from '#shared/look/parts/note.tsx';
import { useEngine } from '../link/engine.ts';
import { useSpeech } from '../speech/speech.tsx';
import styles from './settings.module.css';

/** Where this installation stands with newer versions, what is new in one, and the button that does not wait for the night. */
export function UpdatesSetting() {
  const { queries } = useEngine();
  const view = useQuery(queries.updates.view.queryOptions());
  if (view.data === undefined) return null;
  return view.data.kind === 'ready' ? <Ready view={view.data} /> : <Otherwise view={view.data} />;
}

function Ready({ view }: { readonly view: Extract<UpdatesView, { readonly kind: 'ready' }> }) {
  const { t, language } = useSpeech();
  const { queries } = useEngine();
  const queryClient = useQueryClient();
  const installing = useMutation(
    queries.updates.installNow.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.updates.view.queryKey() }),
    }),
  );
  return (
    <Note
      tone="calm"
      spoken="status"
      title={t('updates.ready', { version: view.version })}
      actions={
        <Button isDisabled={view.asked} onPress={() => installing.mutate(undefined)}>
          {t('updates.restart')}
        </Button>
      }
    >
      <p>{t(view.asked ? 'updates.ready.asked' : 'updates.ready.text')}</p>
      <p className={styles['notes']}>{view.notes[language]}</p>
    </Note>
  );
}

function Otherwise({ view }: { readonly view: Exclude<UpdatesView, { readonly kind: 'ready' }> }) {
  const { t } = useSpeech();
  switch (view.kind) {
    case 'not-here':
    case 'off':
      return <p className={styles['quiet']}>{t(`updates.${view.kind}`)}</p>;
    case 'loading':
      return <p className={styles['quiet']}>{t('updates.loading', { version: view.version })}</p>;
    case 'current':
      if (view.fault !== null) return <Note tone="warn" title={t(`updates.fault.${view.fault}`)} />;
      return <p className={styles['quiet']}>{t(view.checkedAt === null ? 'updates.not-checked' : 'updates.current')}</p>;
    default:
      return unreachable(view);
  }
}
