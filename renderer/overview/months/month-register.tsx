import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Chosen } from '#shared/app-api/list/item-filter.ts';
import type { MonthFigures } from '#shared/app-api/list/register.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import type { Month } from '../../parts/month-of.ts';
import { useHasDisk } from '../../link/engine.ts';
import { later } from '../../later/later.tsx';

/** All that the figures count: what is not to be sent is in no register. */
const STATES = ['held', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'] as const;

type Props = { readonly figures: MonthFigures; readonly month: Month; readonly label: string };

/** The register of one company and month, in one press. */
export function MonthRegister({ figures, month, label }: Props) {
  const [chosen, choose] = useState<Chosen | null>(null);
  const hasDisk = useHasDisk();
  const count = figures.accepted + figures.refused + figures.open;
  const filter = { companyId: figures.companyId, states: [...STATES], from: month.from, before: month.before };
  return (
    <>
      <Button look="icon" size="small" aria-label={label} isDisabled={count === 0} onPress={() => choose({ kind: 'filter', filter })}>
        <Download size={17} aria-hidden />
      </Button>
      {chosen !== null && <LaterExportDialog isAtOnce chosen={chosen} count={count} hasDisk={hasDisk} onClose={() => choose(null)} />}
    </>
  );
}

const LaterExportDialog = later(async () => (await import('../../documents/export/export-dialog.tsx')).ExportDialog);
