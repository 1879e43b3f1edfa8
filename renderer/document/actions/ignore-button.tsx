import { useMutation } from '@tanstack/react-query';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import type { Item } from '#shared/domain/item/item.ts';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';

/** Ends what a document asks for without sending it. For some seconds the notice takes that back; later the document itself does. */
export function IgnoreButton({ item, size = 'normal' }: { readonly item: Item; readonly size?: 'normal' | 'small' }) {
  const { t } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  const itemIds = [item.id];
  const ignore = useMutation(
    queries.items.putAside.mutationOptions({
      onSuccess: ({ aside }) => {
        if (aside > 0) tell({ words: t('list.told.ignored', { count: 1 }), undo: async () => client.items.putBack({ itemIds }) });
      },
    }),
  );
  return (
    <PlainButton
      size={size}
      isPending={ignore.isPending}
      aria-label={t('document.ignore-name', { name: item.name })}
      onPress={() => ignore.mutate({ itemIds })}
    >
      {t('document.ignore')}
    </PlainButton>
  );
}
