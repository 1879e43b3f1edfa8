import { useQuery } from '@tanstack/react-query';
import type { ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { hashOf } from '../../frame/place.ts';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { markOf, stateWords } from '../shown-state.ts';
import { DocumentMark } from '../document-mark.tsx';
import styles from './refusal.module.css';

/** Says first of all that a corrected file is there, and what became of it: then the refusal itself is history. */
export function CorrectionNote({ itemId, now }: { readonly itemId: ItemId; readonly now: WallMs }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const detail = useQuery(queries.items.get.queryOptions({ input: { itemId } })).data;
  if (detail?.ok !== true) return null;
  const { item } = detail.value;
  return (
    <section className={styles['correction']} aria-label={t('refusal.corrected')}>
      <DocumentMark kind={markOf(item, now)} name={item.name} />
      <div>
        <h3 className={styles['title']}>{t('refusal.corrected')}</h3>
        <p className={styles['state']}>{stateWords(item, i18n)}</p>
        <a className={styles['link']} href={hashOf({ kind: 'documents', itemId })}>
          <bdi>{item.name}</bdi>
        </a>
      </div>
    </section>
  );
}
