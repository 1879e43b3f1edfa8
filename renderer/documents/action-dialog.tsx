import { Button } from '#shared/look/parts/button.tsx';
import { DialogActions } from '#shared/look/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useSpeech } from '../speech/speech.tsx';
import type { ListActions } from './use-list-actions.ts';

/** What leaves cannot be taken back, so it is said once more what that means. */
export function ActionDialog({ actions }: { readonly actions: ListActions }) {
  const { t } = useSpeech();
  const { asking, act, ask, isPending } = actions;
  if (asking === null) return null;
  const { kind, itemIds } = asking;
  return (
    <DialogBox role="alertdialog" title={t(`list.confirm.${kind}`, { count: itemIds.length })} onClose={() => ask(null)}>
      <p>{t(kind === 'allow' ? 'flood.confirm.all.text' : 'list.confirm.send-again.text')}</p>
      {kind === 'send-again' && <p>{t('document.send-again.same')}</p>}
      <DialogActions>
        <Button onPress={() => ask(null)}>{t('common.cancel')}</Button>
        <Button look="primary" isPending={isPending} onPress={() => act(kind, itemIds)}>
          {t(kind === 'allow' ? 'document.send' : 'document.send-again')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
