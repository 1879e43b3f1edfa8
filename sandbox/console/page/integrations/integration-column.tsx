import { CircleCheck, CircleX, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import styles from '../console.module.css';
import type { Integration, NewIntegration } from '../control/answers.ts';
import { useControlAction, useIntegrations, useNewIntegration } from '../control/use-control.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { ActionFault } from '../parts/list-with-panel.tsx';
import { useI18n } from '../i18n.tsx';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { DialogActions, DialogBox } from '#shared/ui/parts/dialog-box.tsx';
import { REVOKING_CODES } from '#shared/contract/answers.ts';
import { type Action, ActionMenu } from '#shared/ui/parts/action-menu.tsx';

/** Newest first, like everything here. */
export function IntegrationColumn() {
  const { t } = useI18n();
  const integrations = useIntegrations().data;
  const make = useNewIntegration();
  // The secret exists only here, on the screen, and disappears with the dialog.
  const [shown, setShown] = useState<NewIntegration | null>(null);
  const give = (integrationId: string | null) => make.mutate(integrationId, { onSuccess: setShown });
  const close = () => {
    setShown(null);
    make.reset();
  };
  return (
    <section className={styles['card']}>
      <div className={styles['card-head']}>
        <h2 className={styles['card-title']}>{t('console.integrations')}</h2>
        <Button look="primary" size="small" onPress={() => give(null)}>
          <Plus size={16} aria-hidden />
          {t('console.integration.new')}
        </Button>
      </div>
      <ActionFault error={make.error} />
      {integrations?.length === 0 && <p className={styles['quiet']}>{t('console.integrations.none')}</p>}
      {integrations !== undefined && integrations.length > 0 && (
        <ul className={styles['stack']}>
          {integrations.toReversed().map((integration) => (
            <IntegrationCard
              key={integration.integrationId}
              integration={integration}
              onReconnect={() => give(integration.integrationId)}
            />
          ))}
        </ul>
      )}
      {shown !== null && <SecretDialog made={shown} onClose={close} />}
    </section>
  );
}

/** The sandbox keeps only a digest, so this is the only time that the secret can be read. */
function SecretDialog({ made, onClose }: { readonly made: NewIntegration; readonly onClose: () => void }) {
  const { t } = useI18n();
  return (
    <DialogBox title={t('console.secret.title')} close={null} onClose={onClose}>
      <p>{t('console.secret.once')}</p>
      <dl className={styles['secrets']}>
        <dt>{t('console.secret.id')}</dt>
        <dd>
          <code>{made.integrationId}</code>
          <CopyButton text={made.integrationId} label={t('console.secret.copy-id')} copied={t('console.copied')} />
        </dd>
        <dt>{t('console.secret.secret')}</dt>
        <dd>
          <code>{made.integrationSecret}</code>
          <CopyButton text={made.integrationSecret} label={t('console.secret.copy-secret')} copied={t('console.copied')} />
        </dd>
      </dl>
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {t('console.secret.done')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

type Props = { readonly integration: Integration; readonly onReconnect: () => void };

function IntegrationCard({ integration, onReconnect }: Props) {
  const { t } = useI18n();
  const action = useControlAction();
  const id = integration.integrationId;
  const post = (what: string, body?: unknown) => action.mutate({ method: 'POST', path: `/integrations/${id}/${what}`, body });
  const actions: Action[] = [
    { id: 'reconnect', label: t('console.integration.reconnect'), run: onReconnect },
    { id: 'revoke', label: t('console.integration.revoke'), run: () => post('revoke') },
    ...REVOKING_CODES.map((errorCode) => ({
      id: errorCode,
      label: t('console.integration.close', { code: errorCode }),
      run: () => post('close', { errorCode }),
    })),
  ];
  const short = shortId(id);
  return (
    <li className={styles['integration']}>
      <div className={styles['card-head']}>
        <code title={id}>{short}</code>
        <span className={styles['tight']}>
          <CopyButton text={id} label={t('console.integration.copy', { id: short })} copied={t('console.copied')} />
          {integration.state === 'active' && <ActionMenu label={t('console.integration.actions', { id: short })} actions={actions} />}
        </span>
      </div>
      <State integration={integration} />
      {integration.state === 'revoked' && (
        <Button size="small" onPress={onReconnect}>
          {t('console.integration.reconnect')}
        </Button>
      )}
      <ActionFault error={action.error} />
    </li>
  );
}

function State({ integration: { state, closedAs, revokedAs } }: { readonly integration: Integration }) {
  const { t } = useI18n();
  if (state === 'revoked') {
    return (
      <p className={styles['state-bad']}>
        <CircleX size={16} aria-hidden />
        {revokedAs === null ? t('console.integration.revoked') : t('console.integration.revoked-as', { code: revokedAs })}
      </p>
    );
  }
  if (closedAs !== null) {
    return (
      <p className={styles['state-warn']}>
        <TriangleAlert size={16} aria-hidden />
        {t('console.integration.closed', { code: closedAs })}
      </p>
    );
  }
  return (
    <p className={styles['state-good']}>
      <CircleCheck size={16} aria-hidden />
      {t('console.integration.active')}
    </p>
  );
}

/** The beginning of a UUID: enough to tell a handful apart. */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}…`;
}
