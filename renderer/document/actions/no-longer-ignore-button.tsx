import { useMutation } from '@tanstack/react-query';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import type { Item } from '#shared/domain/item/item.ts';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';

/** Takes the ignoring back: Intray asks about the document again, or has it sent where only its file was missing. */
export function NoLongerIgnoreButton({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const putBack = useMutation(queries.items.putBack.mutationOptions());
  return (
    <PlainButton
      isPending={putBack.isPending}
      aria-label={t('document.no-longer-ignore-name', { name: item.name })}
      onPress={() => putBack.mutate({ itemIds: [item.id] })}
    >
      {t('document.no-longer-ignore')}
    </PlainButton>
  );
}
