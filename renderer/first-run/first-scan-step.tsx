import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, FilePlus, FlaskConical, Inbox, LoaderCircle } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { type Folder, isInvoiceType } from '#shared/domain/folder/folder.ts';
import { Button, FileButton } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { ShowFolderButton } from '../folders/folder-row.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import styles from './first-run.module.css';
import type { Item } from '#shared/domain/item/item.ts';
import { stateKey } from '#shared/i18n/state-key.ts';
import { DocumentMark } from '../document/state-mark.tsx';
import { unreachable } from '#shared/lib/unreachable.ts';
import { useState } from 'react';
import drop from '#shared/ui/drop-area.module.css';
import { Note } from '#shared/ui/parts/note.tsx';
import { AddFilesDialog } from '../upload-from-window/add-files-button.tsx';
import { givenOf } from '../upload-from-window/targets-of.ts';
import type { Given } from '../upload-from-window/hand-over.ts';
import { useUploadQueue } from '../upload-from-window/upload-queue.tsx';

/** A few are enough here; the list has them all. */
const SHOWN_MAX = 3;

type Props = {
  readonly company: Company;
  readonly overview: Overview;
  /** The service is one to try things on. */
  readonly isTest: boolean;
  readonly onBack: () => void;
  readonly onDone: () => void;
};

/** Waits for the first document and follows it, so that the user sees Intray work once. */
export function FirstScanStep({ company, overview, isTest, onBack, onDone }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const folders = overview.folders.filter(({ companyId, importType }) => companyId === company.id && isInvoiceType(importType));
  const items = useQuery(queries.items.list.queryOptions({ input: { companyId: company.id, limit: SHOWN_MAX } })).data?.items ?? [];
  const [newest] = items;
  // One that cannot go, or is asked about, is no first scan yet: another may be tried.
  const isSeen = newest !== undefined && !['asks', 'unfit'].includes(scanStory(newest));
  return (
    <>
      {folders.length === 0 ? <p>{t('first-run.no-folders')}</p> : <Targets folders={folders} />}
      {folders.length > 0 && !isSeen && <FirstScanDrop company={company} overview={overview} folders={folders} isTest={isTest} />}
      {folders.length > 0 && newest === undefined && (
        <output className={styles['waiting']}>
          <LoaderCircle size={18} aria-hidden className={styles['turning']} />
          {t('first-run.waiting')}
        </output>
      )}
      {newest !== undefined && <FirstScanSeen newest={newest} items={items} />}
      <DialogActions>
        <Button onPress={onBack}>{t('frame.back')}</Button>
        <Button look={newest !== undefined || folders.length === 0 ? 'primary' : 'plain'} onPress={onDone}>
          {t('first-run.to-overview')}
        </Button>
      </DialogActions>
    </>
  );
}

function Targets({ folders }: { readonly folders: readonly Folder[] }) {
  const { t } = useI18n();
  return (
    <ul className={styles['types']}>
      {folders.map((folder) => (
        <li key={folder.id} className={styles['type']}>
          <TypeIcon type={folder.importType} size={20} className={styles['type-icon']} />
          <div className={styles['type-body']}>
            <h3>{t(`import-type.folder.${folder.importType}`)}</h3>
            <p className={styles['path']}>
              <bdi>{folder.path}</bdi>
            </p>
          </div>
          <ShowFolderButton folder={folder} />
        </li>
      ))}
    </ul>
  );
}

const STAGES = ['found', 'under-way', 'received', 'accepted'] as const;

/** What becomes of the newest scan, step by step, and of the few before it. */
function FirstScanSeen({ newest, items }: { readonly newest: Item; readonly items: readonly Item[] }) {
  const { t } = useI18n();
  const story = scanStory(newest);
  const others = items.filter(({ id }) => id !== newest.id);
  return (
    <section className={styles['seen']}>
      <h3 className={styles['item']}>
        <DocumentMark kind={newest.state.kind} name={newest.name} />
        <bdi>{newest.name}</bdi>
      </h3>
      <Stages story={story} />
      <output>{t(`first-run.seen.${story}`)}</output>
      {others.length > 0 && (
        <ul className={styles['places']}>
          {others.map(({ id, name, state }) => (
            <li key={id} className={styles['item']}>
              <DocumentMark kind={state.kind} name={name} />
              <bdi>{name}</bdi>
              <span className={styles['quiet']}>{t(stateKey(state))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The way of a scan that can go; one that asks something or cannot go has none to show. */
function Stages({ story }: { readonly story: ScanStory }) {
  const { t } = useI18n();
  if (story === 'asks' || story === 'unfit') return null;
  const isRefused = story === 'refused';
  const here = isRefused ? STAGES.length - 1 : STAGES.indexOf(story);
  // The last one is done as soon as it is reached; a refusal is its other outcome.
  const isDone = (at: number): boolean => at < here || (at === here && story === 'accepted');
  return (
    <ol className={styles['stages']} aria-label={t('first-run.stages')}>
      {STAGES.map((stage, at) => (
        <li key={stage} className={styles['stage']} data-done={isDone(at)} {...(at === here ? { 'aria-current': 'step' as const } : {})}>
          <span className={styles['dot']} aria-hidden>
            {isDone(at) && <Check size={12} strokeWidth={3} />}
          </span>
          {t(`first-run.stage.${isRefused && at === here ? 'refused' : stage}`)}
        </li>
      ))}
    </ol>
  );
}

/** What has become of the first scan, in the words of the first run. */
type ScanStory = 'found' | 'under-way' | 'received' | 'accepted' | 'refused' | 'asks' | 'unfit';

function scanStory({ state: { kind } }: Pick<Item, 'state'>): ScanStory {
  switch (kind) {
    case 'waiting':
      return 'found';
    case 'uploading':
      return 'under-way';
    case 'awaiting':
      return 'received';
    case 'accepted':
    case 'refused':
    case 'unfit':
      return kind;
    case 'held':
    case 'aside':
      return 'asks';
    default:
      return unreachable(kind);
  }
}

type FirstScanDropProps = {
  readonly company: Company;
  readonly overview: Overview;
  readonly folders: readonly Folder[];
  readonly isTest: boolean;
};

/**
 * Where a first scan can be dropped, or chosen. While files are dragged, the window itself shows the folders that they can go into, so that
 * the user drops them as a purchase or as a sale.
 */
function FirstScanDrop({ company, overview, folders, isTest }: FirstScanDropProps) {
  const { t } = useI18n();
  const queue = useUploadQueue();
  const [asked, setAsked] = useState<readonly Given[] | null>(null);
  const [only, another] = folders;
  const take = (given: readonly Given[]) => {
    if (given.length === 0 || only === undefined) return;
    if (another === undefined) queue.take(given, { kind: 'folder', folderId: only.id });
    else setAsked(given);
  };
  return (
    <section className={drop['area']} aria-labelledby="first-scan-drop">
      <Inbox size={32} strokeWidth={1.5} aria-hidden className={drop['icon']} />
      <h3 id="first-scan-drop">{t('first-run.drop')}</h3>
      <div className={styles['drop-actions']}>
        <FileButton isForSeveral onFiles={(chosen) => take(chosen.map(givenOf))}>
          <FilePlus size={16} aria-hidden />
          {t('first-run.choose-file')}
        </FileButton>
        {isTest && only !== undefined && <SampleButton folder={folders.find(({ state }) => state === 'present') ?? only} />}
      </div>
      {asked !== null && <AddFilesDialog overview={{ ...overview, companies: [company] }} given={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function SampleButton({ folder }: { readonly folder: Folder }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const sample = useMutation(queries.windowUploads.sample.mutationOptions());
  const isFaulty = sample.isError || sample.data?.ok === false;
  return (
    <>
      {/* Once it is in the folder, it is found within seconds, and this button is gone. */}
      <Button isPending={sample.isPending || sample.data?.ok === true} onPress={() => sample.mutate({ folderId: folder.id })}>
        <FlaskConical size={16} aria-hidden />
        {t('first-run.sample')}
      </Button>
      <p className={styles['quiet']}>{t('first-run.sample.text')}</p>
      {isFaulty && <Note tone="bad" spoken="alert" title={t('first-run.sample.fault')} />}
    </>
  );
}
