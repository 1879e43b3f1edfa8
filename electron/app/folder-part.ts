import type { FoldersPart } from '../api/parts.ts';
import type { Intake } from '../intake/create-intake.ts';
import type { Journal } from '../journal/open-journal.ts';

/** The folders as a person changes them: the journal first, then another look at once. */
export function folderPart({ folders }: Pick<Journal, 'folders'>, intake: Pick<Intake, 'lookAgain'>): FoldersPart {
  const looking = <T>(done: T): T => {
    intake.lookAgain();
    return done;
  };
  return {
    folders: () => folders.folders(),
    add: (folder) => looking(folders.add(folder)),
    remove: (folderId) => looking(folders.remove(folderId)),
    accept: (folderId) => looking(folders.accept(folderId)),
    change: (folderId, change) => looking(folders.change(folderId, change)),
  };
}
