import type { OpenInvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './invitation.module.css';

/** What the invitation says, in its own words, and the addresses behind it, in ASCII. What it does not tell is said as such. */
export function InvitationFacts({ view }: { readonly view: OpenInvitationView }) {
  const { t } = useI18n();
  const { company, accountant, relayHost, serviceHosts } = view;
  return (
    <dl className={styles['facts']}>
      <dt>{t('invitation.company')}</dt>
      <dd>{company ?? <NotTold />}</dd>
      <dt>{t('invitation.accountant')}</dt>
      <dd>{accountant ?? <NotTold />}</dd>
      <dt>{t('invitation.to')}</dt>
      <dd>
        {(serviceHosts.length === 0 ? [relayHost] : serviceHosts).map((host) => (
          <span key={host} className={classNames(styles['host'])} translate="no">
            {host}
          </span>
        ))}
      </dd>
      <dt>{t('invitation.from')}</dt>
      <dd>
        <span className={classNames(styles['host'])} translate="no">
          {relayHost}
        </span>
      </dd>
    </dl>
  );
}

function NotTold() {
  const { t } = useI18n();
  return <span className={classNames(styles['quiet'])}>{t('invitation.not-told')}</span>;
}
