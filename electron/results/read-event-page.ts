import type { IntegrationId } from '#shared/contract/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Page, RelayFault } from '#shared/relay-protocol/messages.ts';
import { judge, type Verify } from './judge.ts';
import { joinedPage, type PagePosition } from './joined-page.ts';
import type { LengthChecks } from './length-checks.ts';
import type { RelayClient } from './relay-client.ts';
import type { CommittedPage, JudgedEvent, ResultLink, ResultsStore } from './store.ts';

/** `unsure`: the service's keys cannot be read now, so nothing was committed. `bad-page`: no honest relay says this · `journal`: our own journal takes nothing. */
export type ReadFault = { readonly kind: RelayFault['kind'] | 'unsure' | 'bad-page' | 'journal'; readonly code: string };

/** What reading pages needs from outside results. */
export type ReadPorts = {
  readonly clock: Clock;
  readonly store: ResultsStore;
  readonly relay: RelayClient;
  readonly verify: Verify;
  readonly log: Log;
  /** Called after the commit of every page. */
  readonly committed: (page: CommittedPage) => void;
};

export type ReadDeps = ReadPorts & {
  readonly lengths: Pick<LengthChecks, 'endsBefore'>;
  /** An event was kept without effect, because nobody knows its key yet. */
  readonly unknownKey: () => void;
  /** What the relay says about itself on the last page of a log. */
  readonly heard: (integrationId: IntegrationId, page: Page) => void;
};

/** Reads one link to its end, or as far as one turn goes; `more`: the end was not reached. */
export type ReadLink = (link: ResultLink, stop: Stop) => Promise<Result<{ readonly more: boolean }, ReadFault>>;

/** A hundred pages of 500 per turn; the other links come in between, however long the log of one is. */
const PAGES_MAX = 100;
/**
 * Events in one turn that the service did not sign, with no signed one between them: a late key makes a few; a relay that pours them out is
 * left alone for a while. No more than this are kept either.
 */
const FORGED_MAX = 500;
/** One restart is a relay that lost data; a second one in the same turn is a relay that cannot be trusted. */
const RESTARTS_MAX = 1;
const START = { seq: 0, eventId: null, receivedAt: null };

/**
 * The look of results: reads page after page from our cursor, judges each event by the service's own signature, commits once per page, then
 * acknowledges. The relay's word decides nothing except when the end is reached.
 */
export function linkReader(deps: ReadDeps): ReadLink {
  const acknowledged = new Map<IntegrationId, string>();
  const acknowledge = async (id: IntegrationId, { epoch, seq }: PagePosition): Promise<void> => {
    const mark = `${epoch} ${seq}`;
    if (epoch === null || acknowledged.get(id) === mark) return;
    // A lost acknowledgement does no harm: the relay keeps what it has, and the next look repeats it.
    if ((await deps.relay.acknowledge(id, { epoch, seq })).ok) acknowledged.set(id, mark);
  };

  return async (link, stop) => {
    const id = link.integrationId;
    let at: PagePosition = link.cursor ?? { epoch: null, ...START };
    let restarts = 0;
    let forged = 0;
    for (let pages = 0; pages < PAGES_MAX && !stop.aborted; pages += 1) {
      const found = await joinedPage(deps, { id, at, stop });
      if (!found.ok) return found;
      if (found.value.kind === 'another') {
        const { epoch } = found.value;
        if (restarts === RESTARTS_MAX) return fail({ kind: 'bad-page', code: 'epoch' });
        restarts += 1;
        deps.log.warn('the relay’s log is another one than was read', { integrationId: id });
        deps.store.restartFrom(id, epoch);
        at = { epoch, ...START };
        continue;
      }
      const { page } = found.value;
      const taken = await takePage(deps, { id, page, at });
      if (!taken.ok) return taken;
      at = taken.value.at;
      forged = taken.value.verified > 0 ? 0 : forged + taken.value.forged;
      await acknowledge(id, at);
      if (forged > FORGED_MAX) return fail({ kind: 'bad-page', code: 'forged' });
      if (!page.more) {
        deps.heard(id, page);
        noteReadToEnd(deps, id);
        return ok({ more: false });
      }
    }
    return ok({ more: !stop.aborted });
  };
}

function noteReadToEnd(deps: ReadDeps, id: IntegrationId): void {
  const effects = deps.store.readToEnd(id, deps.clock.wallMs());
  if (effects.length > 0) deps.committed({ effects, revocations: [], missing: 0 });
}

type Taken = { readonly at: PagePosition; readonly verified: number; readonly forged: number };

async function takePage(deps: ReadDeps, of: { id: IntegrationId; page: Page; at: PagePosition }): Promise<Result<Taken, ReadFault>> {
  const { id, page, at } = of;
  const wrong = wrongIn(page, at.seq);
  if (wrong !== null) return fail({ kind: 'bad-page', code: wrong });
  const events: JudgedEvent[] = [];
  for (const event of page.events) {
    const judged = await judge(event, id, deps.verify);
    if (!judged.ok) return fail({ kind: 'unsure', code: judged.failure.code });
    events.push(judged.value);
  }
  const { seq, eventId, receivedAt } = page.events.at(-1) ?? at;
  // An empty page is only worth a commit if it brings the epoch, by which a later loss is noticed.
  if (events.length > 0 || at.epoch === null) {
    deps.committed(await deps.store.commitPage({ integrationId: id, epoch: page.epoch, events, at: deps.clock.wallMs() }));
  }
  if (events.some(({ doubt }) => doubt === 'unknown-key')) deps.unknownKey();
  const verified = events.filter(({ envelope }) => envelope !== null).length;
  return ok({ at: { epoch: page.epoch, seq, eventId, receivedAt }, verified, forged: events.length - verified });
}

/** A page that would move the cursor back, or that promises more and contains nothing, would be read for ever. */
function wrongIn(page: Page, after: number): string | null {
  let last = after;
  for (const { seq } of page.events) {
    if (seq <= last) return 'order';
    last = seq;
  }
  return page.more && page.events.length === 0 ? 'empty' : null;
}

/** The code by which the overview names a fault; see `relayTrouble`. */
export function codeOfFault({ kind, code }: ReadFault): string {
  return kind === 'unreachable' || kind === 'limited' ? code : kind;
}
