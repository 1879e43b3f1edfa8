import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Chosen } from '#shared/app-api/list/item-filter.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { ExportDialog } from './export-dialog.tsx';

type Props = { readonly chosen: Chosen; readonly count: number; readonly hasDisk: boolean };

/** Opens the export of the deposit register for the documents shown or marked. */
export function ExportButton(props: Props) {
  const { t } = useI18n();
  // The choice when the dialog was opened: documents that arrive meanwhile are not part of it.
  const [asked, ask] = useState<Props | null>(null);
  return (
    <>
      <Button size="small" onPress={() => ask(props)}>
        <Download size={15} aria-hidden />
        {t('register.export')}
      </Button>
      {asked !== null && <ExportDialog {...asked} onClose={() => ask(null)} />}
    </>
  );
}
