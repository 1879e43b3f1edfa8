import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Item } from '#shared/domain/item/item.ts';
import { useEngine } from '../../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useI18n } from '../../i18n/i18n.tsx';

/** Sends a refused document again. The accountant gets another document, so a dialog first says what that means. */
export function SendAgainButton({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asking, setAsking] = useState(false);
  const again = useMutation(queries.items.sendAgain.mutationOptions({ onSuccess: () => setAsking(false) }));
  const isMissing = again.data?.missing.includes(item.id) === true;
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        <RotateCcw size={16} aria-hidden />
        {t('document.send-again')}
      </Button>
      {isMissing && <output>{t('document.send-again.missing')}</output>}
      {asking && (
        <DialogBox role="alertdialog" title={t('document.send-again.title', { name: item.name })} onClose={() => setAsking(false)}>
          <p>{t('document.send-again.text')}</p>
          <p>{t('document.send-again.same')}</p>
          <DialogActions>
            <Button onPress={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button look="primary" isPending={again.isPending} onPress={() => again.mutate({ itemIds: [item.id] })}>
              {t('document.send-again')}
            </Button>
          </DialogActions>
        </DialogBox>
      )}
    </>
  );
}

/** When the service itself rejects an upload, nothing is stored there, so trying again needs no confirmation. */
export function TryAgainButton({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const again = useMutation(queries.items.sendAgain.mutationOptions());
  const isMissing = again.data?.missing.includes(item.id) === true;
  return (
    <>
      <Button isPending={again.isPending} onPress={() => again.mutate({ itemIds: [item.id] })}>
        {t('document.try-again')}
      </Button>
      {isMissing && <output>{t('document.send-again.missing')}</output>}
    </>
  );
}
