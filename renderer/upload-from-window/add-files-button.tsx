import { FilePlus } from 'lucide-react';
import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { AddFilesDialog } from './add-files-later.ts';
import { targetsOf } from './targets-of.ts';

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
