import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#shared/app-api/views.ts';
import { IgnoreButton } from '../document/actions/ignore-button.tsx';
import { useEngine } from '../link/engine.ts';
import { hashOf } from '../frame/place.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { type UnfitCause, groupByCause } from './group-by-cause.ts';
import { LinkButton } from './link-button.tsx';
import styles from './need-document.module.css';
import { NeedEntry } from './need-entry.tsx';

/** How many causes are shown, and how many files are named for each. */
const CAUSES = 4;
const NAMES = 3;
/** Only this many of the newest files are grouped; causes found only among older ones are in the list. */
const READ = 100;

/** Files that cannot be sent as they are, grouped by cause: five photos from one phone are one thing to do. */
export function UnfitNeed({ count, overview }: { readonly count: number; readonly overview: Overview }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const list = useQuery(queries.items.list.queryOptions({ input: { states: ['unfit'], limit: READ } }));
  // If there are more files than were read, the number per cause is unknown.
  const isAll = (list.data?.total ?? 0) <= READ;
  const causes = groupByCause(list.data?.items ?? [], overview.now, i18n).slice(0, CAUSES);
  return (
    <NeedEntry
      tone="warn"
      title={t('needs.unfit', { count })}
      actions={
        <LinkButton to={{ kind: 'documents', itemId: null, show: 'unfit' }} look="primary">
          {t('needs.look', { count })}
        </LinkButton>
      }
    >
      {causes.map((cause) => (
        <OneCause key={cause.items[0].id} cause={cause} isAll={isAll} />
      ))}
    </NeedEntry>
  );
}

function OneCause({ cause: { because, items }, isAll }: { readonly cause: UnfitCause; readonly isAll: boolean }) {
  const { t } = useI18n();
  const more = items.length - NAMES;
  return (
    <li className={styles['document']}>
      <div className={styles['words']}>
        <p className={styles['line']}>
          {items.slice(0, NAMES).map((item) => (
            <a key={item.id} href={hashOf({ kind: 'documents', itemId: item.id })} className={styles['name']}>
              <bdi>{item.name}</bdi>
            </a>
          ))}
          {more > 0 && <span className={styles['facts']}>{isAll ? t('needs.and-more', { count: more }) : t('needs.and-others')}</span>}
        </p>
        <p className={styles['because']}>
          {because.what} {because.next}
        </p>
      </div>
      {items.length === 1 && (
        <div className={styles['actions']}>
          <IgnoreButton item={items[0]} size="small" />
        </div>
      )}
    </li>
  );
}
