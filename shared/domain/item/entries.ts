import { metadataFor, sameMetadata } from '../../entries/canonical.ts';
import type { Overlap } from '../../entries/overlap.ts';
import { type WallMs, wallMs } from '../../lib/duration.ts';
import { type Advance, to, underNumber, unchanged } from './advanced.ts';
import { isForUser, isUnsent, maySendAgain } from './aside.ts';
import type { ReadEntries } from './entries-schemas.ts';
import type { Inspected } from '../folder/inspected.ts';
import type { FolderEntries } from '../folder/folder-entries.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Problem } from './problem.ts';
import { RESUBMISSION_MAX } from './reference.ts';
import { unreachable } from '../../lib/unreachable.ts';

/** A file's first faults are kept, for the panel; the others are only counted. */
export const FAULTS_KEPT = 20;
/** Of a file's warnings and errors so many are shown beside their lines; all are counted. */
export const FAULTS_SHOWN = 1_000;
/** Of a foreign cell, as it is kept in a fault. */
export const FAULT_VALUE_CHARACTERS_MAX = 80;

/** Its file was read once more, to be sent; or it is about to leave without a user's word. */
export type EntriesRead = {
  readonly kind: 'entries-read';
  readonly as: ReadEntries | { readonly problem: Problem };
  readonly repeats?: Repeats | null;
};
/** A user has looked at exactly these lines, and wants them sent. */
type EntriesAllowed = { readonly kind: 'entries-allowed'; readonly as: ReadEntries };
/** Another mapping was made for its folder, by which its file is still to be read. */
type MappingChanged = { readonly kind: 'mapping-changed' };
/** Its file was read by another mapping of its folder than before. `as`: the state of a new one; `read`: null if it is unfit now. */
export type EntriesReadAnew = { readonly kind: 'entries-read-anew'; readonly as: ItemState; readonly read: ReadAnew | null };
type ReadAnew = Pick<Item, 'mediaType'> & { readonly entries: ReadEntries };
/** The accountant's tool has accepted a part of a batch that is too large for one import. */
type NextPart = { readonly kind: 'next-part' };
/** A user has an accepted item sent once more, under this number, and has confirmed that it is booked twice (a corrected mapping). */
type EntriesAgain = { readonly kind: 'entries-again'; readonly as: ReadEntries; readonly resubmission: number };
export type EntriesHappening = EntriesRead | EntriesAllowed | EntriesAgain | MappingChanged | EntriesReadAnew | NextPart;

/** How many lines were sent before, and how many of the others were sent under another day. */
export type Repeats = { readonly repeated: number; readonly otherDates: number };

const KINDS: ReadonlySet<string> = new Set<EntriesHappening['kind']>([
  'entries-read',
  'entries-allowed',
  'entries-again',
  'mapping-changed',
  'entries-read-anew',
  'next-part',
]);

export function isOfEntries(happening: { readonly kind: string }): happening is EntriesHappening {
  return KINDS.has(happening.kind);
}

export function withEntries(item: Item, happening: EntriesHappening, now: WallMs): Advance {
  switch (happening.kind) {
    case 'entries-read':
      return withEntriesRead(item, happening, now);
    case 'entries-allowed':
      return withEntriesAllowed(item, happening, now);
    case 'entries-again':
      return withEntriesAgain(item, happening, now);
    case 'mapping-changed':
      return withMappingChanged(item, now);
    case 'entries-read-anew':
      return withEntriesReadAnew(item, happening, now);
    case 'next-part':
      return withNextPart(item, now);
    default:
      return unreachable(happening);
  }
}

/** Asked for every file of entries, unless it goes by itself: what is booked twice is worse than what is late. */
export function askedAbout(
  { lines, debitCents, creditCents, warnings, choose, parts }: ReadEntries,
  { again, repeats }: { readonly again?: boolean; readonly repeats?: Repeats | null } = {},
): ItemState {
  const question = {
    kind: 'entries',
    lines,
    debitCents,
    creditCents,
    warnings,
    ...(again === true ? { again } : {}),
    ...(choose === undefined ? {} : { choose }),
    ...(parts === undefined ? {} : { imports: parts.length }),
    ...repeatsAsked(repeats),
  } as const;
  return { kind: 'held', question };
}

/** Entries that no user has agreed to yet. */
export function lacksConsent({ importType, pair, entries }: Pick<Item, 'importType' | 'pair' | 'entries'>): boolean {
  return (importType === 'entries' || pair?.kind === 'with') && entries?.allowedAt === undefined;
}

/** Whether these are the lines that a user agreed to. */
export function isAgreed({ entries }: Pick<Item, 'entries'>, { linesSha256, mappingSha256 }: ReadEntries): boolean {
  return entries?.allowedAt !== undefined && entries.linesSha256 === linesSha256 && entries.mappingSha256 === mappingSha256;
}

function repeatsAsked(repeats: Repeats | null = null): Partial<Repeats> {
  const { repeated, otherDates } = repeats ?? { repeated: 0, otherDates: 0 };
  return { ...(repeated === 0 ? {} : { repeated }), ...(otherDates === 0 ? {} : { otherDates }) };
}

/** Held with its question as it is now: what repeats may have been sent, or refused, since it was asked. Null: nothing is known of its lines. */
export function askedNow(item: Item, repeats: Repeats | null): Item {
  const { state } = item;
  if (state.kind !== 'held' || state.question.kind !== 'entries' || repeats === null) return item;
  const { repeated: _, otherDates: _before, ...question } = state.question;
  return { ...item, state: { ...state, question: { ...question, ...repeatsAsked(repeats) } } };
}

export function doesRepeat(repeats: Repeats | null): boolean {
  return repeats === null || repeats.repeated > 0 || repeats.otherDates > 0;
}

/**
 * Whether a file that was just found is sent without a question, because a user ticked that for its folder: it is read by the same mapping (or needs none),
 * is not the whole books of a year, has nothing that puts its sums in doubt, fits, and repeats no line that was sent.
 */
export function goesByItself({ byItself }: Pick<FolderEntries, 'byItself'>, read: ReadEntries, repeats: boolean): boolean {
  if (byItself === null || byItself.mappingSha256 !== read.mappingSha256) return false;
  return read.lines > 0 && read.choose === undefined && read.inDoubt === undefined && read.parts === undefined && !repeats;
}

/** Whether a user is asked about its entries, or those beside it, now: only a look at the lines answers that, and no yes to many documents at once. */
export function mayAllowEntries({ state }: Pick<Item, 'state'>): boolean {
  return isForUser(state) && state.question?.kind === 'entries';
}

/** Whether a user may have an accepted item sent once more. What came of one in doubt, or without an answer, is to be known first. */
export function mayBookTwice({ importType, state }: Pick<Item, 'importType' | 'state'>): boolean {
  return importType === 'entries' && state.kind === 'accepted';
}

/**
 * Whether a user who has its lines sent once more has them read by its folder's mapping of now: it was accepted, or refused and nobody has agreed to it
 * since. Until then it is known by the mapping that it was sent by.
 */
export function isReadAnew(item: Pick<Item, 'importType' | 'pair' | 'entries' | 'resubmission' | 'state'>): boolean {
  if (item.importType !== 'entries') return false;
  return mayBookTwice(item) || (lacksConsent(item) && item.resubmission > 0 && item.entries?.part === undefined);
}

/** Whether a user may have it sent once more in another reading, once its folder has another mapping: an accepted one beside what was booked, or a refused one. */
export function maySendCorrected(item: Item): boolean {
  return mayBookTwice(item) || (item.importType === 'entries' && item.entries?.part === undefined && maySendAgain(item));
}

/** They are sent as they were agreed to, or not at all. */
function withEntriesAllowed(item: Item, { as }: EntriesAllowed, now: WallMs): Advance {
  if (!mayAllowEntries(item) || as.lines === 0 || !fits(item, as)) return unchanged(item);
  return to({ ...item, entries: { ...partOf(as, 1), allowedAt: now } }, now, { kind: 'waiting', dueAt: now, last: null });
}

/** What is too large for one import can be cut, unless it goes with a scan, which has one number. */
export function fits({ importType }: Pick<Item, 'importType'>, { parts }: Pick<ReadEntries, 'parts'>): boolean {
  return parts === undefined || (importType === 'entries' && parts.length > 0);
}

/** What is sent under one number: the part of a batch that is too large for one import, else all of it. */
function partOf<T extends ReadEntries>(entries: T, n: number): T {
  const { parts = [] } = entries;
  const part = parts[n - 1];
  return part === undefined ? entries : { ...entries, ...part, part: { n, of: parts.length } };
}

/**
 * The next part follows under the next number, without another question: the user has agreed to all of them. Only if the accountant's tool has accepted this
 * one, and by the metadata that came back it is the one that was sent from here (C48): another computer may have cut the file otherwise.
 */
function withNextPart(item: Item, now: WallMs): Advance {
  const { state, entries, resubmission } = item;
  if (state.kind !== 'accepted' || state.unproven !== undefined || state.contradicted || resubmission >= RESUBMISSION_MAX)
    return unchanged(item);
  if (entries?.part === undefined || entries.part.n >= entries.part.of || entries.returned !== 'same') return unchanged(item);
  const { returned: _, ...kept } = entries;
  const anew = { ...item, ...underNumber(resubmission + 1), entries: partOf(kept, entries.part.n + 1) };
  return to(anew, now, { kind: 'waiting', dueAt: now, last: null });
}

/**
 * A refused batch is read again by its folder's mapping of now, and asked about; a part of one, or what lies beside an invoice, is sent as it was. What came
 * back was about the sending before.
 */
export function entriesSentAgain({ importType, entries }: Item, now: WallMs): Pick<Item, 'entries'> {
  if (entries === undefined) return {};
  const { returned: _, repeated, allowedAt: _before, ...kept } = entries;
  if (importType === 'entries' && entries.part === undefined) return { entries: kept };
  return { entries: { ...kept, ...(repeated === undefined ? {} : { repeated }), allowedAt: now } };
}

/** With whether the metadata that came with its result is what is sent here (C48). By members; it is never what a result is matched by. */
export function withReturned(item: Item, metadata: unknown): Item {
  const { entries } = item;
  // An invoice has no metadata, whatever lines go with it.
  if (entries === undefined || item.importType !== 'entries') return item;
  const returned = sameMetadata(metadataFor(entries), metadata) ? 'same' : 'different';
  return entries.returned === returned ? item : { ...item, entries: { ...entries, returned } };
}

/** Only the lines that a user agreed to are sent: others, from the same bytes, are asked about, and those that were sent meanwhile from another file. */
function withEntriesRead(item: Item, { as, repeats }: EntriesRead, now: WallMs): Advance {
  if (item.state.kind !== 'waiting') return unchanged(item);
  if ('problem' in as && item.pair?.kind === 'with') {
    const { itemId, name } = item.pair;
    const { entries: _, ...bare } = item;
    return to(bare, now, { kind: 'held', question: { kind: 'entries-missing', files: [{ itemId, name }], problem: as.problem } }, [
      'tell-question',
    ]);
  }
  if ('problem' in as) return to(item, now, { kind: 'unfit', by: 'intray', problem: as.problem }, ['drop-spool', 'tell-unfit']);
  const { allowedAt, repeated = 0, part } = item.entries ?? {};
  if (isAgreed(item, as) && (repeats?.repeated ?? 0) <= repeated) return unchanged(item);
  const again = allowedAt !== undefined && !isAgreed(item, as);
  const { repeated: _, ...read } = as;
  // Of a batch in parts, those before this one were accepted: whoever agrees again has to know that.
  const entries = part === undefined ? read : { ...read, part };
  return to({ ...item, entries }, now, askedAbout(as, { again, repeats: repeats ?? null }), ['tell-question']);
}

/** A file of entries that an earlier version of Intray could not read. */
export function withReadableEntries(item: Item, inspected: Inspected): Item {
  const isRead = inspected.kind === 'fit' && inspected.entries !== undefined && item.entries === undefined;
  return isRead ? { ...item, mediaType: inspected.mediaType, entries: inspected.entries } : item;
}

/** A user who corrects a mapping takes back what they agreed to by the one before, as long as no byte has left. */
function withMappingChanged(item: Item, now: WallMs): Advance {
  if (item.state.kind !== 'waiting' || item.entries === undefined || !isUnsent(item)) return unchanged(item);
  const { allowedAt: _, repeated: _confirmed, ...entries } = item.entries;
  return to({ ...item, entries }, now, askedAbout(entries, { again: true }), ['drop-spool']);
}

/** What it comes to by the new mapping takes the place of what it came to before, and is asked about. */
function withEntriesReadAnew(item: Item, { as, read }: EntriesReadAnew, now: WallMs): Advance {
  const { state, entries: before, ...bare } = item;
  const isAsked = state.kind === 'held' && state.question.kind === 'entries';
  const isOpen = state.kind === 'waiting' || isAsked || (state.kind === 'unfit' && state.by === 'intray');
  if (!isOpen || !isUnsent(item)) return unchanged(item);
  if (read === null) return to({ ...bare, mediaType: null, state }, now, as, ['drop-spool']);
  const isSame = before?.linesSha256 === read.entries.linesSha256 && before.mappingSha256 === read.entries.mappingSha256;
  if (isSame && state.kind !== 'unfit') return unchanged(item);
  const wasAllowed = before?.allowedAt !== undefined || (isAsked && state.question.kind === 'entries' && state.question.again === true);
  const question = as.kind === 'held' && as.question.kind === 'entries' && wasAllowed ? { ...as.question, again: true as const } : null;
  return to({ ...bare, ...read, state }, now, question === null ? as : { kind: 'held', question });
}

/** An accepted item whose lines are read otherwise now, or are to be booked twice, leaves under its next number. What came of the one before is kept beside it. */
function withEntriesAgain(item: Item, { as, resubmission }: EntriesAgain, now: WallMs): Advance {
  if (!mayBookTwice(item) || as.lines === 0 || as.parts?.length === 0) return unchanged(item);
  const isNext = resubmission > item.resubmission && resubmission <= RESUBMISSION_MAX;
  if (!isNext) return unchanged(item);
  const anew = { ...item, ...underNumber(resubmission), entries: { ...partOf(as, 1), allowedAt: now } };
  return to(anew, now, { kind: 'waiting', dueAt: now, last: null });
}

/**
 * A user who ignores what was not sent takes the consent back: meanwhile its lines may be sent from another file. One who tries again what the service has
 * declined gives it again.
 */
export function consentOf({ entries, attempts, state: next }: Item, before: ItemState, now: WallMs): Pick<Item, 'entries'> {
  if (entries?.allowedAt === undefined || next.kind === before.kind) return {};
  const { allowedAt: _, repeated: _confirmed, ...asked } = entries;
  if (next.kind === 'aside' && attempts === 0) return { entries: asked };
  return before.kind === 'unfit' && next.kind === 'waiting' ? { entries: { ...entries, allowedAt: now } } : {};
}

/** How a comparison comes out, in figures. */
export function repeatsIn({ repeated, otherDates }: Overlap): Repeats {
  return { repeated: repeated.length, otherDates: otherDates.length };
}

/** The number that an item's lines would be sent under next. Of an accepted one its own lines count as sent. */
export function entriesNumber({ state, resubmission }: Pick<Item, 'state' | 'resubmission'>): number {
  return state.kind === 'accepted' ? resubmission + 1 : resubmission;
}

/** Lines that were sent from then on are compared: a year and a month, so that the month of the year before still counts. By the calendar, in UTC. */
export function overlapSince(now: WallMs): WallMs {
  const date = new Date(now);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), 0)).getUTCDate();
  date.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  date.setUTCMonth(date.getUTCMonth() - 13);
  return wallMs(date.getTime());
}
