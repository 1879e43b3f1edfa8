import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { useEngine } from '../link/engine.ts';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './connect.module.css';
import { useConnect, useQueue } from './use-connect.ts';
import { CircleAlert, CircleCheck, CircleX, Info } from 'lucide-react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import type { Overview } from '#shared/app-api/views.ts';
import { INVALID_REASONS } from '#shared/domain/connection.ts';
import { relayTrouble } from '#shared/domain/results/no-answer.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { ConnectFaultNote } from './connect-form.tsx';
import { CredentialFields, IntegrationSecretField } from './credential-fields.tsx';

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

/** Shown if the fault is elsewhere: the user can only check again. */
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

const ICONS = { bad: CircleX, warn: CircleAlert, calm: Info } as const;

/** Says what is broken and since when. */
function CauseNote({ cause: { kind, tone, since } }: { readonly cause: ConnectCause }) {
  const { t, moment } = useI18n();
  const Icon = ICONS[tone];
  return (
    <div className={styles['cause']}>
      <Icon size={20} aria-hidden className={classNames(tones[tone])} />
      <div className={styles['words']}>
        <p className={styles['cause-title']}>{t(`reconnect.cause.${kind}`)}</p>
        <p>{t(`reconnect.cause.${kind}.text`)}</p>
        {since !== null && <p className={styles['quiet']}>{t('reconnect.since', { moment: moment(since) })}</p>}
      </div>
    </div>
  );
}

type Props = { readonly company: Company; readonly queue: number | null; readonly onClose: () => void };

/** Last step of reconnecting: shows that the waiting documents are being sent. */
function QueueLeaving({ company, queue, onClose }: Props) {
  const { t } = useI18n();
  return (
    <DialogBox title={t('reconnect.done', { name: company.name })} onClose={onClose}>
      <output className={styles['cause']}>
        <CircleCheck size={20} aria-hidden className={tones['good']} />
        <span>{queue === null ? t('common.loading') : queue === 0 ? t('reconnect.left') : t('reconnect.leaving', { count: queue })}</span>
      </output>
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

export const CAUSES = [...INVALID_REASONS, 'partner', 'credentials', 'secrets', 'clock', 'network', 'doubt', 'paused', 'working'] as const;
type CauseKind = (typeof CAUSES)[number];

/** What is broken, and what repairs it: a secret, identifier and secret, the settings, or nothing that a user could type in. */
type ConnectCause = {
  readonly kind: CauseKind;
  readonly needs: 'secret' | 'both' | 'settings' | 'nothing' | 'both-if-new';
  readonly tone: 'bad' | 'warn' | 'calm';
  readonly since: WallMs | null;
};

/** What keeps this company from being connected, as far as is known. */
export function causeOf({ connection }: Company, overview: Pick<Overview, 'relay' | 'clockAheadMs'>): ConnectCause {
  switch (connection.kind) {
    case 'active':
      return { kind: 'working', needs: 'both-if-new', tone: 'calm', since: null };
    case 'paused':
      return { kind: 'paused', needs: 'both-if-new', tone: 'calm', since: connection.since };
    case 'invalid': {
      const { reason, since } = connection;
      return { kind: reason, needs: reason === 'wrong-secret' || reason === 'no-secret' ? 'secret' : 'both', tone: 'bad', since };
    }
    case 'checking': {
      const { doubt, since } = connection;
      if (doubt !== 'unknown') return { kind: doubt, needs: doubt === 'credentials' ? 'settings' : 'nothing', tone: 'warn', since };
      return { kind: outside(overview), needs: 'nothing', tone: 'warn', since };
    }
    default:
      return unreachable(connection);
  }
}

/** The cause of an unexplained doubt. A wrong clock breaks every secure connection, so it is checked first. */
function outside({ relay, clockAheadMs }: Pick<Overview, 'relay' | 'clockAheadMs'>): 'clock' | 'network' | 'doubt' {
  if (clockAheadMs !== undefined) return 'clock';
  return relay.kind === 'unreachable' && relayTrouble(relay.code) === 'network' ? 'network' : 'doubt';
}

type ReconnectFormProps = {
  readonly company: Company;
  readonly companies: readonly Company[];
  readonly asks: 'secret' | 'both';
  readonly onConnected: () => void;
  readonly onClose: () => void;
};

/** Form for new credentials of an existing company, which keeps its folders, history and queue. */
function ReconnectForm({ company, companies, asks, onConnected, onClose }: ReconnectFormProps) {
  const { t } = useI18n();
  const { client } = useEngine();
  const [both, setBoth] = useState(asks === 'both');
  const { submit, isPending, fields, fault } = useConnect(
    ({ integrationId, integrationSecret }) =>
      client.companies.reconnect({ companyId: company.id, integrationId: both ? integrationId : company.integrationId, integrationSecret }),
    onConnected,
  );
  const others = companies.filter(({ id }) => id !== company.id);
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      {both ? (
        <CredentialFields faults={fields} companies={others} />
      ) : (
        <>
          <p>{t('reconnect.secret-only', { id: company.integrationId.slice(0, 8) })}</p>
          <IntegrationSecretField error={fields.integrationSecret === undefined ? null : t(fields.integrationSecret)} isFirst />
          <div className={styles['aside']}>
            <Button look="quiet" size="small" onPress={() => setBoth(true)}>
              {t('reconnect.other-id')}
            </Button>
          </div>
        </>
      )}
      <ConnectFaultNote fault={fault} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          {t(isPending ? 'connect.submitting' : 'connect.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
