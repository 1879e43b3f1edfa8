import { X } from 'lucide-react';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { UnresolveButton } from '../document/actions/resolve-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './overview-page.module.css';

type Props = { readonly item: Pick<Item, 'id' | 'name'>; readonly onForget: () => void };

/** The refusal just marked as dealt with is gone from the page; this line can undo that until the person dismisses it. */
export function ResolvedLine({ item, onForget }: Props) {
  const { t } = useI18n();
  return (
    <div className={styles['told']}>
      <output>{t('resolved.told', { name: item.name })}</output>
      <div className={styles['undo']}>
        <UnresolveButton item={item} size="small" onDone={onForget} />
        <Button look="icon" size="small" aria-label={t('common.close')} onPress={onForget}>
          <X size={15} aria-hidden />
        </Button>
      </div>
    </div>
  );
}
