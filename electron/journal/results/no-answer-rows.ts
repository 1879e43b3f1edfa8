import type { AskAbout, Awaited, NoAnswerStore, UnprovenStore } from '#electron/results/store.ts';
import type { Advance } from '#shared/domain/item/advance.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { NoAnswer, NoAnswerReason } from '#shared/domain/results/no-answer.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import { IS_UNPROVEN, itemOf } from '../items/item-columns.ts';
import type { ItemRows } from '../items/item-rows.ts';
import type { UnprovenHappening } from '#shared/domain/results/told-unproven.ts';
import { mayTakeUnread, unprovenOf } from '#shared/domain/results/unproven.ts';
import type { Unproven } from '#shared/domain/results/unproven-schemas.ts';
import { documentOf, eventOwner, statusOf } from './event-status.ts';
import type { ReferenceStemRows } from './reference-stem-rows.ts';
import type { SubmissionRows } from '../items/submission-rows.ts';

export type NoAnswerRows = NoAnswerStore & {
  /** The user has asked the accountant about these; returns how many needed that. */
  asked(itemIds: readonly ItemId[]): number;
  /** The user takes that back; returns how many had been asked about. */
  notAsked(itemIds: readonly ItemId[]): number;
};

/** Per transaction; the next turn takes the next ones. */
const TURN_MAX = 500;
/** Tolerance for the difference between two clocks, which is seconds. */
const LOG_BEGAN_MS = MINUTE_MS;

/** The received documents without an answer: which of them ask for a user, and why (C23). */
export function noAnswerRows(base: JournalContext, items: ItemRows): NoAnswerRows {
  const select = (where: string) => base.database.prepare(`SELECT * FROM items WHERE kind = 'awaiting' AND ${where} LIMIT ${TURN_MAX}`);
  const counts = 'company_id NOT IN (SELECT id FROM companies WHERE removed_at IS NOT NULL)';
  const quiet = select(`asks = 0 AND state_since <= ? AND ${counts} ORDER BY state_since`);
  const quietOf = select('asks = 0 AND integration_id = ?');
  const quietBefore = select('asks = 0 AND integration_id = ? AND received_at < ?');
  // Youngest first: their reason is the most likely to be gone.
  const asking = select('asks = 1 ORDER BY state_since DESC');
  const askedAbout = select(`asks = 2 AND ${counts}`);
  const say = (row: Row, because: NoAnswerReason, of: AskAbout): Advance =>
    items.apply(itemOf(row), { kind: 'no-answer', because }, of.now);
  const calm = (of: AskAbout): void => {
    for (const item of asking.all().map(itemOf)) {
      if (isGroundless(item, of)) items.apply(item, { kind: 'answer-expected' }, of.now);
    }
  };
  const remind = (of: AskAbout): readonly Advance[] =>
    askedAbout.all().flatMap((row) => {
      const noAnswer = noAnswerOf(itemOf(row));
      const isDue = noAnswer?.askedAt !== null && noAnswer !== null && of.now - noAnswer.askedAt >= of.askAfterMs;
      return isDue ? [say(row, noAnswer.because, of)] : [];
    });
  return {
    ...silenceRows(base),
    askAbout: (of) =>
      base.transact(() => {
        calm(of);
        const told = [
          ...of.closed.flatMap((integrationId) => quietOf.all(integrationId).map((row) => say(row, { kind: 'link-closed' }, of))),
          ...Array.from(of.logsSince, ([integrationId, since]) => quietBefore.all(integrationId, since - LOG_BEGAN_MS))
            .flat()
            .map((row) => say(row, { kind: 'relay-lost' }, of)),
          ...(of.silentForMs === null ? [] : quiet.all(of.now - of.silentForMs).map((row) => say(row, { kind: 'relay-silent' }, of))),
          ...quiet.all(of.now - of.askAfterMs).map((row) => say(row, { kind: 'long' }, of)),
          ...remind(of),
        ];
        return { effects: told.map(({ item, chores }) => ({ itemId: item.id, chores })), more: told.length >= TURN_MAX };
      }),
    oldestAwaiting: oldestAwaiting(base),
    ...userRows(base, items),
  };
}

/** What the user says about them. */
function userRows(base: JournalContext, items: ItemRows): Pick<NoAnswerRows, 'asked' | 'notAsked'> {
  const each = (itemIds: readonly ItemId[], kind: 'asked' | 'not-asked', isMeant: (item: Item) => boolean): number =>
    base.transact(() => {
      const now = base.clock.wallMs();
      const meant = itemIds.flatMap((itemId) => items.get(itemId) ?? []).filter(isMeant);
      for (const item of meant) items.apply(item, { kind }, now);
      return meant.length;
    });
  return {
    asked: (itemIds) => each(itemIds, 'asked', (item) => noAnswerOf(item)?.askedAt === null),
    notAsked: (itemIds) => each(itemIds, 'not-asked', (item) => (noAnswerOf(item)?.askedAt ?? null) !== null),
  };
}

/** One lookup in the index for each of the three values of `asks`, however many items wait. */
function oldestAwaiting({ database }: JournalContext): NoAnswerStore['oldestAwaiting'] {
  const oldest = database.prepare(`SELECT min(at) AS at FROM (${[0, 1, 2].map(oldestWith).join(' UNION ALL ')})`);
  return () => {
    const at = oldest.get()?.['at'];
    return typeof at === 'number' ? wallMs(at) : null;
  };
}

function oldestWith(asks: number): string {
  return `SELECT min(state_since) AS at FROM items WHERE kind = 'awaiting' AND asks = ${asks}`;
}

function silenceRows(base: JournalContext): Pick<NoAnswerStore, 'silence' | 'keepSilence'> {
  const select = base.database.prepare('SELECT since FROM relay_silence');
  const keep = base.database.prepare('INSERT OR IGNORE INTO relay_silence (one, since) VALUES (1, ?)');
  const drop = base.database.prepare('DELETE FROM relay_silence');
  return {
    silence: () => {
      const row = select.get();
      return row === undefined ? null : wallMs(Number(row['since']));
    },
    keepSilence: (since) =>
      base.transact(() => {
        if (since === null) drop.run();
        else keep.run(since);
      }),
  };
}

function noAnswerOf({ state }: Item): NoAnswer | null {
  return state.kind === 'awaiting' ? (state.noAnswer ?? null) : null;
}

/** The reason no longer holds: the user is more patient now, the clock was set back, or the link can be read again. */
function isGroundless(item: Item, of: AskAbout): boolean {
  const because = noAnswerOf(item)?.because.kind;
  if (because === 'link-closed') return item.integrationId !== null && !of.closed.includes(item.integrationId);
  return because === 'long' && item.state.kind === 'awaiting' && of.now - item.state.since < of.askAfterMs;
}

export type UnprovenRows = UnprovenStore & {
  /**
   * The user takes what the relay says about these as their result; returns how many were taken. An item whose answer is no longer the
   * one that the user read is skipped, and so is a refusal among several: it is taken one at a time (C37).
   */
  takeUnproven(itemIds: readonly ItemId[], says: Unproven['kind']): number;
  /** The user wants these refusals, which were taken unproven, offered for sending again; returns how many. */
  wantSendAgain(itemIds: readonly ItemId[]): number;
};

type UnprovenDeps = { readonly items: ItemRows; readonly submissions: SubmissionRows; readonly stems: ReferenceStemRows };

/** Answers that the relay alone vouches for, stored with the items that await them. */
export function unprovenRows(base: JournalContext, deps: UnprovenDeps): UnprovenRows {
  const { items } = deps;
  const ownerOf = eventOwner(base, deps);
  const offered = base.database.prepare(`SELECT id FROM items WHERE ${IS_UNPROVEN} AND asks > 0`);
  const changed = (itemId: ItemId, happening: UnprovenHappening): boolean => {
    const item = items.get(itemId);
    return item !== null && items.apply(item, happening, base.clock.wallMs()).item !== item;
  };
  return {
    awaited: (event) => {
      const status = event.envelope === null ? null : statusOf(event.envelope, event.receivedAt);
      if (status === null || status.result === null) return null;
      const owner = ownerOf(status);
      if (owner?.item.state.kind !== 'awaiting' || owner.sending !== 'current') return null;
      const known = documentOf(owner.item);
      return known === null || known === status.documentId ? { itemId: owner.item.id, result: status.result } : null;
    },
    offer: (told) => {
      const answers = latest(told);
      const gone = offered.all().flatMap((row) => {
        const itemId = itemIdSchema.parse(row['id']);
        return answers.has(itemId) ? [] : [itemId];
      });
      if (answers.size + gone.length === 0) return 0;
      return base.transact(() => {
        for (const itemId of gone) changed(itemId, { kind: 'unproven-gone' });
        return [...answers].filter(([itemId, result]) => changed(itemId, { kind: 'told-unproven', result })).length;
      });
    },
    takeUnproven: (itemIds, says) =>
      base.transact(() => {
        const wanted = new Set(itemIds);
        const may = (itemId: ItemId): boolean => {
          const item = items.get(itemId);
          const unproven = item === null ? null : unprovenOf(item);
          return unproven?.kind === says && (wanted.size === 1 || mayTakeUnread(unproven));
        };
        return [...wanted].filter(may).filter((itemId) => changed(itemId, { kind: 'unproven-taken' })).length;
      }),
    wantSendAgain: (itemIds) => base.transact(() => itemIds.filter((itemId) => changed(itemId, { kind: 'send-again-wanted' })).length),
  };
}

/** Of several answers about one document the latest is offered, as the latest of proven ones is shown. */
function latest(told: readonly Awaited[]): ReadonlyMap<ItemId, Awaited['result']> {
  const answers = new Map<ItemId, Awaited['result']>();
  for (const { itemId, result } of told) {
    const before = answers.get(itemId);
    if (before === undefined || result.at > before.at) answers.set(itemId, result);
  }
  return answers;
}
