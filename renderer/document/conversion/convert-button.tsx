import { FileCheck, FileDown, FileKey } from 'lucide-react';
import { useState } from 'react';
import { type ConversionOffer, conversionOffer } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { ConvertDialog } from './convert-dialog.tsx';

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
