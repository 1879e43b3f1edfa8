import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';

/** Opens the folder in the computer's file manager, if the engine has one. */
export function ShowFolderButton({ folder }: { readonly folder: Folder }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const info = useQuery(queries.info.queryOptions());
  const reveal = useMutation(queries.folders.reveal.mutationOptions());
  if (info.data?.host !== 'electron') return null;
  return (
    <Button
      size="small"
      onPress={() => reveal.mutate({ folderId: folder.id })}
      aria-label={t('folders.show-name', { name: t(`import-type.folder.${folder.importType}`) })}
    >
      <FolderOpen size={16} aria-hidden />
      {t('folders.show')}
    </Button>
  );
}
