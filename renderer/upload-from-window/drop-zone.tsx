import { useEffect, useRef, useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { AddFilesDialog } from './add-files-button.tsx';
import { draggedKind, filesOf, type GivenKind, hasFiles, needsPath, type Target, targetsOf } from './targets-of.ts';
import type { Given } from './hand-over.ts';
import { useUploadQueue } from './upload-queue.tsx';
import { Inbox, Unplug } from 'lucide-react';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { shortPath } from '../folders/paths.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './drop-veil.module.css';

/** Present while files are dragged over the window; `over` is the folder under the mouse, or null. */
type Dragged = { readonly over: FolderId | null; readonly kind: GivenKind };

/** Accepts files anywhere in the window, and keeps the browser from opening a dropped file instead. */
export function DropZone({ overview }: { readonly overview: Overview }) {
  const [asked, setAsked] = useState<readonly Given[] | null>(null);
  const dragged = useDrags(overview, setAsked);
  return (
    <>
      {dragged !== null && <DropVeil overview={overview} {...dragged} />}
      {asked !== null && <AddFilesDialog overview={overview} given={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Tracks drags over the window. Files dropped on a folder are taken; for those dropped elsewhere, the user is asked. */
function useDrags(overview: Overview, onBeside: (given: readonly Given[]) => void): Dragged | null {
  const queue = useUploadQueue();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const seen = useRef(overview);
  useEffect(() => {
    seen.current = overview;
  });
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      const kind = draggedKind(event.dataTransfer);
      const isFree = isOpenForFiles(seen.current, kind);
      event.dataTransfer.dropEffect = isFree ? 'copy' : 'none';
      const over = isFree ? folderAt(seen.current, event.target) : null;
      const isSame = (before: Dragged | null): boolean => before?.over === over && before.kind === kind;
      setDragged((before) => (isTold(event.target) ? (isSame(before) ? before : { over, kind }) : null));
    };
    // Without a related target, the drag has left the window and not just an element.
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragged(null);
    };
    // During a drag there are no pointer events, so the first one means that the drag has ended elsewhere.
    const onMouse = (): void => setDragged(null);
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDragged(null);
      const given = filesOf(event.dataTransfer);
      const kind = draggedKind(event.dataTransfer);
      const folderId = folderAt(seen.current, event.target);
      if (folderId !== null) queue.take(given, { kind: 'folder', folderId });
      else if (isOpenForFiles(seen.current, kind) && given.length > 0) onBeside(given);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragenter', onDrag, { signal });
    window.addEventListener('dragover', onDrag, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('pointermove', onMouse, { signal });
    return () => listening.abort();
  }, [queue, onBeside]);
  return dragged;
}

/** While a dialog is open, the drag is not shown: the dialog has to be answered first. */
function isTold(target: EventTarget | null): boolean {
  const isOnVeil = target instanceof Element && target.closest('[data-drop-veil]') !== null;
  return isOnVeil || document.querySelector('[role=dialog], [role=alertdialog]') === null;
}

function isOpenForFiles(overview: Overview, kind: GivenKind): boolean {
  return targetsOf(overview, kind).length > 0 && document.querySelector('[role=dialog], [role=alertdialog]') === null;
}

function folderAt({ folders }: Overview, target: EventTarget | null): FolderId | null {
  const id = target instanceof Element ? target.closest('[data-folder]')?.getAttribute('data-folder') : null;
  return folders.find((folder) => folder.id === id)?.id ?? null;
}

/** As many as are easy to aim at in a small window; with more, the user chooses after the drop. */
const COMPANIES_MAX = 6;

type Props = Dragged & { readonly overview: Overview };

/** Covers the window while files are dragged, and shows where they can go. Mouse only; keyboard users have "Add files…". */
function DropVeil({ overview, over, kind }: Props) {
  const { t } = useI18n();
  const targets = targetsOf(overview, kind);
  const title = t(
    targets.length > 0 ? 'upload.veil.title' : overview.folders.length === 0 ? 'upload.veil.none' : `upload.veil.none.${kind}`,
  );
  const isFew = targets.length > 0 && targets.length <= COMPANIES_MAX;
  return (
    <section className={styles['veil']} aria-label={title} data-drop-veil>
      <p className={styles['title']}>{title}</p>
      {isFew && (
        <div className={classNames(styles['companies'], targets.length > 1 && styles['many'])}>
          {targets.map((target) => (
            <CompanyTargets key={target.company.id} target={target} over={over} isAlone={targets.length === 1} />
          ))}
        </div>
      )}
      {targets.length > COMPANIES_MAX && (
        <div className={classNames(styles['target'], styles['whole'])}>
          <Inbox size={40} strokeWidth={1.5} aria-hidden />
          <span className={styles['name']}>{t('upload.veil.choose')}</span>
        </div>
      )}
      {isFew && <p className={styles['hint']}>{t(kind === 'entries' ? 'upload.veil.hint.entries' : 'upload.veil.hint')}</p>}
    </section>
  );
}

type CompanyProps = { readonly target: Target; readonly over: Folder['id'] | null; readonly isAlone: boolean };

function CompanyTargets({ target, over, isAlone }: CompanyProps) {
  const { t } = useI18n();
  return (
    <section className={styles['company']}>
      {!isAlone && (
        <h2 className={styles['company-name']}>
          <CompanyName company={target.company} />
        </h2>
      )}
      <div className={styles['targets']}>
        {target.folders.map((folder) => {
          const isAway = folder.state !== 'present';
          const size = isAlone ? 40 : 24;
          return (
            <div
              key={folder.id}
              className={classNames(styles['target'], isAway && styles['away'], over === folder.id && styles['over'])}
              {...(isAway ? {} : { 'data-folder': folder.id })}
            >
              {isAway ? (
                <Unplug size={size} strokeWidth={1.5} aria-hidden />
              ) : (
                <TypeIcon type={folder.importType} size={size} strokeWidth={1.5} />
              )}
              <span className={styles['name']}>{t(`import-type.folder.${folder.importType}`)}</span>
              {isAway && <span className={styles['small']}>{t('upload.veil.away')}</span>}
              {!isAway && (isAlone || needsPath(folder, target)) && <bdi className={styles['small']}>{shortPath(folder.path)}</bdi>}
            </div>
          );
        })}
      </div>
    </section>
  );
}
