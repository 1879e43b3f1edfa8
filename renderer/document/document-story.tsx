import type { ReactNode } from 'react';
import type { Item, Submission } from '#shared/domain/item/item.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Age } from '../parts/age.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import look from '#shared/ui/panel.module.css';
import styles from './document-panel.module.css';
import { failureText, sentBeforeText } from './explain.ts';
import { versionText } from './conversion/version-text.ts';
import { StateMark } from './state-mark.tsx';
import { nextOf, type Step, storyOf } from './story-of.ts';

type Props = { readonly item: Item; readonly earlier: readonly Submission[]; readonly sentAt: WallMs | null; readonly now: WallMs };

/** What happened to the document, oldest first; the last step is its current state. */
export function DocumentStory({ item, earlier, sentAt, now }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const next = nextOf(item);
  return (
    <section>
      <h3 className={look['heading']}>{t('document.history')}</h3>
      <ol className={styles['story']}>
        {/* Steps are only ever appended, and the same step can occur twice, so the index is a stable part of the key. */}
        {storyOf(item, earlier, sentAt).map((step, at, all) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${at} ${step.key}`} className={styles['step']} {...(at === all.length - 1 ? { 'aria-current': 'step' as const } : {})}>
            {markOf(step)}
            <div>
              <p>{t(step.key)}</p>
              {step.conversion !== null && <p className={styles['when']}>{versionText(step.conversion, i18n)}</p>}
              {step.before !== null && <p className={styles['when']}>{sentBeforeText(step.before, i18n)}</p>}
              <Answer step={step} />
              <When step={step} now={now} />
            </div>
          </li>
        ))}
      </ol>
      {next !== null && <p className={styles['next']}>{t('document.comes-next', { what: t(next) })}</p>}
    </section>
  );
}

function Answer({ step: { reason, documentId } }: { readonly step: Step }) {
  const { t } = useI18n();
  return (
    <>
      {reason !== null && (
        <p className={styles['when']}>
          <bdi>{reason}</bdi>
        </p>
      )}
      {documentId !== null && (
        <p className={styles['when']}>
          {t('document.number')}: <code>{documentId}</code>
        </p>
      )}
    </>
  );
}

function When({ step, now }: { readonly step: Step; readonly now: WallMs }) {
  const i18n = useI18n();
  const { t, moment, age } = i18n;
  return (
    <>
      {step.at !== null && (
        <p className={styles['when']}>
          {moment(step.at)} · <Age at={step.at} now={now} />
        </p>
      )}
      {step.tries > 1 && <p className={styles['when']}>{t('document.attempts', { count: step.tries })}</p>}
      {step.cause !== null && <p className={styles['when']}>{t('document.last-try', { cause: failureText(step.cause, i18n) })}</p>}
      {step.nextTryAt !== null && step.nextTryAt > now && (
        <p className={styles['when']}>{t('document.next-try', { age: age(step.nextTryAt, now) ?? t('common.soon') })}</p>
      )}
    </>
  );
}

function markOf({ mark }: Step): ReactNode {
  if (mark !== 'found' && mark !== 'checked') return <StateMark kind={mark} />;
  return <span className={styles['passed']} aria-hidden />;
}
