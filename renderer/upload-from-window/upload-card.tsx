import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { hashOf } from '../frame/place.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { type UploadFaultCause, causesOf } from './fault-text.ts';
import styles from './upload-card.module.css';
import { type UploadQueueState, GIVEN_MAX, mayPass } from './upload-queue.ts';
import { useUploadQueue, useUploadQueueState } from './use-upload-queue.tsx';

/** Files named per cause; the others are counted. */
const NAMES = 3;

/** Shows the progress of the given files, then how many were copied, and which were not and why. */
export function UploadCard() {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const state = useUploadQueueState();
  if (state.total === 0) return null;
  const isRunning = state.current !== null;
  return (
    <section className={styles['card']} aria-label={t('upload.card')}>
      {isRunning ? <Running state={state} onStop={() => queue.stop()} /> : <Done state={state} onClose={() => queue.forget()} />}
      {state.beyond !== null && <Beyond {...state.beyond} />}
      <Causes state={state} />
      {!isRunning && state.returned.some(mayPass) && (
        <div>
          <Button size="small" onPress={() => queue.again()}>
            {t('upload.again')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Running({ state: { done, total, current }, onStop }: { readonly state: UploadQueueState; readonly onStop: () => void }) {
  const { t } = useI18n();
  const words = t('upload.running', { count: total, done: Math.min(done + 1, total) });
  return (
    <>
      <div className={styles['head']}>
        <p className={styles['title']}>{words}</p>
        <Button size="small" onPress={onStop}>
          {t('common.cancel')}
        </Button>
      </div>
      <progress className={styles['bar']} aria-label={words} value={done + (current?.part ?? 0)} max={Math.max(1, total)} />
      <p className={styles['quiet']}>
        <bdi>{current?.name}</bdi>
      </p>
    </>
  );
}

function Done({
  state: { copied, returned, wasStopped, beyond },
  onClose,
}: {
  readonly state: UploadQueueState;
  readonly onClose: () => void;
}) {
  const { t } = useI18n();
  const isWhole = returned.length === 0 && !wasStopped && beyond === null;
  const Icon = isWhole ? CircleCheck : CircleAlert;
  const said = [
    ...(copied > 0 || returned.length === 0 ? [t('upload.copied', { count: copied })] : []),
    ...(returned.length > 0 ? [t('upload.returned', { count: returned.length })] : []),
    ...(wasStopped ? [t('upload.stopped')] : []),
  ];
  return (
    <>
      <div className={styles['head']}>
        <Icon size={20} aria-hidden className={classNames(styles['icon'], styles[isWhole ? 'good' : 'warn'])} />
        <output className={styles['title']}>{said.join(' ')}</output>
        <Button look="icon" size="small" aria-label={t('common.close')} onPress={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </div>
      {copied > 0 && <p className={styles['quiet']}>{t('upload.copied.text', { count: copied })}</p>}
    </>
  );
}

/** Shown at once and not only at the end: by then the person may have closed the folder they dragged from. */
function Beyond({ count, first }: NonNullable<UploadQueueState['beyond']>) {
  const { t } = useI18n();
  return (
    <output className={styles['beyond']}>
      <strong>{t('upload.beyond', { count, max: GIVEN_MAX })}</strong> <span>{t('upload.beyond.first', { name: first })}</span>{' '}
      <span>{t('upload.beyond.next')}</span>
    </output>
  );
}

function Causes({ state }: { readonly state: UploadQueueState }) {
  const i18n = useI18n();
  const causes = causesOf(state.returned, i18n);
  if (causes.length === 0) return null;
  return (
    <ul className={styles['causes']}>
      {causes.map((cause) => (
        <OneCause key={`${cause.what} ${cause.itemId ?? ''}`} cause={cause} />
      ))}
    </ul>
  );
}

function OneCause({ cause: { what, next, names, itemId } }: { readonly cause: UploadFaultCause }) {
  const { t, list } = useI18n();
  const more = names.length - NAMES;
  const shown = [...names.slice(0, NAMES), ...(more > 0 ? [t('needs.and-more', { count: more })] : [])];
  return (
    <li className={styles['cause']}>
      <p className={styles['names']}>
        <bdi>{more > 0 ? shown.join(', ') : list(shown)}</bdi>
      </p>
      <p>
        {what} {next} {itemId !== null && <a href={hashOf({ kind: 'documents', itemId })}>{t('upload.fault.known.open')}</a>}
      </p>
    </li>
  );
}
