import { metadataFor, sameMetadata } from '../../entries/canonical.ts';
import type { WallMs } from '../../lib/duration.ts';
import { type Advance, to, unchanged } from './advanced.ts';
import { isUnsent } from './aside.ts';
import type { ReadEntries } from './entries-schemas.ts';
import type { FolderEntries } from '../folder/folder-entries.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Problem } from './problem.ts';
import { RESUBMISSION_MAX } from './reference.ts';

/** A file's first faults are kept, for the panel; the others are only counted. */
export const FAULTS_KEPT = 20;
/** Of a file's warnings and errors so many are shown beside their lines; all are counted. */
export const FAULTS_SHOWN = 1_000;
/** Of a foreign cell, as it is kept in a fault. */
export const FAULT_VALUE_CHARACTERS_MAX = 80;

/** Its file was read once more, to be sent; or it is about to leave without a user's word. */
export type EntriesRead = { readonly kind: 'entries-read'; readonly as: ReadEntries | { readonly problem: Problem } };
/** A user has looked at exactly these lines, and wants them sent. */
type EntriesAllowed = { readonly kind: 'entries-allowed'; readonly as: ReadEntries };
/** Another mapping was made for its folder, by which its file is still to be read. */
type MappingChanged = { readonly kind: 'mapping-changed' };
/** Its file was read by another mapping of its folder than before. `as`: the state of a new one; `read`: null if it is unfit now. */
export type EntriesReadAnew = { readonly kind: 'entries-read-anew'; readonly as: ItemState; readonly read: ReadAnew | null };
type ReadAnew = Pick<Item, 'mediaType'> & { readonly entries: ReadEntries };
/** The accountant's tool has accepted a part of a batch that is too large for one import. */
type NextPart = { readonly kind: 'next-part' };
export type EntriesHappening = EntriesRead | EntriesAllowed | MappingChanged | EntriesReadAnew | NextPart;

/** Asked for every file of entries, unless it goes by itself: what is booked twice is worse than what is late. */
export function askedAbout({ lines, debitCents, creditCents, warnings, choose, parts }: ReadEntries, again?: 'again'): ItemState {
  const question = {
    kind: 'entries',
    lines,
    debitCents,
    creditCents,
    warnings,
    ...(again === undefined ? {} : { again: true as const }),
    ...(choose === undefined ? {} : { choose }),
    ...(parts === undefined ? {} : { imports: parts.length }),
  } as const;
  return { kind: 'held', question };
}

/** Entries that no user has agreed to yet. */
export function lacksConsent({ importType, entries }: Pick<Item, 'importType' | 'entries'>): boolean {
  return importType === 'entries' && entries?.allowedAt === undefined;
}

/** Whether these are the lines that a user agreed to. */
export function isAgreed({ entries }: Pick<Item, 'entries'>, { linesSha256, mappingSha256 }: ReadEntries): boolean {
  return entries?.allowedAt !== undefined && entries.linesSha256 === linesSha256 && entries.mappingSha256 === mappingSha256;
}

/**
 * Whether a file that was just found is sent without a question, because a user ticked that for its folder: it is read by the same mapping (or needs none),
 * is not the whole books of a year, has nothing that puts its sums in doubt, fits, and repeats no line that was sent.
 */
export function goesByItself({ byItself }: Pick<FolderEntries, 'byItself'>, read: ReadEntries, repeats: boolean): boolean {
  if (byItself === null || byItself.mappingSha256 !== read.mappingSha256) return false;
  return read.lines > 0 && read.choose === undefined && read.inDoubt === undefined && read.parts === undefined && !repeats;
}

/** Whether a user is asked about its entries now: only a look at its lines answers that, and no yes to many documents at once. */
export function mayAllowEntries({ importType, state }: Pick<Item, 'importType' | 'state'>): boolean {
  if (importType !== 'entries') return false;
  const isAsked = state.kind === 'held' || (state.kind === 'aside' && state.why === 'user' && state.unfit === undefined);
  return isAsked && state.question?.kind === 'entries';
}

/** They are sent as they were agreed to, or not at all. */
export function withEntriesAllowed(item: Item, { as }: EntriesAllowed, now: WallMs): Advance {
  if (!mayAllowEntries(item) || as.lines === 0 || as.parts?.length === 0) return unchanged(item);
  return to({ ...item, entries: { ...partOf(as, 1), allowedAt: now } }, now, { kind: 'waiting', dueAt: now, last: null });
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
export function withNextPart(item: Item, now: WallMs): Advance {
  const { state, entries, resubmission } = item;
  if (state.kind !== 'accepted' || state.unproven !== undefined || state.contradicted || resubmission >= RESUBMISSION_MAX)
    return unchanged(item);
  if (entries?.part === undefined || entries.part.n >= entries.part.of || entries.returned !== 'same') return unchanged(item);
  const { returned: _, ...kept } = entries;
  const anew = {
    ...item,
    entries: partOf(kept, entries.part.n + 1),
    resubmission: resubmission + 1,
    integrationId: null,
    reference: null,
    attempts: 0,
    receivedAt: null,
    sentElsewhere: false,
  };
  return to(anew, now, { kind: 'waiting', dueAt: now, last: null });
}

/** A user who has them sent once more agrees to them. What came back was about the sending before. */
export function entriesSentAgain({ entries }: Item, now: WallMs): Pick<Item, 'entries'> {
  if (entries === undefined) return {};
  const { returned: _, ...kept } = entries;
  return { entries: { ...kept, allowedAt: now } };
}

/** With whether the metadata that came with its result is what is sent here (C48). By members; it is never what a result is matched by. */
export function withReturned(item: Item, metadata: unknown): Item {
  const { entries } = item;
  if (entries === undefined) return item;
  const returned = sameMetadata(metadataFor(entries), metadata) ? 'same' : 'different';
  return entries.returned === returned ? item : { ...item, entries: { ...entries, returned } };
}

/** Only the lines that a user agreed to are sent: others, from the same bytes, are asked about. */
export function withEntriesRead(item: Item, { as }: EntriesRead, now: WallMs): Advance {
  if (item.state.kind !== 'waiting') return unchanged(item);
  if ('problem' in as) return to(item, now, { kind: 'unfit', by: 'intray', problem: as.problem }, ['drop-spool', 'tell-unfit']);
  if (isAgreed(item, as)) return unchanged(item);
  const { allowedAt, part } = item.entries ?? {};
  // Of a batch in parts, those before this one were accepted: whoever agrees again has to know that.
  const entries = part === undefined ? as : { ...as, part };
  return to({ ...item, entries }, now, askedAbout(as, allowedAt === undefined ? undefined : 'again'), ['tell-question']);
}

/** A user who corrects a mapping takes back what they agreed to by the one before, as long as no byte has left. */
export function withMappingChanged(item: Item, now: WallMs): Advance {
  if (item.state.kind !== 'waiting' || item.entries === undefined || !isUnsent(item)) return unchanged(item);
  const { allowedAt: _, ...entries } = item.entries;
  return to({ ...item, entries }, now, askedAbout(entries, 'again'), ['drop-spool']);
}

/** What it comes to by the new mapping takes the place of what it came to before, and is asked about. */
export function withEntriesReadAnew(item: Item, { as, read }: EntriesReadAnew, now: WallMs): Advance {
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
