import { useEffect, useRef, useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { AddFilesDialog } from './add-files-later.ts';
import { DropVeil } from './drop-veil.tsx';
import { filesOf, hasFiles } from './files-of.ts';
import type { Given } from './hand-over.ts';
import { targetsOf } from './targets-of.ts';
import { useUploadQueue } from './use-upload-queue.tsx';

/** Present while files are dragged over the window; `over` is the folder under the mouse, or null. */
type Dragged = { readonly over: FolderId | null };

/** Accepts files anywhere in the window, and keeps the browser from opening a dropped file instead. */
export function DropZone({ overview }: { readonly overview: Overview }) {
  const [asked, setAsked] = useState<readonly Given[] | null>(null);
  const dragged = useDrags(overview, setAsked);
  return (
    <>
      {dragged !== null && <DropVeil overview={overview} over={dragged.over} />}
      {asked !== null && <AddFilesDialog overview={overview} given={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Tracks drags over the window. Files dropped on a folder are taken; for those dropped elsewhere, the person is asked. */
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
      const isFree = isOpenForFiles(seen.current);
      event.dataTransfer.dropEffect = isFree ? 'copy' : 'none';
      const over = isFree ? folderAt(seen.current, event.target) : null;
      setDragged((before) => (isTold(event.target) ? (before?.over === over && before !== null ? before : { over }) : null));
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
      const folderId = folderAt(seen.current, event.target);
      if (folderId !== null) queue.take(given, { kind: 'folder', folderId });
      else if (isOpenForFiles(seen.current) && given.length > 0) onBeside(given);
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

function isOpenForFiles(overview: Overview): boolean {
  return targetsOf(overview).length > 0 && document.querySelector('[role=dialog], [role=alertdialog]') === null;
}

function folderAt({ folders }: Overview, target: EventTarget | null): FolderId | null {
  const id = target instanceof Element ? target.closest('[data-folder]')?.getAttribute('data-folder') : null;
  return folders.find((folder) => folder.id === id)?.id ?? null;
}
