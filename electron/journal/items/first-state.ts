import type { FoundFile } from '#electron/intake/store.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { convertedByItself } from '#shared/domain/folder/folder-conversions.ts';
import type { FitFile } from '#shared/domain/folder/inspected.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { askedAbout, doesRepeat, goesByItself, repeatsIn } from '#shared/domain/item/entries.ts';
import type { ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { stateOfLike } from '#shared/domain/item/sent-before/like-sent.ts';
import type { NewSubfolderRows } from './files/new-subfolder-rows.ts';
import type { LineKeyRows } from './line-key-rows.ts';
import type { OtherTypeRows } from './type-decision-rows.ts';
import type { SentBeforeRows } from './sent-before-rows.ts';

export type FirstStateDeps = {
  readonly otherTypes: OtherTypeRows;
  readonly newSubfolders: NewSubfolderRows;
  readonly sentBefore: Pick<SentBeforeRows, 'ofFile'>;
  readonly lineKeys: Pick<LineKeyRows, 'overlapOf'>;
};

type First = {
  readonly folder: Folder;
  readonly found: FoundFile;
  readonly now: WallMs;
  readonly displaced: Item | null;
  /** The item of this content, if there is one. */
  readonly same: Item | null;
};

/**
 * `toConvert`: what a version is to be made from before it is sent, as the folder is set. `allowed`: that its entries go by themselves counts as a user's
 * consent to them.
 */
export type FirstState = {
  readonly as: ItemState;
  readonly toConvert?: ConvertedKind | undefined;
  readonly allowed?: { readonly allowedAt: WallMs };
};

/** The state of a document whose file was just found: what asks something, then what may go. */
export function firstState(rows: FirstStateDeps, of: First): FirstState {
  const { inspected } = of.found;
  if (inspected.kind === 'fit' && inspected.entries !== undefined)
    return stateOfEntries(rows, of, { ...inspected, entries: inspected.entries });
  if (inspected.kind === 'fit') return { as: stateOfFit(rows, of, inspected) };
  const toConvert = toConvertOf(of);
  if (toConvert === null) return { as: { kind: 'unfit', by: 'intray', problem: inspected.problem } };
  return { as: stateOfFit(rows, of, inspected), toConvert };
}

/**
 * What is in the file is asked about, whatever else might be asked: a yes to that would be none to its lines. Only a new file in a folder whose files go by
 * themselves, about which nothing else is to be asked, is not.
 */
function stateOfEntries(rows: FirstStateDeps, of: First, inspected: FitFile & { readonly entries: ReadEntries }): FirstState {
  const { folder, same, now } = of;
  const { entries, lineKeys } = inspected;
  const { companyId } = folder;
  const repeats = lineKeys === undefined ? null : repeatsIn(rows.lineKeys.overlapOf({ companyId, item: same }, lineKeys, now));
  const asked = { as: askedAbout(entries, { repeats }) };
  if (same !== null || !goesByItself(folder.entries, entries, doesRepeat(repeats))) return asked;
  const as = stateOfFit(rows, of, inspected);
  return as.kind === 'waiting' ? { as, allowed: { allowedAt: now } } : asked;
}

/** What was agreed to already stays as it is, and what was found before the folder was set like this is left to the user. */
function toConvertOf({ folder, found, now, same }: First): ConvertedKind | null {
  const { inspected } = found;
  if (inspected.kind === 'fit' || inspected.sha256 === null || same?.conversion !== undefined) return null;
  return convertedByItself(inspected.problem, folder.converts, same?.foundAt ?? now);
}

type Asked = Pick<FitFile, 'question' | 'pages'> & Pick<FoundFile['inspected'], 'sha256'>;

function stateOfFit(rows: FirstStateDeps, { folder, found, now, displaced, same }: First, inspected: Asked): ItemState {
  const twin = rows.otherTypes.of({ ...folder, sha256: inspected.sha256 });
  if (twin !== null) return { kind: 'held', question: { kind: 'other-type', itemId: twin.itemId } };
  // This comes before the question about a bulk arrival, because a yes to that one is meant for documents.
  const { question } = inspected;
  if (question !== undefined && question !== 'entries') return { kind: 'held', question: { kind: question } };
  if (found.bulkArrival) return { kind: 'held', question: { kind: 'bulk-arrival' } };
  const subfolder = rows.newSubfolders.askedAbout(folder, found, now);
  if (subfolder !== null) return { kind: 'held', question: { kind: 'new-subfolder', subfolder } };
  return (
    stateOfLikeSent(rows, { folder, found, displaced, same }, inspected) ??
    (isAskedAbout(displaced) ? { kind: 'held', question: { kind: 'bulk-arrival' } } : { kind: 'waiting', dueAt: now, last: null })
  );
}

/** Null if it is like no document that was sent, or is to be sent all the same: what is about to leave is compared once more. */
function stateOfLikeSent(
  { sentBefore }: FirstStateDeps,
  { folder, found, displaced, same }: Omit<First, 'now'>,
  inspected: Asked,
): ItemState | null {
  if (same?.sentBefore !== undefined) return null;
  const like = sentBefore.ofFile({
    companyId: folder.companyId,
    sha256: inspected.sha256,
    pages: inspected.pages ?? [],
    displaced,
    place: found,
  });
  return like === null || like.rule === 'send' ? null : stateOfLike(like.before, like.rule);
}

/**
 * A changed file gets the question of its predecessor: nobody has said yet that files of that kind are to be sent. Whoever ignored a file that
 * could not be sent has said nothing about what took its place.
 */
function isAskedAbout(displaced: Item | null): boolean {
  if (displaced === null) return false;
  const { state } = displaced;
  return (
    (state.kind === 'held' && state.question.kind === 'bulk-arrival') ||
    (state.kind === 'aside' && state.why === 'user' && state.unfit === undefined)
  );
}
