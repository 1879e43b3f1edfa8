import type { ItemId } from '#shared/domain/ids.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { goTo } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';

/** Opens the document that was sent before, in place of the one that is like it. */
export function EarlierButton({ itemId }: { readonly itemId: ItemId }) {
  const { t } = useI18n();
  return (
    <Button size="small" onPress={() => goTo({ kind: 'documents', itemId })}>
      {t('document.replaces.open')}
    </Button>
  );
}
