import type { ItemDetail } from '#shared/app-api/views.ts';
import { goTo } from '../frame/place.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import look from '#shared/ui/panel.module.css';
import { EarlierButton } from './actions/earlier-button.tsx';
import styles from './document-panel.module.css';

/** A changed file is another document: links lead from each to the other. */
export function DocumentLinks({ detail }: { readonly detail: ItemDetail }) {
  const { t } = useI18n();
  const { sentBefore, replaces } = detail.item;
  const before = sentBefore === undefined || sentBefore.itemId === replaces ? null : sentBefore;
  const links = [
    { key: 'document.replaces', itemId: replaces },
    // Of a refusal, the correction is named first of all.
    { key: 'document.replaced-by', itemId: detail.item.state.kind === 'refused' ? null : detail.replacedBy },
  ] as const;
  if (before === null && links.every(({ itemId }) => itemId === null)) return null;
  return (
    <section>
      <h3 className={look['heading']}>{t('document.versions')}</h3>
      {links.map(({ key, itemId }) =>
        itemId === null ? null : (
          <div key={key} className={styles['actions']}>
            <p>{t(key)}</p>
            <Button size="small" onPress={() => goTo({ kind: 'documents', itemId })}>
              {t(`${key}.open`)}
            </Button>
          </div>
        ),
      )}
      {before !== null && (
        <div className={styles['actions']}>
          <p>{t('sent-before.link')}</p>
          <EarlierButton itemId={before.itemId} />
        </div>
      )}
    </section>
  );
}
