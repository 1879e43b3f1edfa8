import { useMutation } from '@tanstack/react-query';
import type { Item } from '#shared/domain/item/item.ts';
import { useEngine } from '../../link/engine.ts';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';

/** Records that the person asked the accountant about an unanswered document; it needs nobody for some days after that. */
export function AskedButton({ item, size = 'normal' }: { readonly item: Item; readonly size?: 'normal' | 'small' }) {
  const { t } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  const itemIds = [item.id];
  const asked = useMutation(
    queries.items.asked.mutationOptions({
      onSuccess: ({ asked: count }) => {
        if (count > 0) tell({ words: t('document.asked.told', { name: item.name }), undo: async () => client.items.notAsked({ itemIds }) });
      },
    }),
  );
  return (
    <PlainButton
      size={size}
      isPending={asked.isPending}
      aria-label={t('document.asked-name', { name: item.name })}
      onPress={() => asked.mutate({ itemIds })}
    >
      {t('document.asked')}
    </PlainButton>
  );
}
