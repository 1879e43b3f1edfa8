import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FolderOpen, FolderPlus } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FolderPlace, SuggestedFolders } from '#shared/app-api/folder-places.ts';
import type { Company } from '#shared/domain/company.ts';
import { type Folder, INVOICE_TYPES, type InvoiceType } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { FolderFaultNote, isAskedAbout, PlaceQuestion } from '../folders/place-question.tsx';
import { type Taking, useAddFolder, useFolderChoice, useLookAtFolder, useMakeFolders } from '../folders/use-folders.ts';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './first-run.module.css';
import tones from '#shared/ui/tone.module.css';
import { BrowseDialog } from '../folders/browse-dialog.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';

type Props = { readonly company: Company; readonly folders: readonly Folder[]; readonly onNext: () => void };

/** The user chooses two folders, or has Intray create them. */
export function FolderStep({ company, folders, onNext }: Props) {
  const { t } = useI18n();
  const missing = INVOICE_TYPES.filter((type) => !folders.some(({ importType }) => importType === type));
  const suggested = useSuggested(company, missing.length > 0);
  const step = useNextOnAdded(folders.length);
  const setMade = useNextOnMade(missing.length === 0, onNext);
  return (
    <div ref={step} className={styles['step-body']}>
      <output className={styles['connected']}>
        <CircleCheck size={18} aria-hidden />
        {t('connect.done', { name: company.name })}
      </output>
      {suggested !== null && missing.length > 0 && <MakeThem company={company} suggested={suggested} missing={missing} onMade={setMade} />}
      <div className={styles['types']}>
        {INVOICE_TYPES.map((importType) => (
          <FolderOfType
            key={importType}
            company={company}
            importType={importType}
            folders={folders.filter((folder) => folder.importType === importType)}
          />
        ))}
        <FolderOfEntries company={company} folders={folders.filter(({ importType }) => importType === 'entries')} />
      </div>
      <DialogActions>
        <Button data-go-on look={folders.length === 0 ? 'plain' : 'primary'} onPress={onNext}>
          {t(folders.length === 0 ? 'first-run.folders.later' : 'common.continue')}
        </Button>
      </DialogActions>
    </div>
  );
}

/** A folder was added: the focus goes to the one that is still to be chosen, or to the button that goes on. */
function useNextOnAdded(count: number): RefObject<HTMLDivElement | null> {
  const step = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const isMore = count > before.current;
    before.current = count;
    const next =
      step.current?.querySelector<HTMLElement>('[data-missing=true] button') ?? step.current?.querySelector<HTMLElement>('[data-go-on]');
    if (isMore) next?.focus();
  }, [count]);
  return step;
}

/** Intray made what was missing: there is nothing left to choose, and the user need not say so. */
function useNextOnMade(isComplete: boolean, onNext: () => void): () => void {
  const [isMade, setMade] = useState(false);
  const next = useEffectEvent(onNext);
  useEffect(() => {
    if (isMade && isComplete) next();
  }, [isMade, isComplete]);
  return () => setMade(true);
}

function useSuggested(company: Company, wanted: boolean): SuggestedFolders | null {
  const { queries } = useEngine();
  const { data } = useQuery(queries.folders.suggest.queryOptions({ input: { companyId: company.id }, enabled: wanted }));
  return data?.ok === true ? data.value : null;
}

type MakeProps = {
  readonly company: Company;
  readonly suggested: SuggestedFolders;
  readonly missing: readonly InvoiceType[];
  readonly onMade: () => void;
};

function MakeThem({ company, suggested, missing, onMade }: MakeProps) {
  const { t } = useI18n();
  const { make, isPending, fault } = useMakeFolders(company.id, onMade);
  const wanted = missing.map((importType) => ({ importType, path: suggested[importType].path }));
  return (
    <section className={styles['make']}>
      <p className={styles['text']}>{t('first-run.create.text')}</p>
      <ul className={styles['places']}>
        {missing.map((importType) => (
          <li key={importType}>
            <bdi>{suggested[importType].path}</bdi>
            {suggested[importType].exists && ` (${t('first-run.create.exists')})`}
          </li>
        ))}
      </ul>
      <div>
        <Button look="primary" isPending={isPending} onPress={() => make(wanted)}>
          <FolderPlus size={17} aria-hidden />
          {t(missing.length === 1 ? 'first-run.create-one' : 'first-run.create')}
        </Button>
      </div>
      <FolderFaultNote fault={fault} />
    </section>
  );
}

/** The third folder is for few: it is offered in one line until the user wants it, or has one. */
function FolderOfEntries({ company, folders }: Pick<FolderOfTypeProps, 'company' | 'folders'>) {
  const { t } = useI18n();
  const [isWanted, setWanted] = useState(false);
  if (isWanted || folders.length > 0) return <FolderOfType company={company} importType="entries" folders={folders} isFocused={isWanted} />;
  return (
    <section className={styles['more']}>
      <p className={styles['quiet']}>{t('first-run.folders.entries.text')}</p>
      <Button look="quiet" size="small" onPress={() => setWanted(true)}>
        {t('first-run.folders.entries')}
      </Button>
    </section>
  );
}

function focusFirstIn(section: HTMLElement | null): void {
  section?.querySelector('button')?.focus();
}

type FolderOfTypeProps = {
  readonly company: Company;
  readonly importType: Folder['importType'];
  readonly folders: readonly Folder[];
  /** It came in place of the button that had the focus. */
  readonly isFocused?: boolean;
};

/** The watched folder of one type, or a button to choose one. What is in it is counted and asked about first. */
function FolderOfType({ company, importType, folders, isFocused = false }: FolderOfTypeProps) {
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
    <section ref={isFocused ? focusFirstIn : null} className={styles['type']} data-missing={folders.length === 0}>
      <TypeIcon type={importType} size={20} className={styles['type-icon']} />
      <div className={styles['type-body']}>
        <h3>{t(`import-type.folder.${importType}`)}</h3>
        {importType === 'entries' && <p className={styles['quiet']}>{t('folders.type.entries')}</p>}
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
            importType={importType}
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

type FoldersDialogProps = { readonly company: Company; readonly folders: readonly Folder[]; readonly onClose: () => void };

/** The folder step of the first run, for a company without folders: one whose set-up was interrupted, or an additional one. */
export function FoldersDialog({ company, folders, onClose }: FoldersDialogProps) {
  const { t } = useI18n();
  return (
    <DialogBox title={t('folders.set-up.title', { name: company.name })} onClose={onClose}>
      <p>{t('first-run.folders.text')}</p>
      <FolderStep company={company} folders={folders.filter(({ companyId }) => companyId === company.id)} onNext={onClose} />
    </DialogBox>
  );
}
