import { type KeyboardEvent, useMemo, useRef } from 'react';
import { Collection, GridList, GridListLoadMoreItem, Virtualizer } from 'react-aria-components';
import type { Company } from '#shared/domain/company.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { goTo } from '../frame/place.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import { useSpeech } from '../speech/speech.tsx';
import { DocumentRow } from './document-row.tsx';
import styles from './document-list.module.css';
import { EmptyList } from './empty-list.tsx';
import { RowLayout } from './row-layout.ts';
import type { Documents, Filter } from './use-documents.ts';
import { useHeldBack } from './use-held-back.ts';

type Props = {
  readonly documents: Documents;
  readonly filter: Filter;
  readonly companies: readonly Company[];
  readonly chosen: ItemId | null;
  readonly now: WallMs;
};

/** Rows differ in height; this is what one without an explanation has. */
const LAYOUT = { estimatedRowSize: 66, loaderSize: 48 };

/** Arrow keys move, letters find a name, Enter opens; only the rows that are seen exist. */
export function DocumentList({ documents, filter, companies, chosen, now }: Props) {
  const { t } = useSpeech();
  const list = useRef<HTMLDivElement>(null);
  const { shown, newer, onScroll, release } = useHeldBack(documents.items ?? []);
  const byId = useMemo(() => new Map(companies.map((company) => [company.id, company])), [companies]);
  return (
    <div role="presentation" className={styles['frame']} onKeyDown={withoutScrolling}>
      {newer > 0 && (
        <div className={styles['newer']}>
          <Button look="primary" size="small" onPress={() => toTop(list.current, release)}>
            {t('documents.newer', { count: newer })}
          </Button>
        </div>
      )}
      <Virtualizer layout={RowLayout} layoutOptions={LAYOUT} shouldObserveItemSize>
        <GridList
          ref={list}
          aria-label={t('documents.list')}
          className={classNames(styles['list'])}
          onAction={open}
          onScroll={onScroll}
          renderEmptyState={() => <EmptyList filter={filter} isLoading={documents.items === null} />}
        >
          <Collection items={shown} dependencies={[now, byId, chosen]}>
            {(item) => <DocumentRow item={item} company={byId.get(item.companyId) ?? null} now={now} isChosen={item.id === chosen} />}
          </Collection>
          <GridListLoadMoreItem onLoadMore={documents.loadMore} isLoading={documents.more === 'coming'}>
            <p className={styles['more']}>{t('documents.more')}</p>
          </GridListLoadMoreItem>
        </GridList>
      </Virtualizer>
    </div>
  );
}

const KEYS_OF_THE_LIST: readonly string[] = ['Home', 'End', 'PageUp', 'PageDown'];

/**
 * Where nothing can be selected, the list moves its focus at these keys but leaves them to the browser too, which
 * scrolls to an end that moves on with every page that arrives.
 */
function withoutScrolling(event: KeyboardEvent): void {
  if (KEYS_OF_THE_LIST.includes(event.key)) event.preventDefault();
}

function toTop(list: HTMLElement | null, release: () => void): void {
  release();
  list?.scrollTo({ top: 0 });
}

function open(key: unknown): void {
  const itemId = itemIdSchema.safeParse(key);
  if (itemId.success) goTo({ kind: 'documents', itemId: itemId.data });
}
