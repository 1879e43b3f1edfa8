import styles from '../console.module.css';
import listStyles from '../list.module.css';
import look from '#shared/ui/panel.module.css';
import panelStyles from '../panel.module.css';
import type { Delivery } from '../control/answers.ts';
import { useI18n } from '../i18n.tsx';
import { attemptText } from './attempt-text.ts';

/** A receiver that is down for 48 hours causes 579 attempts. */
const ATTEMPTS_SHOWN_MAX = 50;

export function DeliveryPanel({ delivery }: { readonly delivery: Delivery }) {
  const { t, exact } = useI18n();
  const shown = delivery.attempts.slice(-ATTEMPTS_SHOWN_MAX).toReversed();
  return (
    <>
      <header>
        <h2 className={look['name']}>{delivery.type}</h2>
        <p className={styles['quiet']}>
          <code>{delivery.eventId}</code>
        </p>
      </header>
      <section>
        <h3 className={look['heading']}>
          {delivery.attempts.length === 0
            ? t('console.delivery.attempts')
            : t('console.delivery.count', { count: delivery.attempts.length })}
        </h3>
        {shown.length === 0 && <p className={styles['quiet']}>{t('console.delivery.attempts.none')}</p>}
        <ol className={styles['stack']}>
          {shown.map((attempt) => (
            <li key={attempt.at} className={panelStyles['attempt']}>
              <span
                className={listStyles[attempt.status !== null && attempt.status >= 200 && attempt.status < 300 ? 'delivered' : 'given-up']}
              >
                {attemptText(attempt, t)}
              </span>
              <time className={styles['quiet']} dateTime={new Date(attempt.at).toISOString()}>
                {exact(attempt.at)}
              </time>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3 className={look['heading']}>{t('console.delivery.body')}</h3>
        <pre className={panelStyles['body']} dir="ltr">
          <code>{JSON.stringify(delivery.event, null, 2)}</code>
        </pre>
      </section>
    </>
  );
}
