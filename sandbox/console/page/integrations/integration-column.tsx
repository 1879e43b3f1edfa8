import { Plus } from 'lucide-react';
import { useState } from 'react';
import styles from '../console.module.css';
import type { NewIntegration } from '../control/answers.ts';
import { useIntegrations, useNewIntegration } from '../control/use-control.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { ActionFault } from '../parts/action-fault.tsx';
import { useI18n } from '../i18n.tsx';
import { IntegrationCard } from './integration-card.tsx';
import { SecretDialog } from './secret-dialog.tsx';

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
