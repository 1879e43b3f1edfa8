import type { MessageKey } from '#shared/i18n/en.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import type { Asking, ListActions } from './use-list-actions.ts';

const TEXTS = {
  allow: 'bulk-arrival.all.text',
  'send-again': 'list.confirm.send-again.text',
  take: 'list.confirm.take.text',
} as const satisfies Record<Asking['kind'], MessageKey>;
const DO = {
  allow: 'document.send',
  'send-again': 'document.send-again',
  take: 'list.take-accepted',
} as const satisfies Record<Asking['kind'], MessageKey>;

/** Sending cannot be undone, so this explains once more what it means. */
export function ActionDialog({ actions }: { readonly actions: ListActions }) {
  const { t } = useI18n();
  const { asking, act, ask, isPending } = actions;
  if (asking === null) return null;
  const { kind, itemIds } = asking;
  return (
    <DialogBox role="alertdialog" title={t(`list.confirm.${kind}`, { count: itemIds.length })} onClose={() => ask(null)}>
      <p>{t(TEXTS[kind])}</p>
      {kind === 'send-again' && <p>{t('document.send-again.same')}</p>}
      <DialogActions>
        <Button onPress={() => ask(null)}>{t('common.cancel')}</Button>
        <Button look="primary" isPending={isPending} onPress={() => act(kind, itemIds)}>
          {t(DO[kind])}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
