import { languageOf } from '#shared/i18n/language.ts';
import { translator } from '#shared/i18n/translate.ts';
import type { FoldersPart } from '../api/parts.ts';
import type { Parts } from './create-parts.ts';

/** The folders as a person changes them: the journal first, then another look at once. */
export function folderPart({ journal, settings, intake, tidy }: Parts, locale: string): FoldersPart {
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
    change: (folderId, change) => {
      const t = translator(languageOf(settings.get().language, locale));
      // In the person's language on the day that they are first wanted, and never renamed.
      const resultFolders = { accepted: t('tidy.folder.accepted'), refused: t('tidy.folder.refused') };
      const changed = looking(folders.change(folderId, { ...change, resultFolders }));
      tidy.lookAgain();
      return changed;
    },
  };
}
