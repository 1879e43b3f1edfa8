import { FileUp } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { givenOf } from './files-of.ts';
import { useUploadQueue } from './use-upload-queue.tsx';

/** Adds a corrected file for a refused or unfit document: a new document in the same folder, linked to this one. */
export function ReplaceButton({ item, look = 'primary' }: { readonly item: Item; readonly look?: 'primary' | 'plain' }) {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const take = (list: FileList | null) => queue.take(Array.from(list ?? [], givenOf).slice(0, 1), { kind: 'instead-of', itemId: item.id });
  return (
    <FileTrigger onSelect={take}>
      <Button look={look}>
        <FileUp size={16} aria-hidden />
        {t('upload.replace')}
      </Button>
    </FileTrigger>
  );
}
