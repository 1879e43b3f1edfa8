import { useMutation } from '@tanstack/react-query';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { useEngine } from '../link/engine.ts';
import type { AddFolder } from './use-add-folder.ts';

type Wanted = { readonly importType: Folder['importType']; readonly path: string };
type MakeFolders = Pick<AddFolder, 'isPending' | 'fault'> & { readonly make: (wanted: readonly Wanted[]) => void };

/** Creates folders and adds them one after the other; stops at the first fault and keeps what was created. */
export function useMakeFolders(companyId: CompanyId, onMade: () => void): MakeFolders {
  const { client } = useEngine();
  const making = useMutation({
    mutationFn: async (wanted: readonly Wanted[]): Promise<FolderFault | null> => {
      for (const { importType, path } of wanted) {
        const made = await client.folders.make({ path });
        const added = made.ok ? await client.folders.add({ companyId, importType, path: made.value.path }) : made;
        if (!added.ok) return added.failure;
      }
      return null;
    },
    onSuccess: (fault) => fault === null && onMade(),
  });
  return { make: making.mutate, isPending: making.isPending, fault: making.isError ? 'unexpected' : (making.data ?? null) };
}
