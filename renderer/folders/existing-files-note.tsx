import type { FolderPlace } from '#shared/app-api/folder-places.ts';
import type { ExistingFiles } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { focusFirstIn } from './focus-first-in.ts';
import styles from './folders.module.css';

type Props = {
  readonly place: FolderPlace;
  readonly isPending: boolean;
  readonly onTake: (existing: ExistingFiles) => void;
  readonly onLeave: () => void;
};

/** Asks what to do with a folder that is not empty: nothing is sent before the person answers. */
export function ExistingFilesNote({ place, isPending, onTake, onLeave }: Props) {
  const { t } = useI18n();
  const words = t(place.more ? 'folders.existing.more' : 'folders.existing', { count: place.files });
  return (
    <Note tone="calm" spoken="status" title={words}>
      <p className={styles['full-path']}>
        <bdi>{place.path}</bdi>
      </p>
      <div ref={focusFirstIn} className={styles['answers']}>
        <Button look="primary" size="small" isPending={isPending} onPress={() => onTake('ask')}>
          {t('folders.existing.ask')}
        </Button>
        <Button size="small" isPending={isPending} onPress={() => onTake('send')}>
          {t('folders.existing.send')}
        </Button>
        <Button look="quiet" size="small" onPress={onLeave}>
          {t('common.cancel')}
        </Button>
      </div>
    </Note>
  );
}
