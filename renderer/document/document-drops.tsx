import type { Drop } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import look from '#shared/ui/panel.module.css';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './document-panel.module.css';

/** Lists each time the same content arrived again, and what had become of it by then, which is why it was not sent again. */
export function DocumentDrops({ item, drops }: { readonly item: Item; readonly drops: readonly Drop[] }) {
  const i18n = useI18n();
  if (drops.length === 0) return null;
  return (
    <section>
      <h3 className={look['heading']}>{i18n.t('document.found-again')}</h3>
      <p>{sentBefore(item, i18n)}</p>
      <ul className={styles['places']}>
        {drops.map(({ path, at }) => (
          <li key={`${at} ${path}`}>
            <bdi>{path}</bdi> – {i18n.moment(at)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentBefore({ state, receivedAt }: Item, { t, moment }: I18n): string {
  if (receivedAt === null) return t('document.found-again.other');
  const { kind } = state;
  const word = kind === 'accepted' || kind === 'refused' ? kind : kind === 'awaiting' ? 'received' : 'other';
  return t(`document.found-again.${word}`, { moment: moment(receivedAt) });
}
