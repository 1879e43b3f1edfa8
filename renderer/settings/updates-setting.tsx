import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstallFault, UpdatesView } from '#shared/app-api/updates.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './settings.module.css';

/** The state of updates, what is new in a ready version, and a button that installs it without waiting. */
export function UpdatesSetting() {
  const { queries } = useEngine();
  const view = useQuery(queries.updates.view.queryOptions());
  if (view.data === undefined) return null;
  return view.data.kind === 'ready' ? <Ready view={view.data} /> : <Otherwise view={view.data} />;
}

function Ready({ view }: { readonly view: Extract<UpdatesView, { readonly kind: 'ready' }> }) {
  const { t, language } = useI18n();
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
      {view.failed !== null && !view.asked ? (
        <Failed failed={view.failed} />
      ) : (
        <p>{t(view.asked ? 'updates.ready.asked' : 'updates.ready.text')}</p>
      )}
      <p className={styles['notes']}>{view.notes[language]}</p>
    </Note>
  );
}

function Otherwise({ view }: { readonly view: Exclude<UpdatesView, { readonly kind: 'ready' }> }) {
  const { t } = useI18n();
  switch (view.kind) {
    case 'not-here':
    case 'off':
      return <p className={styles['quiet']}>{t(`updates.${view.kind}`)}</p>;
    case 'held':
      return (
        <Note tone="warn" title={t('updates.held')}>
          <p>{t(`updates.held.${view.obstacle}`)}</p>
        </Note>
      );
    case 'loading':
      return <p className={styles['quiet']}>{t('updates.loading', { version: view.version })}</p>;
    case 'current':
      return <Current view={view} />;
    default:
      return unreachable(view);
  }
}

function Current({ view }: { readonly view: Extract<UpdatesView, { readonly kind: 'current' }> }) {
  const { t } = useI18n();
  if (view.fault !== null) {
    return (
      <Note tone="warn" title={t(`updates.fault.${view.fault}`)}>
        {view.failed === null ? null : <Failed failed={view.failed} />}
      </Note>
    );
  }
  if (view.failed === null)
    return <p className={styles['quiet']}>{t(view.checkedAt === null ? 'updates.not-checked' : 'updates.current')}</p>;
  return (
    <Note tone="warn" title={t('updates.failed', { version: view.failed.version })}>
      <p>{`${t(`updates.failed.${view.failed.why}`)} ${t('updates.failed.next')}`}</p>
    </Note>
  );
}

/** The previous attempt, which failed. */
function Failed({ failed }: { readonly failed: { readonly version: string; readonly why: InstallFault } }) {
  const { t } = useI18n();
  return <p>{[t('updates.failed', { version: failed.version }), t(`updates.failed.${failed.why}`), t('updates.failed.next')].join(' ')}</p>;
}
