import { Emitter } from '#shared/async/emitter.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { type DayTime, type Notice, type NotifyTimes, shouldNotifyNow } from '#shared/domain/notice.ts';
import { MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Clock, Log } from '#shared/ports/world.ts';

export type NotifyDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** Read when it is time to notify. */
  readonly times: () => NotifyTimes;
  /** Whether the item is still in this state: what was held back overnight may be settled by the morning. */
  readonly isStill: (itemId: ItemId, kind: ItemStateKind) => boolean;
  /** By this computer's clock, unless a test replaces it. */
  readonly minuteOf?: (at: WallMs) => number;
};

export type Notify = {
  /** Collects from an item's chores what to say about it; its other chores are ignored. */
  tell(item: Item, chores: readonly Chore[]): void;
  /** The companies as they are now: one that lost its connection is reported, once. */
  companies(now: readonly Company[]): void;
  onNotice(tell: (notice: Notice) => void): () => void;
  close(): void;
};

/** What comes within it is one notice: a page of results brings its refusals at once. */
const WINDOW_MS = 2 * SECOND_MS;
/** Interval between two looks at the time while something is held back: a long timer does not survive the computer's sleep. */
const LOOK_MS = MINUTE_MS;
/** The most items in one notice; nobody counts further, and the list in the window has them all. */
const ITEMS_MAX = 200;

type Group = 'refused' | 'unfit' | 'question' | 'no-answer';
type Held = { readonly since: DayTime; readonly items: Map<ItemId, Item> };

/** Decides what is worth interrupting a user for, and says it once, in groups, at a time that suits them. */
export function createNotify(deps: NotifyDeps): Notify {
  const notices = new Emitter<[notice: Notice]>();
  const pending = new Pending(deps, notices.emit);
  const halves = new Halves(deps, (group, item) => pending.add(group, item));
  const known = new Map<CompanyId, Connection['kind']>();
  return {
    tell: (item, chores) => {
      for (const chore of chores) {
        const group = groupOf(chore);
        if (group !== null) halves.tell(group, item);
      }
    },
    companies: (now) => {
      for (const company of now) {
        const before = known.get(company.id);
        const { kind } = company.connection;
        known.set(company.id, kind);
        // At the start nothing has changed: the user was notified before, and the window shows it.
        if (before !== undefined && before !== 'invalid' && kind === 'invalid') pending.disconnected(company);
        if (kind !== 'invalid') pending.connected(company.id);
      }
    },
    onNotice: notices.subscribe,
    close: () => {
      halves.close();
      pending.close();
    },
  };
}

/** The other half of a pair comes within it: programs write both, one after the other (C43). */
const HALF_MS = MINUTE_MS;

/** Scans that wait for their entries, and entries without their scan: said only of those whose other half does not come. All else is passed on at once. */
class Halves {
  readonly #clock: Clock;
  readonly #pass: (group: Group, item: Item) => void;
  readonly #loop: SweepLoop;
  readonly #waiting = new Map<ItemId, { readonly group: Group; readonly item: Item; readonly atMs: number }>();

  constructor({ clock, log }: Pick<NotifyDeps, 'clock' | 'log'>, pass: (group: Group, item: Item) => void) {
    this.#clock = clock;
    this.#pass = pass;
    this.#loop = new SweepLoop({
      clock,
      look: () => this.#look(),
      failed: { log: (fields) => log.error('telling of halves of pairs broke off', fields), restMs: LOOK_MS },
      firstAfterMs: HALF_MS,
    });
  }

  tell(group: Group, item: Item): void {
    // What is said of it now takes the place of what was to be said.
    this.#waiting.delete(item.id);
    if (!isHalf(item)) return this.#pass(group, item);
    this.#waiting.set(item.id, { group, item, atMs: this.#clock.monotonicMs() + HALF_MS });
    void this.#loop.start();
  }

  close(): void {
    void this.#loop.close();
  }

  #look(): number | null {
    const nowMs = this.#clock.monotonicMs();
    for (const [itemId, { group, item, atMs }] of this.#waiting) {
      if (atMs > nowMs) return atMs - nowMs;
      this.#waiting.delete(itemId);
      this.#pass(group, item);
    }
    return null;
  }
}

function isHalf({ state }: Item): boolean {
  if (state.kind === 'held') return state.question.kind === 'entries-missing' && state.question.files.length === 0;
  return state.kind === 'unfit' && state.problem.kind === 'entries-without-scan';
}

/** What was not said yet. */
class Pending {
  readonly #deps: NotifyDeps;
  readonly #say: (notice: Notice) => void;
  readonly #loop: SweepLoop;
  readonly #groups = new Map<Group, Held>();
  readonly #lost = new Map<CompanyId, { readonly since: DayTime; readonly company: Company }>();

  constructor(deps: NotifyDeps, say: (notice: Notice) => void) {
    this.#deps = deps;
    this.#say = say;
    const { clock, log } = deps;
    this.#loop = new SweepLoop({
      clock,
      look: () => this.#look(),
      failed: { log: (fields) => log.error('telling what is to be told broke off', fields), restMs: LOOK_MS },
      firstAfterMs: WINDOW_MS,
    });
  }

  add(group: Group, item: Item): void {
    const held = this.#groups.get(group) ?? { since: this.#now(), items: new Map<ItemId, Item>() };
    if (held.items.size < ITEMS_MAX) held.items.set(item.id, item);
    this.#groups.set(group, held);
    void this.#loop.start();
  }

  /** Said at once if nothing is in the way. */
  disconnected(company: Company): void {
    this.#lost.set(company.id, { since: this.#now(), company });
    this.#sayLost();
    if (this.#lost.size > 0) void this.#loop.start();
  }

  connected(companyId: CompanyId): void {
    this.#lost.delete(companyId);
  }

  close(): void {
    void this.#loop.close();
  }

  /** Says what is due. Returns null if nothing is left to say. */
  #look(): number | null {
    this.#sayLost();
    for (const [kind, held] of this.#groups) if (this.#isDue(held.since, false)) this.#sayGroup(kind, held);
    return this.#groups.size + this.#lost.size === 0 ? null : LOOK_MS;
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

  /** With notifications turned off everything is due: it is dropped. */
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

/** The state in which the user is notified of an item. */
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

const HOUR_MINUTES = 60;

/** Minutes since midnight, in this computer's time zone. */
function minuteOfDay(at: WallMs): number {
  const date = new Date(at);
  return date.getHours() * HOUR_MINUTES + date.getMinutes();
}
