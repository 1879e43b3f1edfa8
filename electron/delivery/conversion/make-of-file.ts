import type { ConvertedKind, ConvertFault, MadeConversion, VersionSource } from '#shared/domain/item/conversion/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Converter, ConvertProgress } from '#shared/ports/converter.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { CopyBudget } from '../copy-slots.ts';
import type { Spool } from '../spool.ts';
import type { DeliveryStore, KnownPath } from '../store.ts';
import type { ConversionNews } from '#shared/app-api/conversion.ts';
import { Emitter } from '#shared/async/emitter.ts';
import { StopSource } from '#shared/async/stop-source.ts';

export type MakeVersionDeps = {
  /** Null where this host has none. */
  readonly converter: Converter | null;
  readonly reader: FileReader;
  /** There was no room for a copy, so none was begun. */
  readonly noRoom: () => void;
  readonly store: Pick<DeliveryStore, 'places'>;
  readonly spool: Pick<Spool, 'take' | 'giveBack'>;
  readonly room: Pick<CopyBudget, 'takes' | 'full'>;
};

/** What was made, and the file of the spool that has it, which belongs to no item yet. */
export type Version = { readonly path: string; readonly conversion: MadeConversion };

export type MakeVersion = {
  readonly kind: VersionSource;
  /** Of a protected PDF, if it is known. */
  readonly password: string | null;
  /** Whether all pictures of a file that has several become pages. */
  readonly allPictures: boolean;
  /** How large it is, or may be at most. */
  readonly bytes: number;
  /** Whether a file that is only in the cloud may be fetched. */
  readonly fetch: boolean;
  readonly progress: (at: ConvertProgress) => void;
  readonly stop: Stop;
};

/** What one file cannot give, another one of the same content may; the most promising one first. */
export const OF_THE_FILE = ['in-cloud', 'unreadable', 'changed', 'gone'] as const satisfies readonly ConvertFault[];

export type OfFile = MakeVersion & { readonly kind: ConvertedKind };

/** Makes a version of the item from the first of its files that has its bytes. The item, and its copy if it has one, stay as they are. */
export async function makeOfFile(item: Item, of: OfFile, deps: MakeVersionDeps): Promise<Result<Version, ConvertFault>> {
  if (deps.converter === null || item.sha256 === null) return fail('broken');
  if (!(await hasRoom(of.bytes, deps))) return fail('no-room');
  const found = new Set<ConvertFault>();
  for (const place of deps.store.places(item.id)) {
    const make = { converter: deps.converter, place, of, item: { id: item.id, sha256: item.sha256 } };
    const made = await inRoom(make, deps);
    if (made.ok || !OF_THE_FILE.some((fault) => fault === made.failure)) return made;
    found.add(made.failure);
  }
  return fail(OF_THE_FILE.find((fault) => found.has(fault)) ?? 'gone');
}

type Make = {
  readonly converter: Converter;
  readonly place: KnownPath;
  readonly of: OfFile;
  readonly item: { readonly id: Item['id']; readonly sha256: string };
};

/** Tries once more if the disk was full, after unused copies were given back, and if the file had to be fetched. */
async function inRoom(make: Make, deps: MakeVersionDeps): Promise<Result<Version, ConvertFault>> {
  const made = await makeOnce(make, deps);
  if (made.ok) return made;
  if (made.failure === 'no-room') await deps.room.full();
  else if (made.failure !== 'in-cloud' || !make.of.fetch) return made;
  else if (!(await deps.reader.read({ ...make.place, want: 'hash', copy: null, fetch: true })).ok) return made;
  return makeOnce(make, deps);
}

async function makeOnce({ converter, place, of, item }: Make, { spool }: MakeVersionDeps): Promise<Result<Version, ConvertFault>> {
  const { kind, password, allPictures, progress, stop } = of;
  if (stop.aborted) return fail('stopped');
  return intoFreeFile(spool, (path) =>
    converter.convert({ ...place, sha256: item.sha256, kind, password, allPictures, copy: { path, itemId: item.id } }, { progress, stop }),
  );
}

/** Whether there is room for a copy of this size; if there is none, that is told. */
export async function hasRoom(bytes: number, { room, noRoom }: Pick<MakeVersionDeps, 'room' | 'noRoom'>): Promise<boolean> {
  const isThere = await room.takes(bytes);
  if (!isThere) noRoom();
  return isThere;
}

/** What `make` writes to a free file of the spool, which it keeps. */
export async function intoFreeFile<Fault>(
  spool: MakeVersionDeps['spool'],
  make: (path: string) => Promise<Result<MadeConversion, Fault>>,
): Promise<Result<Version, Fault>> {
  const path = spool.take();
  const made = await make(path);
  if (made.ok) return ok({ path, conversion: made.value });
  // After a failed call, something may still be writing there.
  await spool.giveBack(path, 'doubtful');
  return made;
}

export type Under = { readonly progress: (at: ConvertProgress) => void; readonly stop: Stop };

type PageNews = Extract<ConversionNews, { kind: 'page' }>;

/** Does the work, and says how far it is. Any of `stops` ends it, and so does a reader that leaves. */
export async function* withPages<T>(
  work: (under: Under) => Promise<T>,
  stops: readonly (Stop | undefined)[],
): AsyncGenerator<PageNews, T, void> {
  const ends = new StopSource();
  const left = stops.map((stop) => ends.follow(stop));
  const moved = new Emitter();
  const far: { at: ConvertProgress | null; isOver: boolean } = { at: null, isOver: false };
  const progress = (at: ConvertProgress): void => {
    far.at = at;
    moved.emit();
  };
  try {
    const working = work({ progress, stop: ends }).finally(() => {
      far.isOver = true;
      moved.emit();
    });
    // A reader that leaves amid the pages waits for nothing more.
    working.catch(() => undefined);
    for (let shown: ConvertProgress | null = null; !far.isOver; ) {
      if (far.at === null || far.at === shown) await moved.next();
      else yield { kind: 'page', ...(shown = far.at) };
    }
    return await working;
  } finally {
    for (const leave of left) leave();
    ends.abort();
  }
}
