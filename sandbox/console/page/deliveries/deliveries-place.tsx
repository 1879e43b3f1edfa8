import { CircleX, Clock, Send } from 'lucide-react';
import { useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import styles from '../console.module.css';
import rowStyles from '#shared/ui/list-row.module.css';
import listStyles from '../list.module.css';
import type { Delivery } from '../control/answers.ts';
import { useDeliveries, useSwitches } from '../control/use-control.ts';
import { Age, Empty, ListWithPanel } from '../parts/list-with-panel.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n.tsx';
import look from '#shared/ui/panel.module.css';
import panelStyles from '../panel.module.css';
import type { ConsoleTranslate } from '#shared/i18n/console.ts';

export function DeliveriesPlace() {
  const { t } = useI18n();
  const deliveries = useDeliveries().data;
  const [openedId, setOpenedId] = useState<number | null>(null);
  if (deliveries === undefined) return null;
  const opened = deliveries.find(({ deliveryId }) => deliveryId === openedId) ?? null;
  const content = opened === null ? null : <DeliveryPanel delivery={opened} />;
  return (
    <>
      <Receiver />
      <ListWithPanel
        panel={opened === null ? null : { id: String(opened.deliveryId), label: t('console.deliveries'), content }}
        onClose={() => setOpenedId(null)}
        list={
          <GridList
            aria-label={t('console.deliveries')}
            items={deliveries}
            dependencies={[openedId]}
            onAction={(key) => setOpenedId(Number(key))}
            className={listStyles['rows'] ?? ''}
            renderEmptyState={() => <Empty title={t('console.deliveries.none')}>{t('console.deliveries.none.next')}</Empty>}
          >
            {(delivery) => (
              <GridListItem
                id={delivery.deliveryId}
                textValue={delivery.type}
                className={classNames(rowStyles['row'], delivery.deliveryId === openedId && rowStyles['chosen'])}
              >
                <DeliveryRow delivery={delivery} />
              </GridListItem>
            )}
          </GridList>
        }
      />
    </>
  );
}

/** The receiver is an ordinary switch, shown here because every demonstration needs it. */
function Receiver() {
  const { t } = useI18n();
  const switches = useSwitches().data;
  if (switches === undefined) return null;
  const url = switches['webhookUrl'];
  if (typeof url === 'string') return <p className={styles['quiet']}>{t('console.deliveries.to', { url })}</p>;
  return (
    <Note tone="warn" title={t('console.deliveries.hold')}>
      {t('console.deliveries.hold.next')}
    </Note>
  );
}

const ICONS = { pending: Clock, delivered: Send, 'given-up': CircleX } as const;

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { t, exact } = useI18n();
  const Icon = ICONS[delivery.state];
  const last = delivery.attempts.at(-1);
  return (
    <>
      <span className={classNames(listStyles['mark'], listStyles[delivery.state])}>
        <Icon size={17} aria-hidden />
      </span>
      <div className={rowStyles['words']}>
        <p className={rowStyles['name']}>{delivery.type}</p>
        <p className={rowStyles['facts']}>
          <span className={classNames(listStyles['state'], listStyles[delivery.state])}>{t(`console.delivery.${delivery.state}`)}</span>
          {last !== undefined && <span>{attemptText(last, t)}</span>}
          <span>{t('console.delivery.count', { count: delivery.attempts.length })}</span>
          <SaidState event={delivery.event} />
        </p>
        {delivery.nextAt !== null && last !== undefined && (
          <p className={styles['quiet']}>{t('console.delivery.next', { when: exact(delivery.nextAt) })}</p>
        )}
      </div>
      <span className={rowStyles['age']}>{last !== undefined && <Age at={last.at} />}</span>
    </>
  );
}

/** The document state that the event contains, so that events can be told apart without opening them. */
function SaidState({ event }: { readonly event: unknown }) {
  const { t } = useI18n();
  const data: unknown = typeof event === 'object' && event !== null && 'data' in event ? event.data : null;
  if (typeof data !== 'object' || data === null || !('documentState' in data)) return null;
  return <span>{t('console.delivery.state', { state: String(data.documentState) })}</span>;
}

/** A receiver that is down for 48 hours causes 579 attempts. */
const ATTEMPTS_SHOWN_MAX = 50;

function DeliveryPanel({ delivery }: { readonly delivery: Delivery }) {
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

function attemptText({ status, code }: Delivery['attempts'][number], t: ConsoleTranslate): string {
  return status === null ? t('console.delivery.failed', { code: code ?? '–' }) : t('console.delivery.status', { status });
}
