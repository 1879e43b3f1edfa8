import { useMutation } from '@tanstack/react-query';
import type { FolderPlace } from '#shared/app-api/folder-places.ts';
import { useEngine } from '../link/engine.ts';
import type { AddFolder } from './use-add-folder.ts';

type LookAtFolder = Pick<AddFolder, 'isPending' | 'fault' | 'goOn'> & { readonly look: (path: string) => void };

/** Counts the files in a folder before it is added. */
export function useLookAtFolder(onSeen: (place: FolderPlace) => void): LookAtFolder {
  const { queries } = useEngine();
  const looking = useMutation(queries.folders.look.mutationOptions({ onSuccess: (seen) => seen.ok && onSeen(seen.value) }));
  return {
    look: (path) => looking.mutate({ path }),
    isPending: looking.isPending,
    fault: looking.isError ? 'unexpected' : looking.data?.ok === false ? looking.data.failure : null,
    goOn: (knownHost) => looking.variables !== undefined && looking.mutate({ ...looking.variables, knownHost }),
  };
}
