import { Images } from 'lucide-react';
import { useState } from 'react';
import type { ItemDetail } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { JoinDialog } from '../documents/joining/join-dialog.tsx';
import { useI18n } from '../i18n/i18n.tsx';

/** The PDF of several pictures is lost, and is made again. */
export function JoinAgainButton({ detail: { item, parts = [] } }: { readonly detail: ItemDetail }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        <Images size={16} aria-hidden />
        {t('joining.again')}
      </Button>
      {isOpen && <JoinDialog parts={parts} whole={item} onSent={close} onClose={close} />}
    </>
  );
}
