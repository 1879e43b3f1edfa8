import type { BulkArrival, BulkArrivalAnswer, BulkArrivalView } from '#shared/app-api/folder-places.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isSeen, type SeenItem } from '#shared/domain/results/unseen.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { WindowState } from './window-state.ts';
import { implement } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import { standingOf } from '#shared/app-api/needs-of.ts';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import { isResolved } from '#shared/domain/item/aside.ts';
import type { Counts } from '#shared/domain/standing.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import type { z } from 'zod';
import type { sentBeforeAnsweredSchema, SentBeforeDone, SentBeforeGroup } from '#shared/app-api/sent-before.ts';
import { SENT_BEFORE_WAYS, type SentBeforeWay } from '#shared/domain/item/sent-before/sent-before.ts';

export type Which = {
  readonly [member in keyof Pick<BulkArrival, 'companyId' | 'importType' | 'folderId'>]?: BulkArrival[member] | undefined;
};

/** One for each company and type; the folder is the first one watched for them. */
export function bulkArrivalsOf(items: readonly Item[], folders: Overview['folders']): BulkArrival[] {
  const held = items.filter(isBulkArrival);
  const keys = new Map(held.map((item) => [`${item.companyId} ${item.importType}`, item]));
  return Array.from(keys.values(), ({ companyId, importType }) => {
    const own = held.filter((item) => item.companyId === companyId && item.importType === importType);
    const times = own.map(({ foundAt }) => foundAt).toSorted((a, b) => a - b);
    const [oldest, newest] = [times[0] ?? wallMs(0), times.at(-1) ?? wallMs(0)];
    const folder = folders.find((one) => one.companyId === companyId && one.importType === importType);
    const names = own.slice(0, 3).map(({ name }) => name);
    const about = { folderId: folder?.id ?? null, path: folder?.path ?? null, why: folder === undefined ? 'unwatched' : 'before' } as const;
    return { companyId, importType, ...about, count: own.length, names, oldest, newest };
  });
}

type Viewed = Which & { readonly since?: number | undefined; readonly starts?: readonly number[] | undefined };

export function bulkArrivalOf(items: readonly Item[], { since = 0, starts, ...which }: Viewed): BulkArrivalView {
  const times = items.filter((item) => isInBulkArrival(item, which) && item.foundAt >= since).map(({ foundAt }) => foundAt);
  const [oldest = null] = times.toSorted((a, b) => a - b);
  const view = { count: times.length, oldest, newest: times.toSorted((a, b) => b - a)[0] ?? null };
  const within = (at: number, until: number): number => times.filter((time) => time >= at && time < until).length;
  return { ...view, ...(starts === undefined ? {} : { perStart: starts.map((start, at) => within(start, starts[at + 1] ?? Infinity)) }) };
}

export function answerBulkArrival(state: WindowState, which: Which, answer: BulkArrivalAnswer) {
  const { now, counts } = state.overview;
  const goes = ({ foundAt }: Item): boolean => (answer.kind === 'since' ? foundAt >= answer.at : answer.kind === 'all');
  const bulkArrival = state.items.filter((item) => isInBulkArrival(item, which));
  const sent = bulkArrival.filter(goes).length;
  const aside = bulkArrival.length - sent;
  state.items = state.items.map((item): Item => {
    if (!isInBulkArrival(item, which)) return item;
    const next = goes(item)
      ? ({ kind: 'waiting', dueAt: now, last: null } as const)
      : ({ kind: 'aside', why: 'user', question: { kind: 'bulk-arrival' } } as const);
    return { ...item, state: next, stateSince: now };
  });
  const moved = { held: counts.held - bulkArrival.length, waiting: counts.waiting + sent, aside: counts.aside + aside };
  state.overview = { ...state.overview, counts: { ...counts, ...moved } };
  return { sent, aside, at: now };
}

export function takeBackBulkAnswer(state: WindowState, { companyId, importType }: Which): number {
  const isMeantBack = (item: Item): boolean =>
    item.state.kind === 'aside' &&
    item.state.question?.kind === 'bulk-arrival' &&
    item.companyId === companyId &&
    item.importType === importType;
  const held = state.items.filter(isMeantBack).length;
  state.items = state.items.map((item) =>
    isMeantBack(item) ? { ...item, state: { kind: 'held', question: { kind: 'bulk-arrival' } } } : item,
  );
  const { counts } = state.overview;
  state.overview = { ...state.overview, counts: { ...counts, held: counts.held + held, aside: counts.aside - held } };
  return held;
}

export function replacedByOf(items: readonly Item[], { id }: Item): ItemId | null {
  return items.find(({ replaces }) => replaces === id)?.id ?? null;
}

function isInBulkArrival(item: Item, { companyId = item.companyId, importType }: Which): boolean {
  return isBulkArrival(item) && item.companyId === companyId && item.importType === (importType ?? item.importType);
}

function isBulkArrival(item: Item): item is SeenItem {
  const { state } = item;
  return isSeen(item) && state.kind === 'held' && state.question.kind === 'bulk-arrival';
}

type Story = { readonly state: WindowState; readonly ring: () => void };

/** What the user decides about an answer: a refusal is dealt with, an unproven answer is accepted. */
export function settledAnswers({ state, ring }: Story) {
  const api = implement(appContract).items;
  const happen = (itemIds: readonly string[], happening: Happening): number => {
    const before = state.items;
    state.items = before.map((item) => (itemIds.includes(item.id) ? advance(item, happening, state.overview.now).item : item));
    const counts = {
      ...state.overview.counts,
      resolved: state.items.filter(isResolved).length,
      unproven: state.items.filter(isOffered).length,
      ...takenOf(state.items),
    };
    const overview = { ...state.overview, counts };
    state.overview = { ...overview, standing: standingOf(overview) };
    ring();
    return state.items.filter((item, at) => item !== before[at]).length;
  };
  return {
    resolve: api.resolve.handler(({ input }) => ({ resolved: happen(input.itemIds, { kind: 'resolved', by: 'user' }) })),
    takeUnproven: api.takeUnproven.handler(({ input }) => ({ taken: happen(input.itemIds, { kind: 'unproven-taken' }) })),
    wantSendAgain: api.wantSendAgain.handler(({ input }) => ({ wanted: happen(input.itemIds, { kind: 'send-again-wanted' }) })),
    sendAllTheSame: api.sendAllTheSame.handler(({ input }) => {
      const { allTheSame: became = 'sent' } = state;
      const named = state.items.find(({ id }) => id === input.itemId)?.name ?? '';
      const as = { mediaType: 'application/pdf', sentName: named } as const;
      const sent = became === 'sent' ? happen([input.itemId], { kind: 'sent-all-the-same', as, twin: null }) : 0;
      return { became: became === 'sent' && sent === 0 ? ('not-offered' as const) : became };
    }),
    unresolve: api.unresolve.handler(({ input }) => ({ unresolved: happen(input.itemIds, { kind: 'unresolved' }) })),
  };
}

function isOffered(item: Item): boolean {
  return unprovenOf(item) !== null;
}

/** The counts that accepting an unproven answer may change. */
function takenOf(items: readonly Item[]): Pick<Counts, 'awaiting' | 'accepted' | 'refused'> {
  const of = (kind: Item['state']['kind']): number => items.filter(({ state }) => state.kind === kind).length;
  return { awaiting: of('awaiting'), accepted: of('accepted'), refused: of('refused') };
}

type Answered = z.output<typeof sentBeforeAnsweredSchema>;

/** From two documents on; their folder is the first one that is watched for their company and type. */
export function sentBeforeGroupsOf(items: readonly Item[], folders: Overview['folders']): SentBeforeGroup[] {
  return folders.flatMap(({ id: folderId, companyId, path }) =>
    SENT_BEFORE_WAYS.flatMap((way) => {
      const own = items.filter((item) => wayOf(item) === way && folderOf(item, folders) === folderId);
      const names = own.slice(0, 3).map(({ name }) => name);
      return own.length < 2 ? [] : [{ companyId, folderId, path, way, count: own.length, names }];
    }),
  );
}

/** Whether it is answered together with others, and has no row of its own in the overview. */
export function isInGroup(item: Item, items: readonly Item[]): boolean {
  const way = wayOf(item);
  const isAlike = (other: Item) => wayOf(other) === way && other.companyId === item.companyId && other.importType === item.importType;
  return way !== null && items.filter(isAlike).length > 1;
}

export function answerSentBefore(state: WindowState, { of, answer, note, always }: Answered): SentBeforeDone {
  const { now, folders } = state.overview;
  const isMeant = (item: Item): boolean =>
    'itemIds' in of
      ? wayOf(item) !== null && of.itemIds.includes(item.id)
      : wayOf(item) === of.way && folderOf(item, folders) === of.folderId;
  const meant = state.items.filter(isMeant);
  state.items = state.items.map((item) => {
    if (!meant.includes(item)) return item;
    const noted = note === undefined || item.comment !== undefined ? item : { ...item, comment: note };
    return advance(noted, { kind: answer === 'send' ? 'allowed' : 'put-aside' }, now).item;
  });
  const ruled = always ? new Set(meant.map((item) => `${folderOf(item, folders)} ${wayOf(item)}`)) : new Set();
  const rules = ({ id, sentBefore }: Overview['folders'][number]) =>
    Object.fromEntries(SENT_BEFORE_WAYS.map((way) => [way, ruled.has(`${id} ${way}`) ? answer : sentBefore[way]])) as typeof sentBefore;
  const count = (kind: Item['state']['kind']) => state.items.filter((item) => item.state.kind === kind).length;
  const counts = { ...state.overview.counts, held: count('held'), aside: count('aside'), waiting: count('waiting') };
  state.overview = { ...state.overview, counts, folders: folders.map((folder) => ({ ...folder, sentBefore: rules(folder) })) };
  return { sent: answer === 'send' ? meant.length : 0, left: answer === 'leave' ? meant.length : 0, always: ruled.size };
}

function wayOf({ state }: Item): SentBeforeWay | null {
  return state.kind === 'held' && state.question.kind === 'sent-before' ? state.question.way : null;
}

/** Stories have one folder of each type for a company. */
export function folderOf({ companyId, importType }: Item, folders: Overview['folders']): FolderId | null {
  return folders.find((folder) => folder.companyId === companyId && folder.importType === importType)?.id ?? null;
}

/** What the folder of a document adds to its note. */
export function folderNoteOf({ overview: { folders } }: WindowState, { companyId, importType }: Item): string | undefined {
  return folders.find((folder) => folder.companyId === companyId && folder.importType === importType)?.notes.text ?? undefined;
}
