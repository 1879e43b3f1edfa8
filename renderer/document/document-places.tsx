import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import type { ItemDetail } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import { useSpeech } from '../speech/speech.tsx';
import look from '#shared/look/panel.module.css';
import styles from './document-panel.module.css';

/** Where its bytes lie, and lay. A browser cannot open a file manager, so there the button is not offered. */
export function DocumentPlaces({ item, places }: { readonly item: Item; readonly places: ItemDetail['places'] }) {
  const { t } = useSpeech();
  const { queries } = useEngine();
  const info = useQuery(queries.info.queryOptions());
  const reveal = useMutation(queries.items.reveal.mutationOptions());
  if (places.length === 0) return null;
  const canReveal = info.data?.host === 'electron' && places.some(({ present }) => present);
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
      {canReveal && (
        <div className={styles['actions']}>
          <Button size="small" onPress={() => reveal.mutate({ itemId: item.id })}>
            <FolderOpen size={16} aria-hidden />
            {t('document.reveal')}
          </Button>
        </div>
      )}
      {reveal.data?.available === false && <output>{t('document.reveal-none')}</output>}
    </section>
  );
}
