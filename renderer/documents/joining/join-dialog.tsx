import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { LinkedItem } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { joinedName } from '#shared/domain/item/joining/parts.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { isInDoubt } from '../../document/conversion/remark-text.ts';
import { Remarks } from '../../document/conversion/remarks.tsx';
import sides from '../../document/conversion/conversion.module.css';
import { Spoken } from '../../document/conversion/spoken.tsx';
import { useFocusOnPrimary } from '../../document/conversion/use-focus-on-primary.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { JoinFaultNote, mayJoinAgain } from './join-fault-note.tsx';
import { JoinedVersion } from './joined-version.tsx';
import { PartOrder } from './part-order.tsx';
import { type JoinTrouble, useJoining } from './use-joining.ts';

type Props = {
  /** In the order of the pages at first. */
  readonly parts: readonly LinkedItem[];
  /** The document that was joined from them before, in this order; null for a new one. */
  readonly whole: Pick<Item, 'id' | 'name'> | null;
  /** `itemId`: the document that waits to be sent. */
  readonly onSent: (itemId: ItemId) => void;
  readonly onClose: () => void;
};

/** Pictures are put in order, and the PDF of them is made, looked at and sent if the person wants that. Closing the dialog meanwhile cancels it. */
export function JoinDialog({ parts, whole, onSent, onClose }: Props) {
  const { t } = useI18n();
  const [order, setOrder] = useState(parts);
  const { joining, again, fail } = useJoining({ parts: order.map(({ itemId }) => itemId), whole: whole?.id ?? null });
  const [seen, setSeen] = useState<string | null>(null);
  const made = joining.kind === 'made' ? joining : null;
  const key = made === null ? null : `${made.itemId} ${made.conversion.sha256}`;
  const onDrawn = useCallback(() => setSeen(key), [key]);
  const name = whole?.name ?? joinedName(order[0]?.name ?? '', parts.length);
  const title = whole === null ? t('joining.title', { count: parts.length }) : t('joining.title.again', { name });
  return (
    <DialogBox title={title} isWide onClose={onClose}>
      {joining.kind !== 'fault' && <Spoken making={joining} />}
      <div className={sides['sides']}>
        <PartOrder parts={order} onOrder={whole === null ? setOrder : null} />
        {joining.kind === 'fault' ? (
          <JoinFaultNote trouble={joining} parts={parts} />
        ) : (
          <JoinedVersion key={key} joining={joining} name={name} onDrawn={onDrawn} />
        )}
      </div>
      {made !== null && <Remarks of={made.conversion} nameOf={(part) => order[part]?.name} />}
      {joining.kind !== 'fault' && <p>{t('joining.keeps')}</p>}
      {joining.kind === 'fault' ? (
        <AfterFault trouble={joining} onAgain={again} onClose={onClose} />
      ) : (
        <Send made={made} isSeen={key !== null && seen === key} fail={fail} onSent={onSent} onClose={onClose} />
      )}
    </DialogBox>
  );
}

type Made = Extract<ReturnType<typeof useJoining>['joining'], { kind: 'made' }>;

type SendProps = Pick<Props, 'onSent' | 'onClose'> & {
  readonly made: Made | null;
  readonly isSeen: boolean;
  readonly fail: (fault: JoinTrouble['fault']) => void;
};

function Send({ made, isSeen, fail, onSent, onClose }: SendProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const remarks = made?.conversion.remarks;
  const actions = useFocusOnPrimary(isSeen && remarksAgainst(remarks).length === 0);
  const send = useMutation(
    queries.items.sendConversion.mutationOptions({
      onSuccess: ({ became }) => {
        if (became === 'lost' || became === 'not-offered') fail(became);
        else if (made !== null) onSent(made.itemId);
      },
    }),
  );
  return (
    <>
      {send.isError && <p role="alert">{t('conversion.send-failed')}</p>}
      <div ref={actions}>
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          {made !== null && (
            // Only what could be looked at can be sent.
            <Button
              look="primary"
              isDisabled={!isSeen}
              isPending={send.isPending}
              onPress={() => send.mutate({ itemId: made.itemId, sha256: made.conversion.sha256 })}
            >
              {t(isInDoubt(remarks) ? 'conversion.send-all-the-same' : 'conversion.send')}
            </Button>
          )}
        </DialogActions>
      </div>
    </>
  );
}

type AfterFaultProps = { readonly trouble: JoinTrouble; readonly onAgain: () => void; readonly onClose: () => void };

function AfterFault({ trouble, onAgain, onClose }: AfterFaultProps) {
  const { t } = useI18n();
  const actions = useFocusOnPrimary(true);
  return (
    <div ref={actions}>
      <DialogActions>
        <Button onPress={onClose}>{t('common.close')}</Button>
        {mayJoinAgain(trouble) && (
          <Button look="primary" onPress={onAgain}>
            {t(trouble.fault === 'lost' ? 'conversion.again' : 'document.try-again')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
