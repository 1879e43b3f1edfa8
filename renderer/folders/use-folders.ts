import { useMutation } from '@tanstack/react-query';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import { useEngine } from '../link/engine.ts';
import { useState } from 'react';
import type { FolderPlace } from '#shared/app-api/folder-places.ts';

/** How a folder is taken, after what was asked about it. */
export type Taking = {
  /** What to do with files already in the folder; by default, Intray asks about them. */
  readonly existing?: ExistingFiles;
  /** The user has seen what is in a folder that needs consent. */
  readonly confirmed?: true;
  readonly subfolders?: boolean;
};

type NewFolder = Taking & {
  readonly companyId: CompanyId;
  readonly importType: Folder['importType'];
  readonly path: string;
};

type AddFolder = {
  readonly add: (folder: NewFolder) => void;
  readonly isPending: boolean;
  readonly fault: FolderFault | 'unexpected' | null;
  /** Tries the same folder again, now that the user confirmed to know the computer it is on. */
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

type FolderChoice = {
  /** True while the window's own dialog has to be shown, because the host has none. */
  readonly isBrowsing: boolean;
  readonly ask: () => void;
  readonly take: (path: string | null) => void;
};

/** Asks the user for a folder with the system's dialog, or with ours if the engine has no screen. */
export function useFolderChoice(onChosen: (path: string) => void): FolderChoice {
  const { client } = useEngine();
  const [isBrowsing, setBrowsing] = useState(false);
  const take = (path: string | null) => {
    setBrowsing(false);
    if (path !== null) onChosen(path);
  };
  const ask = () => {
    void client.folders.choose().then(
      (choice) => (choice.available ? take(choice.path) : setBrowsing(true)),
      // Without an answer there is no system dialog either; the banner says that the engine is unreachable.
      () => setBrowsing(true),
    );
  };
  return { isBrowsing, ask, take };
}

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
