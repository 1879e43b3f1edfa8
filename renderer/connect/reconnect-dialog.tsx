import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useEngine } from '../link/engine.ts';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { CauseNote } from './cause-note.tsx';
import { type ConnectCause, causeOf } from './cause-of.ts';
import styles from './connect.module.css';
import { QueueLeaving } from './queue-leaving.tsx';
import { ReconnectForm } from './reconnect-form.tsx';
import { useQueue } from './use-queue.ts';

/** Says what is broken and what is kept, asks only for what repairs it, then shows the queue being sent. */
export function ReconnectDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [isDone, setDone] = useState(false);
  const overview = useQuery(queries.overview.queryOptions()).data;
  const queue = useQueue(company.id);
  if (overview === undefined) return null;
  if (isDone) return <QueueLeaving company={company} queue={queue} onClose={onClose} />;
  const cause = causeOf(company, overview);
  const isElsewhere = cause.needs === 'nothing' || cause.needs === 'settings';
  return (
    <DialogBox title={t(isElsewhere ? 'reconnect.about' : 'connect.reconnect.title', { name: company.name })} onClose={onClose}>
      <CauseNote cause={cause} />
      <section className={styles['kept']}>
        <h3>{t('reconnect.kept')}</h3>
        {queue !== null && <p>{t('reconnect.kept.queue', { count: queue })}</p>}
        <p className={styles['quiet']}>{t('reconnect.kept.rest')}</p>
      </section>
      {isElsewhere ? (
        <NothingToPaste company={company} cause={cause} onClose={onClose} />
      ) : (
        <ReconnectForm
          company={company}
          companies={overview.companies}
          asks={cause.needs === 'secret' ? 'secret' : 'both'}
          onConnected={() => setDone(true)}
          onClose={onClose}
        />
      )}
    </DialogBox>
  );
}

/** Shown if the fault is elsewhere: the person can only check again. */
function NothingToPaste({
  company,
  cause,
  onClose,
}: {
  readonly company: Company;
  readonly cause: ConnectCause;
  readonly onClose: () => void;
}) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const check = useMutation(queries.companies.check.mutationOptions());
  const toSettings = () => {
    onClose();
    window.location.hash = '#/settings/connection';
  };
  return (
    <DialogActions>
      <Button onPress={onClose}>{t('common.close')}</Button>
      {cause.needs === 'settings' && <Button onPress={toSettings}>{t('reconnect.to-settings')}</Button>}
      <Button look="primary" isPending={check.isPending} onPress={() => check.mutate({ companyId: company.id })}>
        {t(check.isPending ? 'reconnect.checking' : 'reconnect.check')}
      </Button>
    </DialogActions>
  );
}
