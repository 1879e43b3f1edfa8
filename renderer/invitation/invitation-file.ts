import { useEffect, useRef } from 'react';
import { INVITATION_FILE_BYTES_MAX } from '#shared/domain/invitation/invitation.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { filesOf, hasFiles } from '../upload-from-window/targets-of.ts';

/** What the system's file dialog shows. */
export const INVITATION_FILES: readonly string[] = ['.intray'];

export async function readFile(file: File): Promise<Result<string, { readonly kind: 'too-large' | 'unreadable' }>> {
  if (file.size > INVITATION_FILE_BYTES_MAX) return fail({ kind: 'too-large' });
  return file.text().then(ok, () => fail({ kind: 'unreadable' as const }));
}

/**
 * Takes the file of an invitation that is dropped anywhere in the window. Documents have no other place to go while this is asked, and so a wrong
 * file is told instead of being refused by the mouse pointer alone.
 */
export function useInvitationDrop(onFile: (file: File) => void): void {
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
  });
  useEffect(() => {
    const listening = new AbortController();
    // Before the window's own drop zone, which is for documents.
    const early = { signal: listening.signal, capture: true };
    const onDrag = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      event.dataTransfer.dropEffect = 'copy';
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const file = filesOf(event.dataTransfer).find((given) => given.file !== null)?.file;
      if (file !== undefined && file !== null) take.current(file);
    };
    window.addEventListener('dragenter', onDrag, early);
    window.addEventListener('dragover', onDrag, early);
    window.addEventListener('drop', onDrop, early);
    return () => listening.abort();
  }, []);
}
