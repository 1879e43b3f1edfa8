import type { IntegrationId } from '#shared/contract/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Page, RelayEvent, RelayFault } from '#shared/relay-protocol/messages.ts';
import { judge, type Verify } from './judge.ts';
import type { LengthChecks } from './length-checks.ts';
import type { RelayClient } from './relay-client.ts';
import type { CommittedPage, Cursor, JudgedEvent, ResultLink, ResultsStore } from './store.ts';

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

/** How far a log was read; `epoch` is null before the first page. */
type PagePosition = Omit<Cursor, 'epoch'> & { readonly epoch: string | null };

/** `another`: this is not the log that was read; `epoch` is the one that the relay states for it. */
type JoinedPage = { readonly kind: 'joined'; readonly page: Page } | { readonly kind: 'another'; readonly epoch: string };

type JoinedPageDeps = { readonly relay: Pick<RelayClient, 'page'>; readonly lengths: Pick<LengthChecks, 'endsBefore'> };
type JoinedPageRequest = { readonly id: IntegrationId; readonly at: PagePosition; readonly stop: Stop };

/**
 * The page after our position, if it is still the log that was read. A relay that was restored from an older copy, by somebody who did not
 * know about epochs, gives numbers that we have already read to new events (C39). So each page also brings the event at our position, which
 * is compared. It has to be the same answer, not a separate request: between two requests one relay can replace another unnoticed.
 */
export async function joinedPage(deps: JoinedPageDeps, of: JoinedPageRequest): Promise<Result<JoinedPage, RelayFault>> {
  const found = await look(deps, of);
  // Another epoch is another log by the relay's own word. What we only infer from one answer is confirmed by a second one.
  const isInferred = found.ok && found.value.kind === 'another' && found.value.epoch === of.at.epoch;
  return isInferred ? look(deps, of) : found;
}

async function look({ relay, lengths }: JoinedPageDeps, { id, at, stop }: JoinedPageRequest): Promise<Result<JoinedPage, RelayFault>> {
  // The largest page holds several of the largest events, so the known event never takes all of it.
  const answer = await relay.page(id, Math.max(at.seq - 1, 0), stop);
  if (!answer.ok) return answer;
  const page = answer.value;
  const another: JoinedPage = { kind: 'another', epoch: page.epoch };
  if (at.epoch !== null && page.epoch !== at.epoch) return ok(another);
  const [first, ...rest] = page.events;
  if (first?.seq === at.seq) return ok(isSame(first, at) ? { kind: 'joined', page: { ...page, events: rest } } : another);
  // The event at our position is no longer kept, but later ones are; or nothing was read yet.
  if (first !== undefined || at.epoch === null || at.seq === 0) return ok({ kind: 'joined', page });
  const ends = await lengths.endsBefore(id, { epoch: at.epoch, seq: at.seq });
  return ends.ok ? ok(ends.value ? another : { kind: 'joined', page }) : ends;
}

/**
 * An event that the relay forgot and that was sent again has its old id, and may have its old number, behind a new event. Only the
 * time at which the relay received it differs. What was not noted cannot be compared.
 */
function isSame({ eventId, receivedAt }: RelayEvent, at: PagePosition): boolean {
  const isItsMoment = at.receivedAt === null || receivedAt === at.receivedAt;
  return isItsMoment && (at.eventId === null || eventId.toLowerCase() === at.eventId.toLowerCase());
}
