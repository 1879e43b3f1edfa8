import type { WallMs } from '../../lib/duration.ts';
import type { Pairs } from '../folder/folder-entries.ts';
import type { Inspected } from '../folder/inspected.ts';
import type { ItemId } from '../ids.ts';
import { type Advance, to, unchanged } from './advanced.ts';
import { mayHaveLeft } from './aside.ts';
import { askedAbout } from './entries.ts';
import type { ReadEntries } from './entries-schemas.ts';
import { SCAN_KINDS } from './file-kinds.ts';
import type { Item, Pair } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Problem } from './problem.ts';
import type { EntriesMissing, Question } from './question.ts';

/** A file of entries that lies beside a scan, and what it was read as. */
export type EntriesBeside = {
  readonly itemId: ItemId;
  readonly name: string;
  readonly as: ReadEntries | { readonly problem: Problem };
};

export type PairHappening =
  /** To a scan: exactly these files of entries lie beside it now. `wasIgnored`: a user takes back that they ignored it. */
  | { readonly kind: 'entries-beside'; readonly pairs: Pairs; readonly files: readonly EntriesBeside[]; readonly wasIgnored?: boolean }
  /** To a file of entries: what follows for it from the scans beside it. */
  | { readonly kind: 'scans-beside'; readonly as: ItemState };

export function isOfPair(happening: { readonly kind: string }): happening is PairHappening {
  return happening.kind === 'entries-beside' || happening.kind === 'scans-beside';
}

/** Until a byte of it leaves under its current number, a scan follows the entries beside it; a file of entries follows its scan. */
export function withPair(item: Item, happening: PairHappening, now: WallMs): Advance {
  return happening.kind === 'entries-beside' ? withEntries(item, happening, now) : besideScans(item, happening.as, now);
}

type Beside = Extract<PairHappening, { kind: 'entries-beside' }>;

function withEntries(item: Item, { pairs, files, wasIgnored = false }: Beside, now: WallMs): Advance {
  if (!followsEntries(item)) return unchanged(item);
  const { pair, ...rest } = item;
  if (pairs !== 'expected' && files.length === 0 && isUntaken(item)) return unchanged(item);
  if (pairs === 'no') return pair?.kind === 'with' || isAsked(item) ? withoutPairs(rest, wasIgnored, now) : unchanged(item);
  if (pair?.kind === 'without' && files.every(({ itemId }) => pair.seen.includes(itemId))) return unchanged(item);
  const [one, another] = files;
  if (one === undefined && pairs === 'if-there' && pair?.kind !== 'with') return isAsked(item) ? alone(item, now) : unchanged(item);
  if (one === undefined || another !== undefined || 'problem' in one.as) return missing(item, files, now);
  // Of the same bytes a user may have chosen some lines; whether they are still read as these is seen before they leave.
  const isSame = pair?.kind === 'with' && pair.itemId === one.itemId && item.entries?.mappingSha256 === one.as.mappingSha256;
  if (isSame && (item.state.kind === 'waiting' ? item.entries?.allowedAt !== undefined : item.state.question.kind === 'entries')) {
    return unchanged(item);
  }
  const wasAgain = item.state.kind === 'held' && item.state.question.kind === 'entries' && item.state.question.again === true;
  const again = pair?.kind === 'with' && (item.entries?.allowedAt !== undefined || wasAgain);
  const paired: Item = { ...rest, pair: { kind: 'with', itemId: one.itemId, name: one.name }, entries: one.as };
  return to(paired, now, askedAbout(one.as, { again }), ['tell-question']);
}

type Following = Item & { readonly state: Extract<ItemState, { kind: 'waiting' | 'held' }> };

/** It waits for nothing but to be sent, or is held for its entries, and nothing was begun under its current number. */
function followsEntries(item: Item): item is Following {
  if (item.reference !== null || item.importType === 'entries' || item.pair?.kind === 'file') return false;
  return item.state.kind === 'waiting' || isAsked(item);
}

function isAsked({ state, pair }: Item): boolean {
  if (state.kind !== 'held') return false;
  return state.question.kind === 'entries-missing' || (state.question.kind === 'entries' && pair?.kind === 'with');
}

function isUntaken({ state }: Item): boolean {
  return state.kind === 'held' && state.question.kind === 'entries-missing' && state.question.untaken === true;
}

/** Its folder takes no entries any more: it is sent as any scan, unless a user had ignored it and is to be asked first. */
function withoutPairs(item: Item, wasIgnored: boolean, now: WallMs): Advance {
  if (!wasIgnored) return alone(withoutEntries(item), now);
  return to(withoutEntries(item), now, { kind: 'held', question: { kind: 'entries-missing', files: [], untaken: true } }, [
    'tell-question',
  ]);
}

/** Nothing is expected beside it: it is sent as any scan. */
function alone(item: Item, now: WallMs): Advance {
  return item.state.kind === 'held' ? to(item, now, { kind: 'waiting', dueAt: now, last: null }) : { item, chores: [] };
}

function missing(item: Item, files: readonly EntriesBeside[], now: WallMs): Advance {
  const [one, another] = files;
  const question: EntriesMissing = {
    kind: 'entries-missing',
    files: files.slice(0, PAIR_FILES_NAMED).map(({ itemId, name }) => ({ itemId, name })),
    ...(one !== undefined && another === undefined && 'problem' in one.as ? { problem: one.as.problem } : {}),
  };
  if (item.state.kind === 'held' && isSameQuestion(item.state.question, question)) return unchanged(item);
  // Which file went with it until now is kept: it is missed where the folder does not expect one.
  return to(withoutEntries(item), now, { kind: 'held', question }, ['tell-question']);
}

/** Files of entries that lie beside a scan, as a question names them; so many are named. */
const PAIR_FILES_NAMED = 5;

function isSameQuestion(one: Question, other: EntriesMissing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withoutEntries(item: Item): Item {
  const { entries: _, ...bare } = item;
  return bare;
}

/** A user who releases a scan that is held for its entries has it sent without any. */
export function sentWithoutEntries(item: Item, now: WallMs): Item {
  const { state } = item;
  const question = state.kind === 'held' || state.kind === 'aside' ? state.question : undefined;
  if (question?.kind !== 'entries-missing') return item;
  return { ...withoutEntries(item), pair: { kind: 'without', at: now, seen: question.files.map(({ itemId }) => itemId) } };
}

/** The document of the file whose entries go with this one; null for none. */
export function entriesFileOf({ pair, entries }: Pick<Item, 'pair' | 'entries'>): ItemId | null {
  return pair?.kind === 'with' && entries !== undefined ? pair.itemId : null;
}

/** Of a scan, the files of entries that it goes with, goes without, or is asked about; of such a file, its scan. */
export function besideIn({ pair, state }: Pick<Item, 'pair' | 'state'>): readonly ItemId[] {
  const question = state.kind === 'held' || state.kind === 'aside' ? state.question : undefined;
  return [
    ...(pair?.kind === 'with' ? [pair.itemId] : []),
    ...(pair?.kind === 'without' ? pair.seen : []),
    ...(question?.kind === 'entries-missing' ? question.files.map(({ itemId }) => itemId) : []),
    ...(state.kind === 'aside' && state.why === 'with-scan' && state.into !== undefined ? [state.into] : []),
  ];
}

/** The documents of all files that leave with it. */
export function filesSentWith(item: Pick<Item, 'id' | 'parts' | 'pair' | 'entries'>): readonly ItemId[] {
  const beside = entriesFileOf(item);
  return [...(item.parts?.map(({ itemId }) => itemId) ?? [item.id]), ...(beside === null ? [] : [beside])];
}

/** Whether a copy of its bytes may still be needed: that of a scan's entries as long as that of the scan. */
export function needsCopy(item: Item | null, get: (itemId: ItemId) => Item | null): boolean {
  // Nobody knows what lies in the copy of one that is still to be converted.
  if (item === null || item.toConvert !== undefined) return false;
  const { state } = item;
  if (state.kind === 'aside') return state.why === 'with-scan' && state.into !== undefined && needsCopy(get(state.into), get);
  return state.kind === 'waiting' || state.kind === 'uploading' || state.kind === 'held';
}

/** What another computer sent with the scan, if anything, is not known here. */
export function withoutPair(item: Item): Item {
  if (item.pair === undefined || item.pair.kind === 'file') return item;
  const { pair: _, ...bare } = withoutEntries(item);
  return bare;
}

function besideScans(item: Item, as: ItemState, now: WallMs): Advance {
  const { state } = item;
  if (item.pair?.kind !== 'file' || JSON.stringify(state) === JSON.stringify(as)) return unchanged(item);
  // What a user ignores stays ignored, unless it goes with a scan.
  const isLeft = state.kind === 'aside' && state.why !== 'with-scan';
  if (isLeft && (as.kind === 'unfit' || state.why !== 'user')) return unchanged(item);
  return state.kind === 'unfit' || state.kind === 'aside' ? to(item, now, as, as.kind === 'unfit' ? ['tell-unfit'] : []) : unchanged(item);
}

/** `owners`: those that it may go with, wherever their files are by now. `scans`: those that lie beside it. */
type ScansOf = { readonly owners: readonly Item[]; readonly scans: readonly Item[]; readonly pairs: Pairs };

/** The state of a file of entries among scans, by the scans that it goes with and that lie beside it. */
export function stateOfEntriesFile(file: Pick<Item, 'id' | 'name'>, { owners, scans, pairs }: ScansOf): ItemState {
  const among: Problem = { kind: 'entries-among-scans', found: pairedEndingOf(file.name) ?? 'txt' };
  const beside = (scan: Item): ItemState => ({ kind: 'aside', why: 'with-scan', into: scan.id, unfit: { by: 'intray', problem: among } });
  const own = owners.find((scan) => entriesFileOf(scan) === file.id);
  if (own !== undefined) return beside(own);
  if (pairs === 'no') return unfit(among);
  const [other] = scans;
  if (other === undefined) return unfit({ kind: 'entries-without-scan' });
  // The question about the scan names it; and what another computer sent, or a user has left out, needs nobody.
  const spoken = scans.find((scan) => !mayHaveLeft(scan) || scan.sentElsewhere || isLeftOut(scan, file.id));
  return spoken === undefined ? unfit({ kind: 'entries-late', name: other.name }) : beside(spoken);
}

/** The same where the file is nowhere any more: what is told by its scan needs nobody. */
export function stateOfGoneFile(file: Pick<Item, 'id' | 'state'>, owners: readonly Item[]): ItemState {
  const { state } = file;
  const isOwned = owners.some((scan) => entriesFileOf(scan) === file.id);
  if (isOwned || state.kind !== 'aside' || state.why !== 'with-scan') return state;
  const { into: _, ...open } = state;
  return { ...open, why: 'gone' };
}

function unfit(problem: Problem): ItemState {
  return { kind: 'unfit', by: 'intray', problem };
}

function isLeftOut({ pair }: Item, fileId: ItemId): boolean {
  return pair?.kind === 'without' && pair.seen.includes(fileId);
}

/** Of a name that only a file of entries has among scans; null for any other. What has `.txt` may be a text for people: its content decides. */
function pairedEndingOf(name: string): (typeof PAIRED_ENDINGS)[number] | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return PAIRED_ENDINGS.find((one) => name.includes('.') && one === ending) ?? null;
}

const PAIRED_ENDINGS = ['json', 'csv', 'xlsx'] as const;

/**
 * The scan and the file of entries among the documents of one sub-folder, if it has no other scan or such file: they belong together whatever their names.
 * What has left with another one belongs to that. `ownersOf`: the scans that a file may go with, wherever they are.
 */
export function solePair(items: readonly Item[], ownersOf: (fileId: ItemId) => readonly Item[]): readonly Item[] {
  const [scan, ...scans] = items.filter(isScan);
  const [file, ...files] = items.filter(({ pair }) => pair?.kind === 'file');
  if (scan === undefined || file === undefined || scans.length + files.length > 0) return [];
  const others = [scan, ...ownersOf(file.id)].filter((owner) => (owner.id === scan.id) !== (withFile(owner) === file.id));
  return others.some((owner) => mayHaveLeft(owner) && withFile(owner) !== null) ? [] : [scan, file];
}

function withFile({ pair }: Item): ItemId | null {
  return pair?.kind === 'with' ? pair.itemId : null;
}

/** Whether a document may have entries beside it: a scan, also one that cannot be sent as it is. */
export function isScan({ pair, importType, mediaType, state }: Item): boolean {
  if (pair?.kind === 'file' || importType === 'entries') return false;
  const problem = state.kind === 'unfit' ? state.problem : state.kind === 'aside' ? state.unfit?.problem : undefined;
  return mediaType !== null || problem?.kind !== 'not-taken' || SCAN_KINDS.some((kind) => kind === problem.found);
}

/** The document with what its file has to do with a pair. A file of entries among scans may be read differently than before. */
export function withPairOf(item: Item, inspected: Inspected): Item {
  const pair = pairOfFile(item, inspected);
  return pair === undefined || JSON.stringify(pair) === JSON.stringify(item.pair) ? item : { ...item, pair };
}

/** Undefined for a scan. */
function pairOfFile({ importType, name }: Item, inspected: Inspected): Pair | undefined {
  if (inspected.kind === 'fit' || importType === 'entries') return undefined;
  if (inspected.entries !== undefined) return { kind: 'file', as: inspected.entries };
  return pairedEndingOf(name) === null ? undefined : { kind: 'file', as: { problem: inspected.problem } };
}

/**
 * What the names of a scan and of its entries have in common: the path without the ending. Letter case does not count, since Windows does not tell it
 * apart, and a Mac may write an accented letter as two characters.
 */
export function pairKeyOf(relativePath: string): string {
  return relativePath
    .replace(/\.[^./]*$/, '')
    .normalize('NFC')
    .toLowerCase();
}
