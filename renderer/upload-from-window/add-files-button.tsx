import { FilePlus, FileUp } from 'lucide-react';
import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import { Button, FileButton } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { givenOf, targetsOf } from './targets-of.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Given } from './hand-over.ts';
import { later } from '../later/later.tsx';

type Props = { readonly overview: Overview; readonly size?: 'normal' | 'small' };

/** Adds files without dragging, for example by keyboard; hidden if no folder could take a file. */
export function AddFilesButton({ overview, size = 'normal' }: Props) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  if (targetsOf(overview).length === 0) return null;
  return (
    <>
      <Button size={size} onPress={() => setAsking(true)}>
        <FilePlus size={16} aria-hidden />
        {t('upload.add')}
      </Button>
      {isAsking && <AddFilesDialog overview={overview} given={null} onClose={() => setAsking(false)} />}
    </>
  );
}

type ReplaceButtonProps = { readonly item: Item; readonly look?: 'primary' | 'plain'; readonly size?: 'normal' | 'small' };

/** Adds a corrected file for a refused or unfit document: a new document in the same folder, linked to this one. */
export function ReplaceButton({ item, look = 'primary', size = 'normal' }: ReplaceButtonProps) {
  const { t } = useI18n();
  const [given, setGiven] = useState<Given | null>(null);
  // In a row among others it is short, and says of which document for whoever does not see the row.
  const isSmall = size === 'small';
  const words = t(isSmall ? 'upload.replace-short' : 'upload.replace');
  return (
    <>
      <FileButton
        look={look}
        size={size}
        {...(isSmall ? { 'aria-label': `${words} – ${item.name}` } : {})}
        onFiles={([file]) => setGiven(file === undefined ? null : givenOf(file))}
      >
        {!isSmall && <FileUp size={16} aria-hidden />}
        {words}
      </FileButton>
      {given !== null && <ReplaceDialog item={item} given={given} onClose={() => setGiven(null)} />}
    </>
  );
}

export const AddFilesDialog = later(async () => (await import('./add-files-dialog.tsx')).AddFilesDialog);

const ReplaceDialog = later(async () => (await import('./add-files-dialog.tsx')).ReplaceDialog);
