import type { IntegrationId } from '#shared/contract/ids.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Page, RelayEvent, RelayFault } from '#shared/relay-protocol/messages.ts';
import type { LengthChecks } from './length-checks.ts';
import type { RelayClient } from './relay-client.ts';
import type { Cursor } from './store.ts';

/** How far a log was read; `epoch` is null before the first page. */
export type PagePosition = Omit<Cursor, 'epoch'> & { readonly epoch: string | null };

/** `another`: this is not the log that was read; `epoch` is the one that the relay states for it. */
export type JoinedPage = { readonly kind: 'joined'; readonly page: Page } | { readonly kind: 'another'; readonly epoch: string };

export type JoinedPageDeps = { readonly relay: Pick<RelayClient, 'page'>; readonly lengths: Pick<LengthChecks, 'endsBefore'> };
export type JoinedPageRequest = { readonly id: IntegrationId; readonly at: PagePosition; readonly stop: Stop };

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
