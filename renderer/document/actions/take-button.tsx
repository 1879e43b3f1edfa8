import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { Item } from '#shared/domain/item/item.ts';
import type { Unproven } from '#shared/domain/results/unproven-schemas.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';

type Props = { readonly item: Pick<Item, 'id' | 'name'>; readonly says: Unproven['kind']; readonly size?: 'normal' | 'small' };

/** Accepts the relay's unproven word as the result of one document. */
export function TakeButton({ item, says, size = 'normal' }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const take = useMutation(queries.items.takeUnproven.mutationOptions());
  const Icon = says === 'accepted' ? Check : X;
  return (
    <Button
      size={size}
      isPending={take.isPending}
      aria-label={t(`document.take-name.${says}`, { name: item.name })}
      onPress={() => take.mutate({ itemIds: [item.id], says })}
    >
      <Icon size={16} aria-hidden />
      {t(`document.take.${says}`)}
    </Button>
  );
}
