import type { Connection } from '#shared/domain/connection.ts';
import { HOUR_MS, MINUTE_MS, plus, type WallMs } from '#shared/lib/duration.ts';
import { storyId, type WindowState } from '#test/support/window/window-state.ts';
import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import { dealtWith } from './story-items.ts';

type Doubt = Extract<Connection, { kind: 'checking' }>['doubt'];
type Reason = Extract<Connection, { kind: 'invalid' }>['reason'];

export type ConnectionStories = {
  readonly now: WallMs;
  /** A window with one company in this state, and some waiting documents. */
  readonly waiting: (connection: Connection) => WindowState;
};

/** One story for each thing that can be wrong with a connection. */
export function connectionStories({ now, waiting }: ConnectionStories) {
  const ended = (reason: Reason) => () => waiting({ kind: 'invalid', since: plus(now, -3 * HOUR_MS), reason });
  const doubted = (doubt: Doubt) => () => waiting({ kind: 'checking', since: plus(now, -12 * MINUTE_MS), doubt });
  const unknown = doubted('unknown');
  return {
    'secret wrong': ended('wrong-secret'),
    'secret lost': ended('no-secret'),
    'company closed': ended('SMB_CLOSED'),
    'company not found': ended('SMB_NOTFOUND'),
    'accountant closed': ended('CPA_CLOSED'),
    'ended without a reason': ended('unknown'),
    'partner refused': doubted('partner'),
    'credentials refused': doubted('credentials'),
    'clock wrong': () => {
      const state = unknown();
      return { ...state, overview: { ...state.overview, clockAheadMs: -25 * HOUR_MS } };
    },
    'network gone': (): WindowState => {
      const state = unknown();
      const relay = {
        kind: 'unreachable',
        since: plus(now, -12 * MINUTE_MS),
        lastReadAt: plus(now, -13 * MINUTE_MS),
        code: 'ENOTFOUND',
      } as const;
      return { ...state, overview: { ...state.overview, relay } };
    },
    'sent away': (): WindowState => {
      const state = waiting({ kind: 'active', seenAt: now });
      const closed = state.overview.companies.map(({ integrationId }) => integrationId);
      return { ...state, overview: { ...state.overview, answers: { ...state.overview.answers, closed } } };
    },
    'service unclear': unknown,
  };
}

/** Two refusals that nobody has dealt with: of one, a corrected file is at the service and waits for its result. */
export function refusals(base: WindowState): { readonly state: WindowState; readonly corrected: Item; readonly refused: Item } {
  const [correction, ...others] = dealtWith();
  const [corrected, refused] = others.map(open);
  if (correction === undefined || corrected === undefined || refused === undefined) throw new Error('the story has three documents');
  const state = { kind: 'awaiting', documentId: storyId(580), since: correction.foundAt };
  const items = [itemSchema.parse({ ...correction, state }), corrected, refused];
  const counts = { ...base.overview.counts, resolved: 0, refused: 2, accepted: 0, awaiting: 1 };
  return { state: { ...base, items, overview: { ...base.overview, counts, standing: 'needs-you' } }, corrected, refused };
}

function open(item: Item): Item {
  if (item.state.kind !== 'refused') return item;
  const { resolved: _, ...state } = item.state;
  return { ...item, state };
}
