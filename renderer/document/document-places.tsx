import type { ItemDetail } from '#shared/app-api/views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n/i18n.tsx';
import look from '#shared/ui/panel.module.css';
import styles from './document-panel.module.css';

/** The files that have or had its bytes. */
export function DocumentPlaces({ places }: { readonly places: ItemDetail['places'] }) {
  const { t } = useI18n();
  if (places.length === 0) return null;
  return (
    <section>
      <h3 className={look['heading']}>{t('document.places')}</h3>
      <ul className={styles['places']}>
        {places.map(({ path, present, stays }) => (
          <li key={path} className={classNames(!present && styles['gone'])}>
            <bdi>{path}</bdi>
            {!present && ` – ${t('document.place-gone')}`}
            {stays !== null && ` – ${t('document.place-stays', { code: stays })}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
