import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { type ConvertedKind, convertedKindOf } from '#shared/domain/item/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { ConvertDialog } from './convert-dialog.tsx';

/** Offers to make a version that the service accepts. Nothing for a document that cannot be converted. */
export function ConvertButton({ item }: { readonly item: Item }) {
  const kind = convertedKindOf(item);
  return kind === null ? null : <Offer item={item} kind={kind} />;
}

function Offer({ item, kind }: { readonly item: Item; readonly kind: ConvertedKind }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        <FileCheck size={16} aria-hidden />
        {t('conversion.do')}
      </Button>
      {isOpen && <ConvertDialog item={item} kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}
