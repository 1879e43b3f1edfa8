import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button, PlainButton } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { goTo } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';

type SendAgainProps = { readonly item: Item /** Its lines are read by other columns by now. */; readonly isCorrected: boolean };

/** Sends a refused document again. The accountant gets another document, so a dialog first says what that means. */
export function SendAgainButton({ item, isCorrected }: SendAgainProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asking, setAsking] = useState(false);
  const again = useMutation(queries.items.sendAgain.mutationOptions({ onSuccess: () => setAsking(false) }));
  const isMissing = again.data?.missing.includes(item.id) === true;
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        <RotateCcw size={16} aria-hidden />
        {t(isCorrected ? 'entries-preview.open.corrected' : 'document.send-again')}
      </Button>
      {isMissing && <output>{t('document.send-again.missing')}</output>}
      {asking && (
        <DialogBox role="alertdialog" title={t('document.send-again.title', { name: item.name })} onClose={() => setAsking(false)}>
          <p>{t('document.send-again.text')}</p>
          <p>{t(isCorrected ? 'entries-preview.corrected.refused' : 'document.send-again.same')}</p>
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

/** Opens the document that was sent before, in place of the one that is like it. */
export function EarlierButton({ itemId }: { readonly itemId: ItemId }) {
  const { t } = useI18n();
  return (
    <Button size="small" onPress={() => goTo({ kind: 'documents', itemId })}>
      {t('document.replaces.open')}
    </Button>
  );
}

/** Records that the user asked the accountant about an unanswered document; it needs nobody for some days after that. */
export function AskedButton({ item, size = 'normal' }: { readonly item: Item; readonly size?: 'normal' | 'small' }) {
  const { t } = useI18n();
  const { queries, client } = useEngine();
  const tell = useTell();
  const itemIds = [item.id];
  const asked = useMutation(
    queries.items.asked.mutationOptions({
      onSuccess: ({ asked: count }) => {
        if (count > 0) tell({ words: t('document.asked.told', { name: item.name }), undo: async () => client.items.notAsked({ itemIds }) });
      },
    }),
  );
  return (
    <PlainButton
      size={size}
      isPending={asked.isPending}
      aria-label={t('document.asked-name', { name: item.name })}
      onPress={() => asked.mutate({ itemIds })}
    >
      {t('document.asked')}
    </PlainButton>
  );
}
