import { useState } from 'react';
import type { FolderPlace } from '#shared/app-api/folder-places.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { figuresWords } from './figures-words.ts';
import { focusFirstIn } from './focus-first-in.ts';
import styles from './folders.module.css';

type Props = {
  readonly place: FolderPlace;
  readonly isPending: boolean;
  readonly onTake: (subfolders: boolean) => void;
  readonly onOther: () => void;
};

/** A folder that is probably not only for scans: what it is and holds, before the person takes it all the same. */
export function ConsentNote({ place, isPending, onTake, onOther }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [subfolders, setSubfolders] = useState(false);
  return (
    <Note tone="warn" spoken="status" title={t(`folders.consent.${place.kind}`)}>
      <div className={styles['consent']}>
        <p className={styles['full-path']}>
          <bdi>{place.path}</bdi>
        </p>
        <p className={styles['figures']}>{figuresWords(place, i18n)}</p>
        <p>{t('folders.consent.text')}</p>
        <Toggle label={t('folders.subfolders')} isSelected={subfolders} onChange={setSubfolders} />
      </div>
      <div ref={focusFirstIn} className={styles['answers']}>
        <Button look="primary" size="small" onPress={onOther}>
          {t('folders.consent.other')}
        </Button>
        <Button size="small" isPending={isPending} onPress={() => onTake(subfolders)}>
          {t('folders.consent.take')}
        </Button>
      </div>
    </Note>
  );
}
