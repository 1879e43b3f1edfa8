import { useEffect, useRef, useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { AddFilesDialog } from './add-files-later.ts';
import { DropVeil } from './drop-veil.tsx';
import { filesOf, hasFiles } from './files-of.ts';
import type { Given } from './hand-over.ts';
import { targetsOf } from './targets-of.ts';
import { useUploadQueue } from './use-upload-queue.tsx';

/** Where the mouse is while files are dragged over the window: over a folder, or over none of them. */
type Dragged = { readonly over: FolderId | null };

/** The whole window takes files; nothing that is dropped on it is ever opened by the browser instead. */
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

/** What the mouse drags over this window; what is dropped on a folder is taken, what is dropped beside them is asked about. */
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
    // Without a neighbour it is the window that is left, not a part of it.
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragged(null);
    };
    // While something is dragged the mouse tells nothing; so once it does, whatever was dragged is elsewhere.
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

/** A question that stands open is answered first. */
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
