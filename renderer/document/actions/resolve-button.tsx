import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Undo2 } from 'lucide-react';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';

type Props = {
  readonly item: Pick<Item, 'id' | 'name'>;
  readonly size?: 'normal' | 'small';
};

const ACTS = {
  resolve: { Icon: CircleCheck, text: 'document.settle', name: 'document.settle-name', undo: 'unresolve' },
  unresolve: { Icon: Undo2, text: 'document.unsettle', name: 'document.unsettle-name', undo: null },
} as const;

/** Marks a refusal as dealt with: it stays refused, but no longer needs anybody. */
export function ResolveButton(props: Props) {
  return <Deciding act="resolve" {...props} />;
}

/** Undoes that: the refusal needs the person again. */
export function UnresolveButton(props: Props) {
  return <Deciding act="unresolve" {...props} />;
}

function Deciding({ act, item, size = 'normal' }: Props & { readonly act: keyof typeof ACTS }) {
  const { t } = useI18n();
  const { client } = useEngine();
  const tell = useTell();
  const { Icon, text, name, undo } = ACTS[act];
  const decide = useMutation({
    mutationFn: async () => void (await client.items[act]({ itemIds: [item.id] })),
    onSuccess: () => {
      if (undo === null) return;
      tell({ words: t('resolved.told', { name: item.name }), undo: async () => client.items[undo]({ itemIds: [item.id] }) });
    },
  });
  return (
    <Button size={size} isPending={decide.isPending} aria-label={t(name, { name: item.name })} onPress={() => decide.mutate()}>
      <Icon size={16} aria-hidden />
      {t(text)}
    </Button>
  );
}
