import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { Envelope } from '#shared/contract/events.ts';
import type { Chore } from '#shared/domain/advance.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** One integration whose log at the relay is read: the current one of a company, or a former one. */
export type Link = {
  readonly integrationId: IntegrationId;
  readonly companyId: CompanyId;
  /** How far it was read; null before the first page. */
  readonly cursor: { readonly epoch: string; readonly seq: number } | null;
};

/** An event as it came, and what the desktop itself found out about it. */
export type JudgedEvent = {
  readonly seq: number;
  readonly eventId: EventId;
  readonly receivedAt: WallMs;
  readonly jwt: string;
  readonly body: Uint8Array;
  /** Null: its signature did not hold. Kept and counted, without any effect (invariant 9). */
  readonly envelope: Envelope | null;
};

export type CommittedPage = {
  readonly effects: readonly { readonly itemId: ItemId; readonly chores: readonly Chore[] }[];
  /** Companies that a verified Revocation speaks of, with its time, for the caller to confirm or act (decision 29). */
  readonly revocations: readonly { readonly companyId: CompanyId; readonly integrationId: IntegrationId; readonly at: WallMs }[];
  /** Sequence numbers that were left out between the cursor and this page. */
  readonly missing: number;
};

/** What is known of the logs that were read. */
export type LogFigures = {
  readonly lastEventAt: WallMs | null;
  readonly missing: number;
  readonly forged: number;
  readonly unmatched: number;
};

/** What the relay link asks of the journal. Every call is one durable transaction. */
export interface ResultsStore {
  links(): readonly Link[];
  figures(): LogFigures;
  /** Stores the events (once each), matches them, advances items, moves the cursor. */
  commitPage(page: {
    readonly integrationId: IntegrationId;
    readonly epoch: string;
    readonly events: readonly JudgedEvent[];
    readonly at: WallMs;
  }): CommittedPage;
  /**
   * The log of a link was read to its end. After it began anew, what still waits may have been answered in what the relay
   * lost: marks it, once.
   */
  readToEnd(integrationId: IntegrationId, at: WallMs): CommittedPage['effects'];
  /** The relay's log began anew: read again from the start; events known by id have no second effect. */
  restartFrom(integrationId: IntegrationId, epoch: string): void;
}

export type AskAbout = {
  readonly now: WallMs;
  /** The person's patience. */
  readonly askAfterMs: number;
  /** How long the relay could not be read, where that is long enough for a result to be lost; else null. */
  readonly silentForMs: number | null;
  /** Integrations whose log the relay gives to this computer no more, for good as far as anybody knows. */
  readonly closed: readonly IntegrationId[];
};

/** What the watch over unanswered documents asks of the journal. */
export interface NoAnswerStore {
  /** Since when the relay was silent, over restarts; null while it is not. */
  silence(): WallMs | null;
  keepSilence(since: WallMs | null): void;
  /** Marks what asks for a person now, unmarks what does not any more. `more`: there is another turn's worth. */
  askAbout(of: AskAbout): { readonly effects: CommittedPage['effects']; readonly more: boolean };
}

/** An event as it is kept without effect, with its row's number. */
export type UnverifiedEvent = JudgedEvent & { readonly n: number; readonly integrationId: IntegrationId; readonly epoch: string };

/** What the second look asks of the journal. */
export interface SecondLookStore {
  /** The next of those whose signature did not hold, in the order in which they came. */
  unverified(after: number): readonly UnverifiedEvent[];
  /** It does hold: takes its effect now. */
  verified(event: UnverifiedEvent): CommittedPage;
  /** Events of a log that is closed to this computer, which the relay told by their documents: they take effect; the cursor stays. */
  told(of: { readonly integrationId: IntegrationId; readonly epoch: string; readonly events: readonly JudgedEvent[] }): CommittedPage;
  /** Documents of one integration that were received before this moment and are not answered; `next` is 0 at their end. */
  unanswered(
    integrationId: IntegrationId,
    of: { readonly before: WallMs; readonly after: number },
  ): { readonly documentIds: readonly DocumentId[]; readonly youngest: WallMs | null; readonly next: number };
  /** Drops the bytes of matched events that were received before; ids and results stay for good. Says how many. */
  prune(before: WallMs): number;
}
