import { useMutation } from '@tanstack/react-query';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import { useEngine } from '../link/engine.ts';

/** How a folder is taken, after what was asked about it. */
export type Taking = {
  /** What to do with files already in the folder; by default, Intray asks about them. */
  readonly existing?: ExistingFiles;
  /** The person has seen what is in a folder that needs consent. */
  readonly confirmed?: true;
  readonly subfolders?: boolean;
};

type NewFolder = Taking & {
  readonly companyId: CompanyId;
  readonly importType: Folder['importType'];
  readonly path: string;
};

export type AddFolder = {
  readonly add: (folder: NewFolder) => void;
  readonly isPending: boolean;
  readonly fault: FolderFault | 'unexpected' | null;
  /** Tries the same folder again, now that the person confirmed to know the computer it is on. */
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
