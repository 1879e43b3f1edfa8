import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { Choice } from '#shared/look/parts/choice.tsx';
import { DialogActions } from '#shared/look/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { BrowseDialog } from './browse-dialog.tsx';
import { FolderFaultNote } from './folder-fault-note.tsx';
import styles from './folders.module.css';
import { useAddFolder } from './use-add-folder.ts';
import { useFolderChoice } from './use-folder-choice.ts';

const TYPES = ['purchase-invoices', 'sales-invoices'] as const;
const EXISTING = ['ask', 'send'] as const;

export function AddFolderDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useSpeech();
  const [importType, setImportType] = useState<Folder['importType']>('purchase-invoices');
  const [existing, setExisting] = useState<ExistingFiles>('ask');
  const [path, setPath] = useState<string | null>(null);
  const choice = useFolderChoice(setPath);
  const { add, isPending, fault } = useAddFolder(onClose);
  return (
    <DialogBox title={t('folders.add.title', { name: company.name })} onClose={onClose}>
      <p>{t('folders.add.text')}</p>
      <Choice
        label={t('folders.type')}
        options={TYPES.map((value) => ({ value, label: t(`type.folder.${value}`) }))}
        value={importType}
        onChange={setImportType}
      />
      <div className={styles['chosen']}>
        {path !== null && (
          <p className={styles['full-path']}>
            <bdi>{path}</bdi>
          </p>
        )}
        <Button onPress={choice.ask}>
          <FolderOpen size={17} aria-hidden />
          {t('folders.choose')}
        </Button>
      </div>
      <Choice
        label={t('folders.existing')}
        options={EXISTING.map((value) => ({ value, label: t(`folders.existing.${value}`) }))}
        value={existing}
        onChange={setExisting}
      />
      <FolderFaultNote fault={fault} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={path === null}
          isPending={isPending}
          onPress={() => path !== null && add({ companyId: company.id, importType, path, existing })}
        >
          {t('folders.add')}
        </Button>
      </DialogActions>
      {choice.isBrowsing && <BrowseDialog onTake={choice.take} />}
    </DialogBox>
  );
}
