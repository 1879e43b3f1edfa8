import { FileUp } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import type { Item } from '#shared/domain/item/item.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { givenOf } from './files-of.ts';
import { useUploadQueue } from './use-upload-queue.tsx';

type Props = { readonly item: Item; readonly look?: 'primary' | 'plain'; readonly size?: 'normal' | 'small' };

/** Adds a corrected file for a refused or unfit document: a new document in the same folder, linked to this one. */
export function ReplaceButton({ item, look = 'primary', size = 'normal' }: Props) {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const take = (list: FileList | null) => queue.take(Array.from(list ?? [], givenOf).slice(0, 1), { kind: 'instead-of', itemId: item.id });
  // In a row among others it is short, and says of which document for whoever does not see the row.
  const isSmall = size === 'small';
  const words = t(isSmall ? 'upload.replace-short' : 'upload.replace');
  return (
    <FileTrigger onSelect={take}>
      <Button look={look} size={size} {...(isSmall ? { 'aria-label': `${words} – ${item.name}` } : {})}>
        {!isSmall && <FileUp size={16} aria-hidden />}
        {words}
      </Button>
    </FileTrigger>
  );
}
