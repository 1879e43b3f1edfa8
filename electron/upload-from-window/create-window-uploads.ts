import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import {
  type BeginWindowUpload,
  HANDED_BYTES_MAX,
  type HandedOver,
  type SampleFault,
  type WindowUploadFault,
  type WindowUploadPlace,
} from '#shared/app-api/window-upload.ts';
import type { ImportType } from '#shared/contract/import-types.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { cleanLine, cleanNote } from '#shared/domain/item/note.ts';
import { isMisplaced, type Problem } from '#shared/domain/item/problem.ts';
import { sameFolder } from '#shared/domain/folder/same-folder.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import type { World } from '#shared/ports/world.ts';
import type { WindowUploadStore } from './store.ts';
import { isDeviceName, numberedName } from '#shared/lib/file-names.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { Inspected } from '#shared/domain/folder/inspected.ts';
import { offerFor } from '#shared/domain/item/conversion/conversion-offer.ts';

/** Uploads at once; each file is held in memory until it is complete. A window sends one after the other. */
const OPEN_MAX = 4;
/** Bytes of all of them together. */
const OPEN_BYTES_MAX = 2 * HANDED_BYTES_MAX;
/** The longest gap between two pieces; a window that was closed halfway never says so. */
const IDLE_MS_MAX = MINUTE_MS;

export type GivenFile = { readonly name: string; readonly bytes: Uint8Array; readonly importType: ImportType };

export type WindowUploadsDeps = Pick<World, 'clock' | 'random'> & {
  readonly files: Pick<Files, 'stat' | 'writeBeside'>;
  readonly store: WindowUploadStore;
  /** The file's SHA-256, or why it can neither be sent from a folder of this type nor be made fit. */
  readonly inspect: (file: GivenFile) => Promise<Result<{ readonly sha256: string }, Problem>>;
  readonly isLeftAlone: (name: string) => boolean;
  /** A made-up document with its name; null where the service is not one to try things on. */
  readonly sample: () => { readonly name: string; readonly bytes: Uint8Array } | null;
  /** A whole file of this name is about to be in the folder. */
  readonly writes: (folder: Folder, name: string) => void;
  /** A new file is in this folder. */
  readonly wrote: (folder: Folder) => void;
};

type Open = BeginWindowUpload & { readonly pieces: Uint8Array[]; taken: number; touchedMs: number };
type Target = { readonly folder: Folder; readonly corrects: ItemId | null };

/**
 * Files that a user hands over in the window: received in bounded pieces, inspected as a whole, and copied into a watched folder,
 * which stays the only way in (ADR-16).
 */
export function createWindowUploads(deps: WindowUploadsDeps) {
  const { clock, random, isLeftAlone } = deps;
  const open = new Map<string, Open>();
  const forgetIdle = (): void => {
    const nowMs = clock.monotonicMs();
    for (const [id, { touchedMs }] of open) if (nowMs - touchedMs > IDLE_MS_MAX) open.delete(id);
  };
  return {
    begin: async (of) => {
      forgetIdle();
      const { bytes } = of;
      const name = cleanName(of.name);
      if (name === '' || isLeftAlone(name)) return fail({ kind: 'left-alone' });
      if (bytes > HANDED_BYTES_MAX) return unfit({ kind: 'too-large', bytes, bytesMax: HANDED_BYTES_MAX });
      const target = await reached(of.place, deps);
      if (!target.ok) return target;
      const openBytes = [...open.values()].reduce((sum, one) => sum + one.bytes, bytes);
      if (open.size >= OPEN_MAX || openBytes > OPEN_BYTES_MAX) return fail({ kind: 'busy' });
      const windowUploadId = random.uuid();
      open.set(windowUploadId, { ...of, name, pieces: [], taken: 0, touchedMs: clock.monotonicMs() });
      return ok({ windowUploadId });
    },
    piece: ({ windowUploadId, base64 }) => {
      const one = open.get(windowUploadId);
      if (one === undefined) return fail({ kind: 'broken' });
      const bytes = Buffer.from(base64, 'base64');
      one.taken += bytes.byteLength;
      one.touchedMs = clock.monotonicMs();
      if (one.taken > one.bytes) {
        open.delete(windowUploadId);
        return fail({ kind: 'broken' });
      }
      one.pieces.push(bytes);
      return ok({ bytes: one.taken });
    },
    end: async ({ windowUploadId }) => {
      const one = open.get(windowUploadId);
      open.delete(windowUploadId);
      if (one === undefined || one.taken !== one.bytes) return fail({ kind: 'broken' });
      return take({ ...one, bytes: Buffer.concat(one.pieces) }, deps);
    },
    sample: ({ folderId }) => putSample(folderId, deps),
    stop: ({ windowUploadId }) => {
      open.delete(windowUploadId);
      return { stopped: true };
    },
  } satisfies AppHandlers['windowUploads'];
}

async function putSample(folderId: Folder['id'], deps: WindowUploadsDeps): Promise<Result<HandedOver, SampleFault>> {
  const sample = deps.sample();
  if (sample === null) return fail({ kind: 'no-test' });
  const taken = await take({ ...sample, place: { kind: 'folder', folderId } }, deps);
  return taken.ok ? taken : fail({ kind: taken.failure.kind === 'no-folder' ? 'no-folder' : 'not-put' });
}

/** A file that is here as a whole, and what the user says with it. */
type Whole = Pick<BeginWindowUpload, 'name' | 'place' | 'note' | 'ownNumber' | 'userEmail'> & { readonly bytes: Uint8Array };

async function take(one: Whole, deps: WindowUploadsDeps): Promise<Result<HandedOver, WindowUploadFault>> {
  const { bytes } = one;
  const meant = targetOf(one.place, deps.store);
  if (!meant.ok) return meant;
  const looked = await deps.inspect({ name: one.name, bytes, importType: meant.value.folder.importType });
  if (!looked.ok) return unfit(looked.failure);
  // Checked again: a share may have gone away while the pieces arrived.
  const target = await reached(one.place, deps);
  if (!target.ok) return target;
  const { folder, corrects } = target.value;
  const content = { companyId: folder.companyId, importType: folder.importType, sha256: looked.value.sha256 };
  const lying = deps.store.lying(content);
  if (lying !== null) return fail({ kind: 'known', itemId: lying });
  const isNotable = folder.importType !== 'entries';
  const note = isNotable ? cleanNote(one.note ?? '') : null;
  const ownNumber = isNotable ? cleanLine(one.ownNumber ?? '') : null;
  const isLate = (note !== null || ownNumber !== null) && deps.store.hasLeft(content);
  const noted = isLate ? { note: null, ownNumber: null } : { note, ownNumber };
  const said = { corrects, ...noted, by: one.userEmail ?? null };
  const isNothing = Object.values(said).every((value) => value === null);
  // Kept before the file can be found: its document has the note before anything of it can be sent. What waits in vain does no harm.
  const takeBack = isNothing ? null : deps.store.keep(content, said);
  const written = await writeFree(folder, one.name, bytes, deps);
  if (!written.ok) {
    takeBack?.();
    return written;
  }
  deps.wrote(folder);
  return ok({ folderId: folder.id, name: written.value, ...(isLate ? { noteTooLate: true } : {}) });
}

/** The folder, if it exists and is still the one that the user chose. */
async function reached(place: WindowUploadPlace, { store, files }: WindowUploadsDeps): Promise<Result<Target, WindowUploadFault>> {
  const target = targetOf(place, store);
  if (!target.ok) return target;
  const { path, identity } = target.value.folder;
  const stat = await files.stat(path);
  if (!stat.ok) return fail({ kind: 'folder-away', state: awayState(stat.failure) });
  const isOther = stat.value.kind !== 'folder' || (identity !== null && !sameFolder(identity, stat.value.identity));
  return isOther ? fail({ kind: 'folder-away', state: 'swapped' }) : target;
}

function targetOf(place: WindowUploadPlace, store: WindowUploadStore): Result<Target, WindowUploadFault> {
  if (place.kind === 'folder') {
    const folder = store.folders().find(({ id }) => id === place.folderId);
    return folder === undefined ? fail({ kind: 'no-folder' }) : ok({ folder, corrects: null });
  }
  const item = store.item(place.itemId);
  if (item === null || (item.state.kind !== 'refused' && item.state.kind !== 'unfit')) return fail({ kind: 'not-open' });
  const folder = store.folderOf(item);
  return folder === null ? fail({ kind: 'no-folder' }) : ok({ folder, corrects: item.id });
}

async function writeFree(
  folder: Folder,
  wanted: string,
  bytes: Uint8Array,
  { files, writes }: Pick<WindowUploadsDeps, 'files' | 'writes'>,
): Promise<Result<string, WindowUploadFault>> {
  for (const name of freeNames(wanted)) {
    writes(folder, name);
    const written = await files.writeBeside(join(folder.path, name), bytes);
    if (!written.ok) return fail(ofDisk(written.failure));
    if (written.value === 'written') return ok(name);
  }
  return fail({ kind: 'no-name' });
}

function awayState({ kind }: FileFault): 'denied' | 'silent' | 'missing' {
  return kind === 'denied' || kind === 'silent' ? kind : 'missing';
}

function ofDisk({ kind, code }: FileFault): WindowUploadFault {
  if (kind === 'full') return { kind: 'full' };
  if (kind === 'denied' || kind === 'silent') return { kind: 'folder-away', state: kind };
  return kind === 'gone' || kind === 'unreachable' ? { kind: 'folder-away', state: 'missing' } : { kind: 'disk', code };
}

function unfit(problem: Problem): Result<never, WindowUploadFault> {
  return fail({ kind: 'unfit', problem });
}

/** Shorter than every system's limit of 255 bytes, with room for a number. */
const BYTES_MAX = 200;
const ENDING = /\.[^.]{1,10}$/u;
// oxlint-disable-next-line no-control-regex -- No system takes these in a name, and a separator would lead elsewhere.
const FORBIDDEN = /[\u0000-\u001f<>:"/\\|?*\u007f]+/g;
/** In a folder with this many files of one name, nobody looks for a file. */
const NUMBERS_MAX = 99;

/** A file name that every system accepts, whatever browser or system it came from: never a path, never longer than a disk allows. */
function cleanName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(FORBIDDEN, '_')
    .replace(/[. ]+$/u, '');
  const safe = isDeviceName(plain) ? `_${plain}` : plain;
  const ending = ENDING.exec(safe)?.[0] ?? '';
  const stem = shortened(safe.slice(0, safe.length - ending.length), BYTES_MAX - utf8(ending).byteLength);
  return `${stem}${ending}`;
}

/** The name itself, then the name with numbers. */
function freeNames(name: string): readonly string[] {
  return Array.from({ length: NUMBERS_MAX }, (_, at) => numberedName(name, at + 1));
}

function shortened(stem: string, bytesMax: number): string {
  const letters = Array.from(stem);
  // Each turn removes one letter, and a name that comes in has at most 255.
  while (utf8(letters.join('')).byteLength > bytesMax) letters.pop();
  return letters.join('');
}

/**
 * A file is copied into the folder if it can be sent, or if a version of it can be made that can be sent. Entries are copied with their faults, which
 * are shown there line by line.
 */
export function accepted(inspected: Inspected, importType: ImportType): Result<{ readonly sha256: string }, Problem> {
  const { sha256 } = inspected;
  if (inspected.kind === 'fit') return ok({ sha256: inspected.sha256 });
  if (importType === 'entries') return sha256 !== null && !isMisplaced(inspected.problem) ? ok({ sha256 }) : fail(inspected.problem);
  return sha256 !== null && offerFor(inspected.problem) !== null ? ok({ sha256 }) : fail(inspected.problem);
}
