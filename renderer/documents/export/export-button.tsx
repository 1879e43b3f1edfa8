import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Chosen } from '#shared/app-api/item-filter.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { ExportDialog } from './export-dialog.tsx';

type Props = { readonly chosen: Chosen; readonly count: number; readonly hasDisk: boolean };

/** Leads to the deposit register of what is shown, or of what is marked. */
export function ExportButton(props: Props) {
  const { t } = useI18n();
  // As it was chosen when the question was opened: what comes meanwhile is not part of it.
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
