import { Check } from 'lucide-react';
import type { Item } from '#shared/domain/item/item.ts';
import { stateKey } from '#shared/i18n/state-key.ts';
import { DocumentMark } from '../document/document-mark.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './first-run.module.css';
import { type ScanStory, scanStory } from './scan-story.ts';

const STAGES = ['found', 'under-way', 'received', 'accepted'] as const;

/** What becomes of the newest scan, step by step, and of the few before it. */
export function FirstScanSeen({ newest, items }: { readonly newest: Item; readonly items: readonly Item[] }) {
  const { t } = useI18n();
  const story = scanStory(newest);
  const others = items.filter(({ id }) => id !== newest.id);
  return (
    <section className={styles['seen']}>
      <h3 className={styles['item']}>
        <DocumentMark kind={newest.state.kind} name={newest.name} />
        <bdi>{newest.name}</bdi>
      </h3>
      <Stages story={story} />
      <output>{t(`first-run.seen.${story}`)}</output>
      {others.length > 0 && (
        <ul className={styles['places']}>
          {others.map(({ id, name, state }) => (
            <li key={id} className={styles['item']}>
              <DocumentMark kind={state.kind} name={name} />
              <bdi>{name}</bdi>
              <span className={styles['quiet']}>{t(stateKey(state))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The way of a scan that can go; one that asks something or cannot go has none to show. */
function Stages({ story }: { readonly story: ScanStory }) {
  const { t } = useI18n();
  if (story === 'asks' || story === 'unfit') return null;
  const isRefused = story === 'refused';
  const here = isRefused ? STAGES.length - 1 : STAGES.indexOf(story);
  // The last one is done as soon as it is reached; a refusal is its other outcome.
  const isDone = (at: number): boolean => at < here || (at === here && story === 'accepted');
  return (
    <ol className={styles['stages']} aria-label={t('first-run.stages')}>
      {STAGES.map((stage, at) => (
        <li key={stage} className={styles['stage']} data-done={isDone(at)} {...(at === here ? { 'aria-current': 'step' as const } : {})}>
          <span className={styles['dot']} aria-hidden>
            {isDone(at) && <Check size={12} strokeWidth={3} />}
          </span>
          {t(`first-run.stage.${isRefused && at === here ? 'refused' : stage}`)}
        </li>
      ))}
    </ol>
  );
}
