import { useMutation } from '@tanstack/react-query';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { Folder } from '#shared/domain/folder.ts';
import { useEngine } from '../link/engine.ts';

export type AddFolder = {
  readonly add: (folder: { readonly companyId: CompanyId; readonly importType: Folder['importType']; readonly path: string }) => void;
  readonly isPending: boolean;
  readonly fault: FolderFault['kind'] | 'unexpected' | null;
};

export function useAddFolder(onAdded: () => void): AddFolder {
  const { queries } = useEngine();
  const adding = useMutation(queries.folders.add.mutationOptions({ onSuccess: (added) => added.ok && onAdded() }));
  return {
    add: (folder) => adding.mutate(folder),
    isPending: adding.isPending,
    fault: adding.isError ? 'unexpected' : adding.data?.ok === false ? adding.data.failure.kind : null,
  };
}
