import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import styles from '../console.module.css';
import { useClock, useControlAction } from '../control/use-control.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { ActionFault } from '../parts/list-with-panel.tsx';
import { useI18n } from '../i18n.tsx';

const STEPS = [
  { key: '5m', ms: 5 * MINUTE_MS },
  { key: '1h', ms: HOUR_MS },
  { key: '48h', ms: 48 * HOUR_MS },
] as const;

export function ClockCard() {
  const { t, locale, exact } = useI18n();
  const clock = useClock().data;
  const action = useControlAction();
  if (clock === undefined) return null;
  return (
    <section className={styles['card']}>
      <h2 className={styles['card-title']}>{t('console.clock')}</h2>
      <div>
        <p className={styles['name']}>{exact(clock.now)}</p>
        <p className={styles['quiet']}>
          {clock.aheadMs < MINUTE_MS / 2 ? t('console.clock.real') : t('console.clock.ahead', { time: hoursText(clock.aheadMs, locale) })}
        </p>
      </div>
      <fieldset className={styles['steps']} aria-label={t('console.clock.advance')}>
        <span className={styles['quiet']}>{t('console.clock.advance')}</span>
        {STEPS.map(({ key, ms }) => (
          <Button
            size="small"
            key={key}
            isDisabled={action.isPending}
            onPress={() => action.mutate({ method: 'POST', path: '/clock', body: { advanceMs: ms } })}
          >
            {t(`console.clock.${key}`)}
          </Button>
        ))}
      </fieldset>
      <output className={classNames(styles['quiet'], styles['moving'])}>{action.isPending && t('console.clock.moving')}</output>
      <ActionFault error={action.error} />
    </section>
  );
}

const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

/** "49 hr 5 min", rounded to the minute: real time passes while the clock is moved. */
function hoursText(milliseconds: number, locale: string): string {
  const all = Math.round(milliseconds / MINUTE_MS);
  const hours = Math.floor(all / HOUR_MINUTES);
  const minutes = all % HOUR_MINUTES;
  const text = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return [hours > 0 ? text(hours, 'hour') : '', minutes > 0 || hours === 0 ? text(minutes, 'minute') : ''].join(' ').trim();
}
