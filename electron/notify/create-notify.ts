import type { Chore } from '#shared/domain/advance.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { type DayTime, type NotifyTimes, shouldNotifyNow } from '#shared/domain/should-notify-now.ts';
import { MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Clock } from '#shared/ports/clock.ts';
import { minuteOfDay } from './minute-of-day.ts';

export type NotifyDeps = {
  readonly clock: Clock;
  /** Asked when it is time to tell. */
  readonly times: () => NotifyTimes;
  /** What was held back over a night may be settled by the morning. */
  readonly isStill: (itemId: ItemId, kind: ItemStateKind) => boolean;
  /** By this computer's clock, where a test does not say otherwise. */
  readonly minuteOf?: (at: WallMs) => number;
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
/** Between two looks at the time while something is held back: a long timer dies with the computer's sleep. */
const LOOK_MS = MINUTE_MS;
/** In one notice; nobody counts further, and the list in the window has them all. */
const ITEMS_MAX = 200;

type Group = 'refused' | 'unfit' | 'question' | 'no-answer';
type Held = { readonly since: DayTime; readonly items: Map<ItemId, Item> };

/** Decides what is worth interrupting a person for, and says it once, in groups, at a time that suits them. */
export function createNotify(deps: NotifyDeps): Notify {
  const tellers = new Set<(notice: Notice) => void>();
  const pending = new Pending(deps, (notice) => {
    for (const tell of tellers) tell(notice);
  });
  const known = new Map<CompanyId, Connection['kind']>();
  return {
    tell: (item, chores) => {
      for (const chore of chores) {
        const group = groupOf(chore);
        if (group !== null) pending.add(group, item);
      }
    },
    companies: (now) => {
      for (const company of now) {
        const before = known.get(company.id);
        const { kind } = company.connection;
        known.set(company.id, kind);
        // At the start nothing has changed: the person was told before, and the window shows it.
        if (before !== undefined && before !== 'invalid' && kind === 'invalid') pending.disconnected(company);
        if (kind !== 'invalid') pending.connected(company.id);
      }
    },
    onNotice: (tell) => {
      tellers.add(tell);
      return () => tellers.delete(tell);
    },
    close: () => pending.close(),
  };
}

/** What is not told yet. */
class Pending {
  readonly #deps: NotifyDeps;
  readonly #say: (notice: Notice) => void;
  readonly #stop = new AbortController();
  readonly #groups = new Map<Group, Held>();
  readonly #lost = new Map<CompanyId, { readonly since: DayTime; readonly company: Company }>();
  #looking = false;

  constructor(deps: NotifyDeps, say: (notice: Notice) => void) {
    this.#deps = deps;
    this.#say = say;
  }

  add(group: Group, item: Item): void {
    const held = this.#groups.get(group) ?? { since: this.#now(), items: new Map<ItemId, Item>() };
    if (held.items.size < ITEMS_MAX) held.items.set(item.id, item);
    this.#groups.set(group, held);
    this.#begin();
  }

  /** Told at once where nothing is in the way. */
  disconnected(company: Company): void {
    this.#lost.set(company.id, { since: this.#now(), company });
    this.#sayLost();
    if (this.#lost.size > 0) this.#begin();
  }

  connected(companyId: CompanyId): void {
    this.#lost.delete(companyId);
  }

  close(): void {
    this.#stop.abort();
  }

  #begin(): void {
    if (this.#looking || this.#stop.signal.aborted) return;
    this.#looking = true;
    void this.#look().finally(() => {
      this.#looking = false;
    });
  }

  async #look(): Promise<void> {
    const { clock } = this.#deps;
    await clock.sleep(WINDOW_MS, this.#stop.signal);
    while (!this.#stop.signal.aborted) {
      this.#sayLost();
      for (const [kind, held] of this.#groups) if (this.#isDue(held.since, false)) this.#sayGroup(kind, held);
      if (this.#groups.size + this.#lost.size === 0) return;
      await clock.sleep(LOOK_MS, this.#stop.signal);
    }
  }

  #sayGroup(kind: Group, { items }: Held): void {
    this.#groups.delete(kind);
    if (!this.#deps.times().notifications) return;
    const still = [...items.values()].filter(({ id }) => this.#deps.isStill(id, STATES[kind]));
    if (still.length > 0) this.#say({ kind, items: still });
  }

  #sayLost(): void {
    for (const [companyId, { since, company }] of this.#lost) {
      if (!this.#isDue(since, true)) continue;
      this.#lost.delete(companyId);
      if (this.#deps.times().notifications) this.#say({ kind: 'disconnected', company });
    }
  }

  /** What is turned off is due, too: it is forgotten. */
  #isDue(since: DayTime, urgent: boolean): boolean {
    const times = this.#deps.times();
    return !times.notifications || shouldNotifyNow(times, this.#now(), { since, urgent });
  }

  #now(): DayTime {
    const { clock, minuteOf = minuteOfDay } = this.#deps;
    const at = clock.wallMs();
    return { at, minuteOfDay: minuteOf(at) };
  }
}

/** In which state the person is told of it. */
const STATES: Readonly<Record<Group, ItemStateKind>> = { refused: 'refused', unfit: 'unfit', question: 'held', 'no-answer': 'awaiting' };

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
