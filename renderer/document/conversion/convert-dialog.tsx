import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SendConversion } from '#shared/app-api/conversion.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import type { ConversionOffer } from '#shared/domain/item/conversion/conversion-offer.ts';
import { remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { BeforeAndAfter } from './before-and-after.tsx';
import { ConversionFaultNote } from './conversion-fault-note.tsx';
import { mayTryAgain } from './advice-of.ts';
import { PasswordForm } from './password-form.tsx';
import { isInDoubt } from './remark-text.ts';
import { Remarks } from './remarks.tsx';
import { Spoken } from './spoken.tsx';
import { type Making, type ShownFault, useConversion } from './use-conversion.ts';
import { useFocusOnPrimary } from './use-focus-on-primary.ts';

type Props = { readonly item: Item; readonly offer: ConversionOffer; readonly onClose: () => void };

/** A version is made, looked at beside its file, and sent if the person wants that. Closing the dialog meanwhile cancels it. */
export function ConvertDialog({ item, offer, onClose }: Props) {
  const { t } = useI18n();
  const conversion = useConversion(item.id, { needsPassword: offer.because === 'password' });
  const { making } = conversion;
  return (
    <DialogBox
      title={t(`conversion.title.${offer.because}`, { name: item.name })}
      isWide={making.kind === 'making' || making.kind === 'made'}
      onClose={onClose}
    >
      <Spoken making={making} />
      <Step item={item} offer={offer} onClose={onClose} conversion={conversion} />
    </DialogBox>
  );
}

function Step({ item, offer, onClose, conversion }: Props & { readonly conversion: ReturnType<typeof useConversion> }) {
  const { making, again, open, pictures, fail } = conversion;
  if (making.kind === 'password') return <PasswordForm isWrong={making.isWrong} onPassword={open} onClose={onClose} />;
  if (making.kind === 'fault') return <Failed fault={making.fault} onAgain={again} onClose={onClose} />;
  return (
    <Check
      item={item}
      offer={offer}
      making={making}
      onPictures={pictures}
      onClose={onClose}
      onSent={(became) => (became === 'lost' || became === 'not-offered' ? fail(became) : onClose())}
    />
  );
}

type FailedProps = { readonly fault: ShownFault; readonly onAgain: () => void; readonly onClose: () => void };

function Failed({ fault, onAgain, onClose }: FailedProps) {
  const { t } = useI18n();
  const actions = useFocusOnPrimary(true);
  return (
    <>
      <ConversionFaultNote fault={fault} />
      <div ref={actions}>
        <DialogActions>
          <Button onPress={onClose}>{t('common.close')}</Button>
          {mayTryAgain(fault) && (
            <Button look="primary" onPress={onAgain}>
              {t(fault === 'lost' ? 'conversion.again' : 'document.try-again')}
            </Button>
          )}
        </DialogActions>
      </div>
    </>
  );
}

type CheckProps = Props & {
  readonly making: Extract<Making, { kind: 'making' | 'made' }>;
  readonly onPictures: (all: boolean) => void;
  readonly onSent: (became: SendConversion) => void;
};

function Check({ item, offer, making, onPictures, onClose, onSent }: CheckProps) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const made = making.kind === 'made' ? making.conversion : null;
  const [seen, setSeen] = useState<string | null>(null);
  const onDrawn = useCallback(() => setSeen(made?.sha256 ?? null), [made?.sha256]);
  const isSeen = made !== null && seen === made.sha256;
  const send = useMutation(queries.items.sendConversion.mutationOptions({ onSuccess: ({ became }) => onSent(became) }));
  // A key that is pressed without reading sends nothing that something speaks against.
  const actions = useFocusOnPrimary(isSeen && remarksAgainst(made?.remarks).length === 0);
  const sendIt = ({ sha256 }: Conversion) => send.mutate({ itemId: item.id, sha256 });
  return (
    <>
      <BeforeAndAfter item={item} kind={offer.from} making={making} onDrawn={onDrawn} />
      {made !== null && <Remarks of={made} onPictures={onPictures} />}
      <p>{t('conversion.keeps')}</p>
      {send.isError && <p role="alert">{t('conversion.send-failed')}</p>}
      <div ref={actions}>
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          {made !== null && (
            // Only what could be looked at can be sent.
            <Button look="primary" isDisabled={!isSeen} isPending={send.isPending} onPress={() => sendIt(made)}>
              {t(isInDoubt(made.remarks) ? 'conversion.send-all-the-same' : 'conversion.send')}
            </Button>
          )}
        </DialogActions>
      </div>
    </>
  );
}
