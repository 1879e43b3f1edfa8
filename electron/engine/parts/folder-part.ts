import { engineWords } from '#shared/i18n/engine-words.ts';
import { languageOf } from '#shared/i18n/language.ts';
import type { Files } from '#shared/ports/files.ts';
import type { FoldersPart } from '../api/parts.ts';
import { takeMisplacedFiles } from '../../intake/misplaced/take-misplaced-files.ts';
import type { Parts } from '../create-parts.ts';

type Here = { readonly locale: string; readonly home: string; readonly files: Files };

/** The folders as a person changes them: the journal first, then another look at once. */
export function folderPart({ journal, settings, intake, tidy }: Parts, { locale, home, files }: Here): FoldersPart {
  const { folders } = journal;
  const looking = <T>(done: T): T => {
    intake.lookAgain();
    return done;
  };
  return {
    folders: () => folders.folders(),
    add: (folder) => looking(folders.add(folder)),
    remove: (folderId) => looking(folders.remove(folderId)),
    accept: (folderId) => looking(folders.accept(folderId)),
    sendAsItIs: (folderId, path) => intake.sendAsItIs(folderId, path),
    fetchFromCloud: (folderId) => intake.fetchFromCloud(folderId),
    takeMisplaced: async (path, folderId) => {
      const folder = folders.folders().find(({ id }) => id === folderId);
      return folder === undefined ? null : looking(await takeMisplacedFiles(path, folder, { files, folders: folders.folders(), home }));
    },
    change: (folderId, change) => {
      const t = engineWords(languageOf(settings.get().language, locale));
      // In the person's language on the day that they are first wanted, and never renamed.
      const resultFolders = { accepted: t('tidy.folder.accepted'), refused: t('tidy.folder.refused') };
      const changed = looking(folders.change(folderId, { ...change, resultFolders }));
      tidy.lookAgain();
      return changed;
    },
  };
}
