import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Converter, JoinFault } from '#shared/ports/converter.ts';
import type { Joining, KnownPath } from '../store.ts';
import { hasRoom, intoFreeFile, type MakeVersion, type MakeVersionDeps, OF_THE_FILE, type Version } from './make-of-file.ts';

/** `part`: the document whose file is the reason; null if no single one is. */
export type NotJoined = { readonly fault: ConvertFault; readonly part: ItemId | null };

/** Makes one PDF of the parts, each from the first of its files that has its bytes. Nothing else changes. */
export async function makeJoined(joining: Joining, of: MakeVersion, deps: MakeVersionDeps): Promise<Result<Version, NotJoined>> {
  const { converter, room } = deps;
  if (converter === null) return fail({ fault: 'broken', part: null });
  if (!(await hasRoom(of.bytes, deps))) return fail({ fault: 'no-room', part: null });
  const tries = joining.parts.map(({ itemId }) => ({
    places: deps.store.places(itemId),
    at: 0,
    isFetched: false,
    found: new Set<ConvertFault>(),
  }));
  for (let isRoomMade = false; ; ) {
    const places = tries.map(({ places: all, at }) => all[at] ?? null);
    const none = places.indexOf(null);
    if (none >= 0) return fail({ fault: nearest(tries[none]?.found), part: joining.parts[none]?.itemId ?? null });
    const made = await joinOnce(joining, { converter, of, places: places.filter((place) => place !== null) }, deps);
    if (made.ok) return made;
    const { fault, source } = made.failure;
    const failing = source === null ? undefined : tries[source];
    if (fault === 'no-room' && !isRoomMade) {
      isRoomMade = true;
      await room.full();
    } else if (failing === undefined || !OF_THE_FILE.some((one) => one === fault)) {
      return fail({ fault, part: source === null ? null : (joining.parts[source]?.itemId ?? null) });
    } else await next(failing, { fault, fetch: of.fetch }, deps);
  }
}

type Tries = { readonly places: readonly KnownPath[]; at: number; isFetched: boolean; readonly found: Set<ConvertFault> };

/** The same file once more if it could be fetched; otherwise the next one. Each file is fetched once. */
async function next(
  of: Tries,
  { fault, fetch }: { readonly fault: ConvertFault; readonly fetch: boolean },
  deps: MakeVersionDeps,
): Promise<void> {
  const place = of.places[of.at];
  if (fault === 'in-cloud' && fetch && !of.isFetched && place !== undefined) {
    of.isFetched = true;
    if ((await deps.reader.read({ ...place, want: 'hash', copy: null, fetch: true })).ok) return;
  }
  of.found.add(fault);
  of.at += 1;
  of.isFetched = false;
}

function nearest(found: ReadonlySet<ConvertFault> | undefined): ConvertFault {
  return OF_THE_FILE.find((fault) => found?.has(fault)) ?? 'gone';
}

type Once = { readonly converter: Converter; readonly of: MakeVersion; readonly places: readonly KnownPath[] };

async function joinOnce(
  { id, parts }: Joining,
  { converter, of, places }: Once,
  { spool }: MakeVersionDeps,
): Promise<Result<Version, JoinFault>> {
  const { progress, stop } = of;
  if (stop.aborted) return fail({ fault: 'stopped', source: null });
  const sources = parts.flatMap(({ sha256, kind }, at) => {
    const place = places[at];
    return place === undefined ? [] : [{ ...place, sha256, kind }];
  });
  return intoFreeFile(spool, (path) => converter.join({ kind: 'joined', sources, copy: { path, itemId: id } }, { progress, stop }));
}
