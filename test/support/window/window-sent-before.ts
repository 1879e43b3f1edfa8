import type { z } from 'zod';
import type { SentBeforeDone, SentBeforeGroup, sentBeforeAnsweredSchema } from '#shared/app-api/sent-before.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { advance } from '#shared/domain/item/advance.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { SENT_BEFORE_WAYS, type SentBeforeWay } from '#shared/domain/item/sent-before/sent-before.ts';
import type { WindowState } from './window-state.ts';

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

function folderOf({ companyId, importType }: Item, folders: Overview['folders']): FolderId | null {
  return folders.find((folder) => folder.companyId === companyId && folder.importType === importType)?.id ?? null;
}
