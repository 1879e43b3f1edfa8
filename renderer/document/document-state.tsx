import type { Item } from '#shared/domain/item/item.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Age } from '../parts/age.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { DocumentMark } from './document-mark.tsx';
import styles from './document-panel.module.css';
import { markOf, stateWords } from './shown-state.ts';

/** The document's state in one line; once it was received, also that it cannot be taken back. */
export function DocumentState({ item, now }: { readonly item: Item; readonly now: WallMs }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { state, stateSince } = item;
  return (
    <div className={styles['state']}>
      <DocumentMark kind={markOf(item, now)} name={item.name} />
      <p>
        <strong>{stateWords(item, i18n)}</strong>{' '}
        <span className={styles['when']}>
          · <Age at={stateSince} now={now} />
        </span>
      </p>
      {state.kind === 'awaiting' && <p className={styles['final']}>{t('document.final')}</p>}
    </div>
  );
}
