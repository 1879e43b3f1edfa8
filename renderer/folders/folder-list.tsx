import { FolderOpen, FolderPlus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { type Folder, IMPORT_TYPES } from '#shared/domain/folder/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './folders.module.css';
import { FolderRow } from './folder-row.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEngine } from '../link/engine.ts';
import { liesDirectlyIn } from './paths.ts';
import type { FolderPlace } from '#shared/app-api/folder-places.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { BrowseDialog } from './browse-dialog.tsx';
import { FolderFaultNote, isAskedAbout, PlaceQuestion } from './place-question.tsx';
import { type Taking, useAddFolder, useFolderChoice, useLookAtFolder } from './use-folders.ts';

type Props = { readonly company: Company; readonly folders: readonly Folder[]; readonly now: WallMs };

/** The folders of one company, and a way to add one. */
export function FolderList({ company, folders, now }: Props) {
  const { t } = useI18n();
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles['folders']}>
      <div className={styles['head']}>
        <h3>{t('folders.title')}</h3>
        <Button look="quiet" size="small" onPress={() => setAdding(true)}>
          <FolderPlus size={16} aria-hidden />
          {t('folders.add')}
        </Button>
      </div>
      {folders.length === 0 ? (
        <p className={styles['none']}>{t('folders.none')}</p>
      ) : (
        <ul className={styles['list']}>
          {folders.map((folder) => (
            <FolderRow key={folder.id} folder={folder} now={now} />
          ))}
        </ul>
      )}
      <IgnoredMisplaced folders={folders} />
      {adding && <AddFolderDialog company={company} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** Files next to these folders that the user ignores, with the way back. */
function IgnoredMisplaced({ folders }: { readonly folders: readonly Folder[] }) {
  const { queries } = useEngine();
  const ignored = useQuery(queries.overview.queryOptions()).data?.ignoredMisplaced ?? [];
  return ignored
    .filter(({ path }) => folders.some((folder) => liesDirectlyIn(folder.path, path)))
    .map(({ path, count }) => <Ignored key={path} path={path} count={count} />);
}

function Ignored({ path, count }: { readonly path: string; readonly count: number }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const askAgain = useMutation(queries.folders.askAboutMisplaced.mutationOptions());
  return (
    <p className={styles['ignored']}>
      {t('misplaced.are-ignored', { count })}
      <Button look="quiet" size="small" isPending={askAgain.isPending} onPress={() => askAgain.mutate({ path })}>
        {t('document.no-longer-ignore')}
      </Button>
    </p>
  );
}

function AddFolderDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const [importType, setImportType] = useState<Folder['importType']>('purchase-invoices');
  const [place, setPlace] = useState<FolderPlace | null>(null);
  const look = useLookAtFolder(setPlace);
  const choice = useFolderChoice(look.look);
  const isAsking = place !== null && isAskedAbout(place);
  const go = useGoOn(place);
  const { add, isPending, fault, goOn } = useAddFolder(onClose);
  const take = (path: string, taking: Taking = {}) => add({ companyId: company.id, importType, path, ...taking });
  return (
    <DialogBox title={t('folders.add.title', { name: company.name })} onClose={onClose}>
      <p>{t('folders.add.text')}</p>
      <TypeChoice importType={importType} onChange={setImportType} />
      {!isAsking && <Chosen place={place} isPending={look.isPending} ask={choice.ask} />}
      {isAsking ? (
        <PlaceQuestion
          place={place}
          importType={importType}
          isPending={isPending}
          onTake={(taking) => take(place.path, taking)}
          onOther={() => (setPlace(null), choice.ask())}
          onLeave={() => setPlace(null)}
        />
      ) : (
        <div ref={go}>
          <DialogActions>
            <Button onPress={onClose}>{t('common.cancel')}</Button>
            <Button
              data-go-on
              look="primary"
              isDisabled={place === null}
              isPending={isPending}
              onPress={() => place !== null && take(place.path)}
            >
              {t('folders.add')}
            </Button>
          </DialogActions>
        </div>
      )}
      <FolderFaultNote fault={look.fault ?? fault} onKnown={look.fault === null ? goOn : look.goOn} />
      {choice.isBrowsing && <BrowseDialog onTake={choice.take} />}
    </DialogBox>
  );
}

type TypeChoiceProps = { readonly importType: Folder['importType']; readonly onChange: (importType: Folder['importType']) => void };

/** What the folder is for, with what goes into such a one. */
function TypeChoice({ importType, onChange }: TypeChoiceProps) {
  const { t } = useI18n();
  return (
    <>
      <Choice
        label={t('folders.type')}
        options={IMPORT_TYPES.map((value) => ({ value, label: t(`import-type.folder.${value}`), mark: <TypeIcon type={value} /> }))}
        value={importType}
        onChange={onChange}
      />
      <p className={styles['about']} aria-live="polite">
        {t(`folders.type.${importType}`)}
      </p>
    </>
  );
}

/** The folder is chosen; what is left is to add it. One with files in it asks something first, and takes the focus itself. */
function useGoOn(place: FolderPlace | null): RefObject<HTMLDivElement | null> {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place !== null) actions.current?.querySelector<HTMLElement>('[data-go-on]')?.focus();
  }, [place]);
  return actions;
}

type ChosenProps = { readonly place: FolderPlace | null; readonly isPending: boolean; readonly ask: () => void };

function Chosen({ place, isPending, ask }: ChosenProps) {
  const { t } = useI18n();
  return (
    <div className={styles['chosen']}>
      {place !== null && (
        <p className={styles['full-path']}>
          <bdi>{place.path}</bdi>
        </p>
      )}
      <Button onPress={ask} isPending={isPending}>
        <FolderOpen size={17} aria-hidden />
        {t('folders.choose')}
      </Button>
    </div>
  );
}
