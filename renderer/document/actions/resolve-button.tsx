import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Undo2 } from 'lucide-react';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';

type Props = {
  readonly item: Pick<Item, 'id' | 'name'>;
  readonly size?: 'normal' | 'small';
  /** Called after success. */
  readonly onDone?: () => void;
};

const ACTS = {
  resolve: { Icon: CircleCheck, text: 'document.settle', name: 'document.settle-name' },
  unresolve: { Icon: Undo2, text: 'document.unsettle', name: 'document.unsettle-name' },
} as const;

/** Marks a refusal as dealt with: it stays refused, but no longer needs anybody. */
export function ResolveButton(props: Props) {
  return <Deciding act="resolve" {...props} />;
}

/** Undoes that: the refusal needs the person again. */
export function UnresolveButton(props: Props) {
  return <Deciding act="unresolve" {...props} />;
}

function Deciding({ act, item, size = 'normal', onDone }: Props & { readonly act: keyof typeof ACTS }) {
  const { t } = useI18n();
  const { client } = useEngine();
  const decide = useMutation({
    mutationFn: async () => void (await client.items[act]({ itemIds: [item.id] })),
    onSuccess: () => onDone?.(),
  });
  const { Icon, text, name } = ACTS[act];
  return (
    <Button size={size} isPending={decide.isPending} aria-label={t(name, { name: item.name })} onPress={() => decide.mutate()}>
      <Icon size={16} aria-hidden />
      {t(text)}
    </Button>
  );
}
