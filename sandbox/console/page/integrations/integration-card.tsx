import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { REVOKING_CODES } from '#shared/contract/answers.ts';
import styles from '../console.module.css';
import type { Integration } from '../control/answers.ts';
import { useControlAction } from '../control/use-control.ts';
import { type Action, ActionMenu } from '#shared/ui/parts/action-menu.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { ActionFault } from '../parts/action-fault.tsx';
import { useI18n } from '../i18n.tsx';
import { shortId } from './short-id.ts';

type Props = { readonly integration: Integration; readonly onReconnect: () => void };

export function IntegrationCard({ integration, onReconnect }: Props) {
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
