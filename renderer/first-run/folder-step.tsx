import { CircleCheck, FolderOpen } from 'lucide-react';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder.ts';
import { BrowseDialog } from '../folders/browse-dialog.tsx';
import { FolderFaultNote } from '../folders/folder-fault-note.tsx';
import { useAddFolder } from '../folders/use-add-folder.ts';
import { useFolderChoice } from '../folders/use-folder-choice.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { DialogActions } from '#shared/look/parts/dialog-actions.tsx';
import { useSpeech } from '../speech/speech.tsx';
import styles from './first-run.module.css';

const TYPES = ['purchase-invoices', 'sales-invoices'] as const;

type Props = { readonly company: Company; readonly folders: readonly Folder[]; readonly onDone: () => void };

export function FolderStep({ company, folders, onDone }: Props) {
  const { t } = useSpeech();
  return (
    <>
      <output className={styles['connected']}>
        <CircleCheck size={18} aria-hidden />
        {t('connect.done', { name: company.name })}
      </output>
      {TYPES.map((importType) => (
        <OneType
          key={importType}
          company={company}
          importType={importType}
          folders={folders.filter((folder) => folder.importType === importType)}
        />
      ))}
      <DialogActions>
        <Button look={folders.length === 0 ? 'plain' : 'primary'} onPress={onDone}>
          {t(folders.length === 0 ? 'welcome.folders.later' : 'common.finish')}
        </Button>
      </DialogActions>
    </>
  );
}

type OneProps = { readonly company: Company; readonly importType: Folder['importType']; readonly folders: readonly Folder[] };

function OneType({ company, importType, folders }: OneProps) {
  const { t } = useSpeech();
  const { add, isPending, fault } = useAddFolder(() => {});
  const choice = useFolderChoice((path) => add({ companyId: company.id, importType, path }));
  return (
    <section className={styles['type']}>
      <h3>{t(`type.folder.${importType}`)}</h3>
      {folders.map(({ id, path }) => (
        <p key={id} className={styles['path']}>
          <bdi>{path}</bdi>
        </p>
      ))}
      <div>
        <Button onPress={choice.ask} isPending={isPending}>
          <FolderOpen size={17} aria-hidden />
          {t(`folders.choose.${importType}`)}
        </Button>
      </div>
      <FolderFaultNote fault={fault} />
      {choice.isBrowsing && <BrowseDialog onTake={choice.take} />}
    </section>
  );
}
