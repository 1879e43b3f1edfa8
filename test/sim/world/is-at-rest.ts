import type { SentDocument } from '../invariants/evidence.ts';
import { givenUpBy, lostOnTheWay } from './network/deliveries.ts';
import type { Simulation } from './simulation.ts';
import { basename } from 'node:path';
import type { Item } from '#shared/domain/item/item.ts';
import { isSameName } from '#test/support/disks/path-map.ts';
import { resultFolderOf, typeOf } from '../plan/places.ts';
import { keyOf, type Left } from './ledger.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/**
 * Describes what has not come to its end yet; empty when everything has. An end is the result that the service decided, a question to the
 * user, or "set aside" with a reason, each where it belongs; or "no answer yet", if the answer was lost for good through more than 48 hours
 * of silence or by the relay's operator.
 */
export async function notAtRest(simulation: Simulation): Promise<readonly string[]> {
  // First without the service: asking it each time costs more than everything else in the calm.
  const early = await restless(simulation, null);
  if (early.length > 0) return early;
  const documents = await simulation.documents();
  const forgotten = new Set(simulation.forgotten);
  const undecided = documents
    .filter((one) => one.documentState === null && !forgotten.has(one))
    .map(({ documentId }) => `${documentId} is not decided`);
  const apart = await simulation.apart(documents.map(({ documentId }) => documentId));
  const lost = new Set([...simulation.lost, ...apart, ...(await givenUpBy(simulation)), ...(await lostOnTheWay(simulation))]);
  return [...undecided, ...(await restless(simulation, lostOf(documents, lost)))];
}

/**
 * Documents and references whose answer is lost for good (C23). References too: after a 409 that named no document (C11) a desktop knows
 * nothing else.
 */
function lostOf(documents: readonly SentDocument[], lost: ReadonlySet<string>): ReadonlySet<string> {
  const gone = documents.filter(({ documentId }) => lost.has(documentId));
  return new Set(
    gone.flatMap(({ documentId, externalReference }) => [documentId, ...(externalReference === null ? [] : [externalReference])]),
  );
}

/** `lost` is what is lost for good; null for not known, when every "no answer yet" may be part of it. */
async function restless(simulation: Simulation, lost: Ends['lost']): Promise<readonly string[]> {
  const found = simulation.isUndone ? [] : ['something lasts'];
  // A computer that lost its secrets has enrolled at the relay again, so the relay sees the two as two computers.
  if (simulation.image?.isTold === false && simulation.keyless.size === 0)
    found.push(`nobody is told that ${simulation.image.name} runs beside its original`);
  for (const one of simulation.computers) {
    if (one.client() === null) return [`${one.name} is off`];
    const items = await one.seenItems();
    const leftAside = simulation.ledger.leftAside.get(one.name) ?? new Set();
    const ends: Ends = { lost, leftAside, keyless: simulation.keyless.has(one.name) };
    for (const left of simulation.ledger.left.values())
      found.push(...whyRestless(left, items, ends).map((why) => `${one.name}: ${left.path} ${why}`));
    for (const item of items) if (!hasEnded(item, ends)) found.push(`${one.name}: ${item.sha256?.slice(0, 8)} is ${item.state.kind}`);
  }
  return found;
}

/** Why a file in a watched folder has not come to its end on this computer, in words; empty when it has. */
export function whyRestless({ path, paper }: Left, items: readonly Item[], ends: Ends): readonly string[] {
  if (paper.kind === 'half' || path.toLowerCase().endsWith('.tmp')) return [];
  const name = basename(path);
  const own = items.filter((item) => item.importType === typeOf(path) && (item.sha256 === paper.sha256 || isSameName(item.name, name)));
  const mine = own.filter((item) => (paper.kind === 'unfit' ? true : item.sha256 === paper.sha256));
  // It was moved after its result before this computer looked, or after it had seen only an older content under this name. The checker of
  // invariant 2 requires that some computer knows it.
  const isMoved = resultFolderOf(path) !== null;
  if (mine.length === 0) return isMoved ? [] : ['was never seen'];
  const isLeft = ends.leftAside.has(keyOf(typeOf(path), paper.sha256));
  const mayBeAside = isMoved || isLeft;
  const isDone = (item: Item): boolean => hasEnded(item, ends) && (mayBeAside || item.state.kind !== 'aside');
  if (paper.kind === 'fit' || paper.kind === 'tiff') return mine.every(isDone) ? [] : ['has not ended'];
  // A user may put aside a file that only the service finds too large, like any other. It is then never sent, so the service never says
  // so.
  if (paper.kind === 'beside') return mine.every(isSpokenOf) ? [] : ['is not spoken of'];
  const isSetAside = ({ state: { kind } }: Item): boolean => kind === 'unfit' || kind === 'held' || (isLeft && kind === 'aside');
  return mine.some(isSetAside) ? [] : ['is not set aside'];
}

/** A file of entries among scans is told by its scan, or by itself; or its user ignores it. */
function isSpokenOf({ state }: Item): boolean {
  return state.kind === 'unfit' || (state.kind === 'aside' && (state.why === 'with-scan' || state.why === 'user'));
}

/**
 * What a computer's items may end with. `lost`: documents and references whose answer is lost for good; null for not known, when every "no
 * answer yet" may be one of them. `leftAside`: `type sha256` of what its user does not want sent. `keyless`: it lost its secrets, and says
 * so where an answer cannot come.
 */
type Ends = { readonly lost: ReadonlySet<string> | null; readonly leftAside: ReadonlySet<string>; readonly keyless: boolean };

/** Whether the item can no longer change by itself. */
function hasEnded({ state, sha256, reference }: Item, { lost, keyless }: Ends): boolean {
  switch (state.kind) {
    case 'accepted':
    case 'refused':
    case 'unfit':
    case 'aside':
      return true;
    case 'held':
      return state.question.kind !== 'unclear-answer';
    case 'awaiting':
      if (keyless && state.noAnswer !== undefined) return true;
      return lost === null || lost.has(state.documentId ?? reference ?? '');
    case 'waiting':
      // Its bytes are gone for good: somebody took the file away before it was sent, and the item says so.
      return state.last?.kind === 'no-file' && sha256 !== null;
    case 'uploading':
      return false;
    default:
      return unreachable(state);
  }
}
