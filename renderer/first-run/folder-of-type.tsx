import { CircleCheck, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { FolderPlace } from '#shared/app-api/folder-places.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import tones from '#shared/ui/tone.module.css';
import { BrowseDialog } from '../folders/browse-dialog.tsx';
import { FolderFaultNote } from '../folders/folder-fault-note.tsx';
import { isAskedAbout, PlaceQuestion } from '../folders/place-question.tsx';
import { type Taking, useAddFolder } from '../folders/use-add-folder.ts';
import { useFolderChoice } from '../folders/use-folder-choice.ts';
import { useLookAtFolder } from '../folders/use-look-at-folder.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import styles from './first-run.module.css';

type Props = { readonly company: Company; readonly importType: Folder['importType']; readonly folders: readonly Folder[] };

/** The watched folder of one type, or a button to choose one. What is in it is counted and asked about first. */
export function FolderOfType({ company, importType, folders }: Props) {
  const { t } = useI18n();
  const [asked, setAsked] = useState<FolderPlace | null>(null);
  const { add, isPending, fault, goOn } = useAddFolder(() => setAsked(null));
  const take = (path: string, taking: Taking = {}) => add({ companyId: company.id, importType, path, ...taking });
  const look = useLookAtFolder((place) => (isAskedAbout(place) ? setAsked(place) : take(place.path)));
  const choice = useFolderChoice(look.look);
  const other = () => {
    setAsked(null);
    choice.ask();
  };
  return (
    <section className={styles['type']} data-missing={folders.length === 0}>
      <TypeIcon type={importType} size={20} className={styles['type-icon']} />
      <div className={styles['type-body']}>
        <h3>{t(`import-type.folder.${importType}`)}</h3>
        {folders.map(({ id, path }) => (
          <p key={id} className={styles['path']}>
            <CircleCheck size={16} aria-hidden className={tones['good']} />
            <span className="off-screen">{t('first-run.watched')}</span>
            <bdi>{path}</bdi>
          </p>
        ))}
        {asked === null ? (
          <div>
            <Button size="small" onPress={choice.ask} isPending={isPending || look.isPending}>
              <FolderOpen size={16} aria-hidden />
              {t(`folders.choose.${importType}`)}
            </Button>
          </div>
        ) : (
          <PlaceQuestion
            place={asked}
            isPending={isPending}
            onTake={(taking) => take(asked.path, taking)}
            onOther={other}
            onLeave={() => setAsked(null)}
          />
        )}
        <FolderFaultNote fault={look.fault ?? fault} onKnown={look.fault === null ? goOn : look.goOn} />
      </div>
      {choice.isBrowsing && <BrowseDialog onTake={choice.take} />}
    </section>
  );
}
