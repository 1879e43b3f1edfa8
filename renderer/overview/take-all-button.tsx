import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useEngine } from '../link/engine.ts';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';

/** The most that one call accepts; the rest is offered again afterwards. */
const AT_ONCE = 500;

/** Takes all unproven answers that say accepted at once; hidden if there are none. Those that say refused are taken one by one. */
export function TakeAllButton() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asking, setAsking] = useState(false);
  const chosen = useQuery(queries.items.chosen.queryOptions({ input: { kind: 'filter', filter: { states: [], unproven: true } } }));
  const take = useMutation(queries.items.takeUnproven.mutationOptions({ onSettled: () => setAsking(false) }));
  const itemIds = (chosen.data?.takeAccepted ?? []).slice(0, AT_ONCE);
  const count = itemIds.length;
  if (count === 0) return null;
  return (
    <>
      <Button size="small" onPress={() => setAsking(true)}>
        {t('needs.take-accepted', { count })}
      </Button>
      {asking && (
        <DialogBox role="alertdialog" title={t('list.confirm.take', { count })} onClose={() => setAsking(false)}>
          <p>{t('list.confirm.take.text')}</p>
          <DialogActions>
            <Button onPress={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button look="primary" isPending={take.isPending} onPress={() => take.mutate({ itemIds, says: 'accepted' })}>
              {t('list.take-accepted')}
            </Button>
          </DialogActions>
        </DialogBox>
      )}
    </>
  );
}
