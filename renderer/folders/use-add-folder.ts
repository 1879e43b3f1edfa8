import { useMutation } from '@tanstack/react-query';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import { useEngine } from '../link/engine.ts';

type NewFolder = {
  readonly companyId: CompanyId;
  readonly importType: Folder['importType'];
  readonly path: string;
  /** What becomes of files that are in it already; without a word they are asked about. */
  readonly existing?: ExistingFiles;
};

export type AddFolder = {
  readonly add: (folder: NewFolder) => void;
  readonly isPending: boolean;
  readonly fault: FolderFault | 'unexpected' | null;
  /** The same once more, with the person's word that they know the other computer it lies on. */
  readonly goOn: (knownHost: string) => void;
};

export function useAddFolder(onAdded: () => void): AddFolder {
  const { queries } = useEngine();
  const adding = useMutation(queries.folders.add.mutationOptions({ onSuccess: (added) => added.ok && onAdded() }));
  return {
    add: (folder) => adding.mutate(folder),
    isPending: adding.isPending,
    fault: adding.isError ? 'unexpected' : adding.data?.ok === false ? adding.data.failure : null,
    goOn: (knownHost) => adding.variables !== undefined && adding.mutate({ ...adding.variables, knownHost }),
  };
}
