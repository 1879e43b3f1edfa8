import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { AllTheSame } from '#shared/domain/item/all-the-same.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useI18n } from '../../i18n/i18n.tsx';

/** Sends a document that is unfit only because of its content. The accountant's software may refuse it, so a dialog says so first. */
export function AllTheSameButton({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asking, setAsking] = useState(false);
  const send = useMutation(queries.items.sendAllTheSame.mutationOptions({ onSettled: () => setAsking(false) }));
  const told = send.isError ? 'failed' : toldOf(send.data?.became);
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        <Send size={16} aria-hidden />
        {t('document.send-anyway')}
      </Button>
      {told !== null && <output>{t(`send-anyway.told.${told}`)}</output>}
      {asking && (
        <DialogBox role="alertdialog" title={t('send-anyway.title', { name: item.name })} onClose={() => setAsking(false)}>
          <p>{t('send-anyway.text')}</p>
          <DialogActions>
            <Button onPress={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button look="primary" isPending={send.isPending} onPress={() => send.mutate({ itemId: item.id })}>
              {t('document.send-anyway')}
            </Button>
          </DialogActions>
        </DialogBox>
      )}
    </>
  );
}

/** Null for a document that was sent or became a question: its new state shows that. */
function toldOf(became: AllTheSame | undefined): Exclude<AllTheSame, 'sent' | 'asked'> | null {
  return became === undefined || became === 'sent' || became === 'asked' ? null : became;
}
