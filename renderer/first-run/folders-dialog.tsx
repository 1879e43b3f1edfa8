import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { FolderStep } from './folder-step.tsx';

type Props = { readonly company: Company; readonly folders: readonly Folder[]; readonly onClose: () => void };

/** The folder step of the first run, for a company without folders: one whose set-up was interrupted, or an additional one. */
export function FoldersDialog({ company, folders, onClose }: Props) {
  const { t } = useI18n();
  return (
    <DialogBox title={t('folders.set-up.title', { name: company.name })} onClose={onClose}>
      <p>{t('first-run.folders.text')}</p>
      <FolderStep company={company} folders={folders.filter(({ companyId }) => companyId === company.id)} onNext={onClose} />
    </DialogBox>
  );
}
