import { FileCheck, FileDown, FileKey } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import { type ConversionOffer, conversionOffer } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { noteExcess } from '#shared/domain/item/note.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useMutation } from '@tanstack/react-query';
import type { SendConversion } from '#shared/app-api/conversion.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { useEngine } from '../../link/engine.ts';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { BeforeAndAfter } from './before-and-after.tsx';
import { adviceOf, mayTryAgain } from './advice-of.ts';
import { isInDoubt } from './remark-text.ts';
import { Remarks, Spoken } from './remarks.tsx';
import { type Making, type ShownFault, useConversion, useFocusOnPrimary } from './use-conversion.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { focusFirst } from '../../parts/field-focus.ts';
import { NoteField } from '../../parts/note-fields.tsx';
import { SecretField } from '../../parts/secret-field.tsx';
import styles from './conversion.module.css';

/** Offers to make a version that the service accepts. Nothing for a document that cannot be converted. */
export function ConvertButton({ item }: { readonly item: Item }) {
  const offer = conversionOffer(item);
  return offer === null ? null : <Offer item={item} offer={offer} />;
}

const ICONS = { format: FileCheck, 'too-large': FileDown, password: FileKey } as const;

function Offer({ item, offer }: { readonly item: Item; readonly offer: ConversionOffer }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const Icon = ICONS[offer.because];
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        <Icon size={16} aria-hidden />
        {t(`conversion.do.${offer.because}`)}
      </Button>
      {isOpen && <ConvertDialog item={item} offer={offer} onClose={() => setOpen(false)} />}
    </>
  );
}

type Props = { readonly item: Item; readonly offer: ConversionOffer; readonly onClose: () => void };

/** A version is made, looked at beside its file, and sent if the user wants that. Closing the dialog meanwhile cancels it. */
function ConvertDialog({ item, offer, onClose }: Props) {
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
  const [note, setNote] = useState(item.comment ?? '');
  const sendIt = ({ sha256 }: Conversion) => send.mutate({ itemId: item.id, sha256, note });
  return (
    <>
      <BeforeAndAfter item={item} kind={offer.from} making={making} onDrawn={onDrawn} />
      {made !== null && <Remarks of={made} onPictures={onPictures} />}
      <p>{t('conversion.keeps')}</p>
      <NoteField label={t('document.note.optional')} hint={t('document.note.hint')} text={note} onChange={setNote} />
      {send.isError && <p role="alert">{t('conversion.send-failed')}</p>}
      <div ref={actions}>
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          {made !== null && (
            // Only what could be looked at can be sent.
            <Button look="primary" isDisabled={!isSeen || noteExcess(note) > 0} isPending={send.isPending} onPress={() => sendIt(made)}>
              {t(isInDoubt(made.remarks) ? 'conversion.send-all-the-same' : 'conversion.send')}
            </Button>
          )}
        </DialogActions>
      </div>
    </>
  );
}

/** What happened, that nothing was sent, and what the user can do. */
function ConversionFaultNote({ fault }: { readonly fault: ShownFault }) {
  const { t } = useI18n();
  return (
    <Note tone="warn" title={t(`conversion.fault.${fault}.what`)} spoken="alert">
      <p>
        {t('conversion.nothing-sent')} {t(`conversion.advice.${adviceOf(fault)}`)}
      </p>
    </Note>
  );
}

type PasswordFormProps = { readonly isWrong: boolean; readonly onPassword: (password: string) => void; readonly onClose: () => void };

const FIELD = 'password';

/** Asks for the password of a protected PDF. It is read from the form itself, and nothing here keeps it. */
function PasswordForm({ isWrong, onPassword, onClose }: PasswordFormProps) {
  const { t } = useI18n();
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(FIELD);
    const isTyped = typeof typed === 'string' && typed !== '';
    setMissing(!isTyped);
    if (isTyped) onPassword(typed);
    else focusFirst(event.currentTarget, [FIELD]);
  };
  const wrong = isMissing ? t('conversion.password.missing') : isWrong ? t('conversion.password.wrong') : null;
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      <p>{t('conversion.password.why')}</p>
      <SecretField name={FIELD} label={t('conversion.password')} hint={t('conversion.password.hint')} error={wrong} isFirst />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('conversion.password.open')}
        </Button>
      </DialogActions>
    </form>
  );
}
