import type { Chore } from '#shared/domain/advance.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Clock } from '#shared/ports/clock.ts';

export type NotifyDeps = {
  readonly clock: Clock;
  /** Asked when it is time to tell. */
  readonly enabled: () => boolean;
};

export type Notify = {
  /** What is to be said about an item; the rest of its chores is not for here. */
  tell(item: Item, chores: readonly Chore[]): void;
  /** The companies as they are now: one that fell out of its connection is told, once. */
  companies(now: readonly Company[]): void;
  onNotice(tell: (notice: Notice) => void): () => void;
  close(): void;
};

/** What comes within it is one notice: a page of results brings its refusals at once. */
const WINDOW_MS = 2 * SECOND_MS;
/** In one notice; nobody counts further, and the list in the window has them all. */
const ITEMS_MAX = 200;

type Group = 'refused' | 'unfit' | 'question' | 'no-answer';

/** Decides what is worth interrupting a person for, and says it once, in groups. */
export function createNotify({ clock, enabled }: NotifyDeps): Notify {
  const tellers = new Set<(notice: Notice) => void>();
  const stop = new AbortController();
  const pending = new Map<Group, Map<ItemId, Item>>();
  const known = new Map<CompanyId, Connection['kind']>();
  const say = (notice: Notice): void => {
    if (enabled()) for (const tell of tellers) tell(notice);
  };
  const sayAll = async (): Promise<void> => {
    await clock.sleep(WINDOW_MS, stop.signal);
    const groups = [...pending];
    pending.clear();
    if (stop.signal.aborted) return;
    for (const [kind, items] of groups) say({ kind, items: [...items.values()] });
  };
  return {
    tell: (item, chores) => {
      for (const chore of chores) {
        const group = groupOf(chore);
        if (group === null || stop.signal.aborted) continue;
        if (pending.size === 0) void sayAll();
        const items = pending.get(group) ?? new Map<ItemId, Item>();
        if (items.size < ITEMS_MAX) items.set(item.id, item);
        pending.set(group, items);
      }
    },
    companies: (now) => {
      for (const company of now) {
        const before = known.get(company.id);
        known.set(company.id, company.connection.kind);
        // At the start nothing has changed: the person was told before, and the window shows it.
        if (before !== undefined && before !== 'invalid' && company.connection.kind === 'invalid') say({ kind: 'disconnected', company });
      }
    },
    onNotice: (tell) => {
      tellers.add(tell);
      return () => tellers.delete(tell);
    },
    close: () => stop.abort(),
  };
}

function groupOf(chore: Chore): Group | null {
  switch (chore) {
    case 'tell-refused':
      return 'refused';
    case 'tell-unfit':
      return 'unfit';
    case 'tell-question':
      return 'question';
    case 'tell-no-answer':
      return 'no-answer';
    case 'drop-spool':
      return null;
    default:
      return unreachable(chore);
  }
}
