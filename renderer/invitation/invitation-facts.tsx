import type { OpenInvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import { hostsSentence } from '#shared/domain/invitation/invitation.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './invitation.module.css';
import { HOSTS_ID } from './question-id.ts';

/** What the invitation says, in its own words, and each address behind it, in ASCII. What it does not tell is said as such. */
export function InvitationFacts({ view }: { readonly view: OpenInvitationView }) {
  const { t } = useI18n();
  const { company, accountant, relayHost, serviceHosts } = view;
  return (
    <>
      <dl className={styles['facts']}>
        <dt>{t('invitation.company')}</dt>
        <dd>{company ?? <NotTold />}</dd>
        <dt>{t('invitation.accountant')}</dt>
        <dd>{accountant ?? <NotTold />}</dd>
        <dt>{t('invitation.to')}</dt>
        <Host name={serviceHosts.documents} />
        <dt>{t('invitation.sign-in')}</dt>
        <Host name={serviceHosts.signIn} />
        <dt>{t('invitation.keys')}</dt>
        <Host name={serviceHosts.keys} />
        <dt>{t('invitation.from')}</dt>
        <Host name={relayHost} more={t('invitation.from.secret')} />
      </dl>
      <HostsNote view={view} />
    </>
  );
}

function Host({ name, more }: { readonly name: string; readonly more?: string }) {
  return (
    <dd>
      <span className={classNames(styles['host'])} translate="no">
        {name}
      </span>
      {more !== undefined && <span className={classNames(styles['quiet'])}>{more}</span>}
    </dd>
  );
}

/** Whether the addresses of the service are one, and if not, which of them is another. */
function HostsNote({ view }: { readonly view: OpenInvitationView }) {
  const { t } = useI18n();
  const { isOdd, key, values } = hostsSentence(view.serviceHosts);
  const sentence = t(key, values);
  return <div id={HOSTS_ID}>{isOdd ? <Note tone="warn" title={sentence} /> : <p className={styles['quiet']}>{sentence}</p>}</div>;
}

function NotTold() {
  const { t } = useI18n();
  return <span className={classNames(styles['quiet'])}>{t('invitation.not-told')}</span>;
}
