import { useState } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { ConnectForm } from '../connect/connect-form.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { headOf, InvitationSteps, takesFocus } from '../invitation/invitation-steps.tsx';
import { useArrived } from '../invitation/use-arrived.ts';
import { useInvitation } from '../invitation/use-invitation.ts';
import { MoreAbout } from '../parts/more-about.tsx';
import { InstallationForm } from '../settings/installation/installation-form.tsx';
import { isSetUp } from '../settings/installation/read-installation.ts';
import { FirstRunPage } from './first-run-page.tsx';
import styles from './first-run.module.css';

type Props = { readonly settings: Settings; readonly overview: Overview; readonly onConnected: (companyId: CompanyId) => void };

/** The first company: by an invitation, or by hand where this installation knows its servers; whoever looks after it can name them. */
export function ConnectStep({ settings, overview, onConnected }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [byHand, setByHand] = useState(false);
  const invitation = useInvitation(({ id }) => onConnected(id));
  useArrived(invitation);
  const { stage } = invitation;
  if (byHand && stage.kind === 'closed') {
    return (
      <FirstRunPage at="connect" kind="by-hand" takesFocus title={t('first-run.connect')} text={t('first-run.connect.text')}>
        <ConnectForm
          companies={overview.companies}
          onConnected={({ id }) => onConnected(id)}
          beside={<Button onPress={() => setByHand(false)}>{t('invitation.by-file')}</Button>}
        />
      </FirstRunPage>
    );
  }
  return (
    <FirstRunPage at="connect" kind={stage.kind} takesFocus={takesFocus(stage)} {...headOf(stage, i18n)}>
      <InvitationSteps invitation={invitation} companies={overview.companies} />
      {stage.kind === 'closed' && (
        <div className={styles['else']}>
          {isSetUp(settings) && (
            <Button look="quiet" onPress={() => setByHand(true)}>
              {t('invitation.by-hand')}
            </Button>
          )}
          <MoreAbout label={t('invitation.advanced')}>
            <p>{t('invitation.advanced.text')}</p>
            <InstallationForm onSaved={() => setByHand(true)} />
          </MoreAbout>
        </div>
      )}
    </FirstRunPage>
  );
}
