import { useMutation } from '@tanstack/react-query';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';

/** A refusal that was taken unproven may be false, so "Send again" is offered only after the person asked for it. */
export function WantAgainButton({ item }: { readonly item: Pick<Item, 'id'> }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const want = useMutation(queries.items.wantSendAgain.mutationOptions());
  return (
    <Button isPending={want.isPending} onPress={() => want.mutate({ itemIds: [item.id] })}>
      {t('document.want-again')}
    </Button>
  );
}
