import {
  HANDED_BYTES_MAX,
  HANDED_NAME_MAX,
  WINDOW_UPLOAD_PIECE_BYTES,
  type HandedOver,
  type WindowUploadFault,
  type WindowUploadPlace,
} from '#shared/app-api/window-upload.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { EngineClient } from '../link/engine.ts';

/** `a-folder`: a folder was dropped · `unread`: the system does not allow reading it · `no-answer`: the program does not answer. */
export type WindowFault = WindowUploadFault | { readonly kind: 'a-folder' | 'unread' | 'no-answer' };

/** A file that a user dropped or chose, and their note to the accountant; `file` is null for a folder. */
export type Given = { readonly name: string; readonly file: File | null; readonly note?: string };

type Deps = {
  readonly client: EngineClient;
  readonly place: WindowUploadPlace;
  readonly userEmail: string | undefined;
  readonly signal: AbortSignal;
  readonly tell: (part: number) => void;
};

/** Sends one file to the engine in pieces. If it ends before the last piece, nothing is left behind. */
export async function handOver(
  { name, file, note = '' }: Given,
  { client, signal, tell, ...to }: Deps,
): Promise<Result<HandedOver, WindowFault>> {
  if (file === null) return fail({ kind: 'a-folder' });
  const { size } = file;
  if (size > HANDED_BYTES_MAX) return fail({ kind: 'unfit', problem: { kind: 'too-large', bytes: size, bytesMax: HANDED_BYTES_MAX } });
  // Keeps the end of the name, since the extension tells the type; no disk has longer names.
  const begin = { ...to, name: name.slice(-HANDED_NAME_MAX), bytes: size, ...(note === '' ? {} : { note }) };
  const begun = await client.windowUploads.begin(begin, { signal });
  if (!begun.ok) return begun;
  const { windowUploadId } = begun.value;
  const fault = await sendAll(file, { client, windowUploadId, signal, tell }).catch((): WindowFault => ({ kind: 'no-answer' }));
  if (fault === null) return client.windowUploads.end({ windowUploadId }, { signal });
  // Otherwise the engine would keep the pieces for a minute, which is also the most if this call fails.
  void client.windowUploads.stop({ windowUploadId }).catch(() => null);
  return fail(fault);
}

type Sending = Omit<Deps, 'place' | 'userEmail'> & { readonly windowUploadId: string };

async function sendAll(file: File, { client, windowUploadId, signal, tell }: Sending): Promise<WindowFault | null> {
  for (let at = 0; at < file.size; at += WINDOW_UPLOAD_PIECE_BYTES) {
    if (signal.aborted) return { kind: 'broken' };
    const bytes = await readBytes(file.slice(at, at + WINDOW_UPLOAD_PIECE_BYTES));
    if (bytes === null) return { kind: 'unread' };
    const sent = await client.windowUploads.piece({ windowUploadId, base64: base64Of(bytes) }, { signal });
    if (!sent.ok) return sent.failure;
    tell(sent.value.bytes / file.size);
  }
  return null;
}

/** Null if the file was moved meanwhile, or may not be read. */
async function readBytes(part: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    return null;
  }
}

/** As many characters as `fromCharCode` accepts at once in every browser. */
const LETTERS = 0x8000;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += LETTERS) text += String.fromCharCode(...bytes.subarray(at, at + LETTERS));
  return btoa(text);
}
