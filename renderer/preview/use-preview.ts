import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { type EngineClient, useEngine } from '../link/engine.ts';
import { type Drawn, type FrameLink, linkFrame } from './frame-link.ts';
import type { Turn, Zoom } from './frame-messages.ts';
import { mediaTypeToDraw } from './showable.ts';
import type { PreviewFault } from './no-preview.tsx';
import { type BytesFault, SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

export type View = { readonly page: number; readonly zoom: Zoom; readonly turn: Turn };

export type PreviewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly pages: number; readonly drawn: Drawn | null; readonly isDrawing: boolean; readonly isBroken: boolean }
  | { readonly kind: 'fault'; readonly fault: PreviewFault };

type Room = { readonly width: number; readonly height: number } | null;
/** No browser draws them: the engine makes something of them that one does. */
const MADE_TO_SHOW: ReadonlySet<string> = new Set(['image/tiff']);
const LOADING = { kind: 'loading' } as const;

type Heard =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly pages: number; readonly drawn: Drawn | null; readonly undrawn: string | null }
  | { readonly kind: 'fault'; readonly fault: PreviewFault };

/** What is known of a document that is drawn. */
export type ShownItem = Pick<Item, 'id' | 'name' | 'mediaType' | 'sha256' | 'bytes' | 'state' | 'conversion'>;

/** What is drawn: the document's own bytes, or the version that was made of it. */
export type Shown = { readonly item: ShownItem; readonly made?: Conversion | undefined };

/** Passes the bytes of a document to the frame that draws them, and has it draw what `view` says. */
export function usePreview(
  { item, made }: Shown,
  frame: RefObject<HTMLIFrameElement | null>,
  { view, room }: { readonly view: View; readonly room: Room },
) {
  const { client } = useEngine();
  const mediaType = made?.mediaType ?? mediaTypeToDraw(item) ?? '';
  const version = made?.sha256;
  const [heard, setHeard] = useState<Heard>(LOADING);
  const [isReady, setReady] = useState(false);
  const link = useRef<FrameLink | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const change = (next: Heard | ((before: Heard) => Heard)) => gone.signal.aborted || setHeard(next);
    const begin = async () => {
      const call = version !== undefined ? 'conversionBytes' : MADE_TO_SHOW.has(mediaType) ? 'shownBytes' : 'bytes';
      const read = await readBytes(client, item.id, gone.signal, call);
      if (gone.signal.aborted || frame.current === null) return;
      if (!read.ok) return change({ kind: 'fault', fault: read.failure });
      const file = { bytes: read.value.bytes.buffer, mediaType: read.value.mediaType ?? mediaType };
      link.current = linkFrame(frame.current, file, {
        opened: (pages) => change({ kind: 'open', pages, drawn: null, undrawn: null }),
        drawn: (drawn) => change((before) => (before.kind === 'open' ? { ...before, drawn } : before)),
        undrawn: (id) => change((before) => (before.kind === 'open' ? { ...before, undrawn: id } : before)),
        fault: (fault) => change({ kind: 'fault', fault }),
      });
    };
    if (isReady) begin().catch(() => change({ kind: 'fault', fault: 'cut' }));
    return () => {
      gone.abort();
      link.current?.close();
      link.current = null;
    };
  }, [client, item.id, mediaType, version, frame, isReady]);
  const isOpen = heard.kind === 'open';
  const { page, zoom, turn } = view;
  const [width, height] = [room?.width ?? 0, room?.height ?? 0];
  const id = [page, zoom.kind === 'factor' ? zoom.factor : zoom.kind, turn, width, height].join(' ');
  useEffect(() => {
    if (isOpen && width > 0 && height > 0) link.current?.draw(id, { page, zoom, turn, room: { width, height } });
  }, [isOpen, id, page, zoom, turn, width, height]);
  return { state: stateOf(heard, id), ready: () => setReady(true) };
}

/** `id` describes the wanted drawing: one drawn or failed under another id is not the one wanted now. */
function stateOf(heard: Heard, id: string): PreviewState {
  if (heard.kind !== 'open') return heard;
  const { kind, pages, drawn, undrawn } = heard;
  return { kind, pages, drawn, isDrawing: drawn?.id !== id && undrawn !== id, isBroken: undrawn === id && drawn?.id !== id };
}

/** `mediaType`: of the bytes, if they are not the file's own. */
type ReadBytes = { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string | null };

/** Reads all bytes of an item, of the version that was made of it, of what it is shown by, or of its proof; `cut` if the engine stopped midway. */
export async function readBytes(
  client: EngineClient,
  itemId: ItemId,
  signal: AbortSignal,
  call: 'bytes' | 'conversionBytes' | 'shownBytes' | 'proof' = 'bytes',
): Promise<Result<ReadBytes, BytesFault | 'cut'>> {
  let bytes = new Uint8Array(0);
  let mediaType: string | null = null;
  let at = 0;
  for await (const piece of await client.items[call]({ itemId }, { signal })) {
    if (piece.kind === 'fault') return fail(piece.fault);
    if (piece.kind === 'begin') {
      if (piece.bytes > SHOWN_BYTES_MAX) return fail('unread');
      bytes = new Uint8Array(piece.bytes);
      mediaType = piece.mediaType ?? null;
      continue;
    }
    const part = Uint8Array.from(atob(piece.base64), (character) => character.charCodeAt(0));
    if (at + part.length > bytes.length) return fail('cut');
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.length > 0 && at === bytes.length ? ok({ bytes, mediaType }) : fail('cut');
}
