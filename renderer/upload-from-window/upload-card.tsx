import { CircleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { hashOf } from '../frame/place.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { useTell } from '../parts/notices/use-notices.tsx';
import styles from './upload-card.module.css';
import { GIVEN_MAX, mayPass, type Returned, type UploadQueueState, useUploadQueue, useUploadQueueState } from './upload-queue.tsx';
import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { explainProblem } from '../document/explain.ts';
import type { Given, WindowFault } from './hand-over.ts';

/** Files named per cause; the others are counted. */
const NAMES = 3;

/** Shows the progress of the given files, then which were not copied and why. If all were, a notice says so, and leaves. */
export function UploadCard() {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const state = useUploadQueueState();
  const isRunning = state.current !== null;
  const isWhole = !isRunning && state.total > 0 && isWholeOf(state);
  const tell = useTell();
  const { copied } = state;
  useEffect(() => {
    if (!isWhole) return;
    tell({ words: `${t('upload.copied', { count: copied })} ${t('upload.copied.text', { count: copied })}` });
    queue.forget();
  }, [isWhole, copied, queue, tell, t]);
  if (isWhole) return null;
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

function isWholeOf({ done, total, returned, unnoted, wasStopped, beyond }: UploadQueueState): boolean {
  return done >= total && returned.length === 0 && unnoted.length === 0 && !wasStopped && beyond === null;
}

type DoneProps = { readonly state: UploadQueueState; readonly onClose: () => void };

function Done({ state: { copied, returned, wasStopped }, onClose }: DoneProps) {
  const { t } = useI18n();
  const said = [
    ...(copied > 0 || returned.length === 0 ? [t('upload.copied', { count: copied })] : []),
    ...(returned.length > 0 ? [t('upload.returned', { count: returned.length })] : []),
    ...(wasStopped ? [t('upload.stopped')] : []),
  ];
  return (
    <>
      <div className={styles['head']}>
        <CircleAlert size={20} aria-hidden className={classNames(styles['icon'], styles['warn'])} />
        <output className={styles['title']}>{said.join(' ')}</output>
        <Button look="icon" size="small" aria-label={t('common.close')} onPress={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </div>
      {copied > 0 && <p className={styles['quiet']}>{t('upload.copied.text', { count: copied })}</p>}
    </>
  );
}

/** Shown at once and not only at the end: by then the user may have closed the folder they dragged from. */
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
  const causes = [...causesOf(state.returned, i18n), ...unnotedOf(state.unnoted, i18n)];
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

/** Files that were not copied for the same reason: what is wrong, and the next step. */
type UploadFaultCause = {
  readonly what: string;
  readonly next: string | null;
  readonly names: readonly string[];
  /** The document that already has this content, or null. */
  readonly itemId: Item['id'] | null;
};

function causesOf(returned: readonly Returned[], i18n: I18n): readonly UploadFaultCause[] {
  const causes = new Map<string, UploadFaultCause>();
  for (const { given, fault } of returned) {
    const said = faultText(fault, i18n);
    const key = JSON.stringify(said);
    const before = causes.get(key);
    causes.set(key, { ...said, names: [...(before?.names ?? []), given.name] });
  }
  return [...causes.values()];
}

function unnotedOf(unnoted: readonly Given[], { t }: I18n): readonly UploadFaultCause[] {
  if (unnoted.length === 0) return [];
  return [{ what: t('upload.note.late.what'), next: null, names: unnoted.map(({ name }) => name), itemId: null }];
}

function faultText(fault: WindowFault, i18n: I18n): Omit<UploadFaultCause, 'names'> {
  const { t } = i18n;
  switch (fault.kind) {
    case 'unfit':
      return { ...textOf(explainProblem(fault.problem, i18n)), itemId: null };
    case 'known':
      return { what: t('upload.fault.known.what'), next: null, itemId: fault.itemId };
    case 'folder-away':
      return { what: t(`upload.fault.folder-away.${fault.state}.what`), next: t('upload.fault.folder-away.next'), itemId: null };
    case 'disk':
      return { what: t('upload.fault.disk.what', { code: fault.code }), next: t('upload.fault.disk.next'), itemId: null };
    case 'left-alone':
    case 'no-folder':
    case 'full':
    case 'no-name':
    case 'not-open':
    case 'broken':
    case 'busy':
    case 'a-folder':
    case 'unread':
    case 'no-answer':
      return { what: t(`upload.fault.${fault.kind}.what`), next: t(`upload.fault.${fault.kind}.next`), itemId: null };
    default:
      return unreachable(fault);
  }
}

function textOf({ what, next }: { readonly what: string; readonly next: string | null }) {
  return { what, next };
}
