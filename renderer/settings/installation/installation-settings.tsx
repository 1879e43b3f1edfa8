import { useState } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { InstallationForm } from './installation-form.tsx';
import styles from '../settings.module.css';

/** For the administrator of the installation; collapsed at first. */
export function InstallationSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className={styles['quiet']}>{t('settings.installation.text')}</p>
      <dl className={styles['facts']}>
        <dt>{t('settings.installation.service')}</dt>
        <dd>{settings.service?.baseUrl ?? t('installation.not-set')}</dd>
        <dt>{t('settings.installation.relay')}</dt>
        <dd>{settings.relayUrl ?? t('installation.not-set')}</dd>
      </dl>
      {isOpen ? (
        <InstallationForm onSaved={() => setOpen(false)} beside={<Button onPress={() => setOpen(false)}>{t('common.cancel')}</Button>} />
      ) : (
        <div>
          <Button onPress={() => setOpen(true)}>{t('settings.installation.change')}</Button>
        </div>
      )}
    </>
  );
}
