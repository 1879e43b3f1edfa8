import styles from '../console.module.css';
import type { NewIntegration } from '../control/answers.ts';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '#shared/ui/parts/dialog-box.tsx';
import { useI18n } from '../i18n.tsx';

/** The sandbox keeps only a digest, so this is the only time that the secret can be read. */
export function SecretDialog({ made, onClose }: { readonly made: NewIntegration; readonly onClose: () => void }) {
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
