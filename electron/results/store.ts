import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { Envelope } from '#shared/contract/events.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { ItemResult } from '#shared/domain/results/weigh-results.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { KeptKey } from '#shared/service-client/key-history.ts';
import type { PublishedKey } from '#shared/service-client/rsa-keys.ts';

/** `eventId` and `receivedAt`: of the event there, by the relay's word; null where none was read or noted. */
export type Cursor = {
  readonly epoch: string;
  readonly seq: number;
  readonly eventId: string | null;
  readonly receivedAt: number | null;
};

/** One integration whose log at the relay is read: the current one of a company, or a former one. */
export type ResultLink = {
  readonly integrationId: IntegrationId;
  readonly companyId: CompanyId;
  /** How far it was read; null before the first page. */
  readonly cursor: Cursor | null;
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
  /** Why there is no envelope; null where there is one. */
  readonly doubt: Doubt | null;
};

/**
 * `unknown-key`: signed by a key that the service did not publish when it was judged and that this computer never saw, or by nobody.
 * `forged`: a key of its name is known and the signature fails, or what was signed is not what is said.
 */
export type Doubt = 'unknown-key' | 'forged';

export type CommittedPage = {
  readonly effects: readonly { readonly itemId: ItemId; readonly chores: readonly Chore[] }[];
  /** Companies that a verified Revocation speaks of, with its time, for the caller to confirm or act (C29). */
  readonly revocations: readonly { readonly companyId: CompanyId; readonly integrationId: IntegrationId; readonly at: WallMs }[];
  /** Sequence numbers that were left out between the cursor and this page. */
  readonly missing: number;
};

/** What is known of the logs that were read. */
export type LogFigures = {
  readonly lastEventAt: WallMs | null;
  readonly missing: number;
  readonly forged: number;
  /** Events by a key that this computer does not know; judged again every hour. */
  readonly unknownKey: number;
  readonly unmatched: number;
};

/** What the relay link asks of the journal. Every call is one durable transaction. */
export interface ResultsStore {
  links(): readonly ResultLink[];
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
  /** Former integrations whose log was not read to its end since the journal was made anew; until then nothing of their company is sent. */
  readFirst(): readonly IntegrationId[];
  /** Nobody can read its log any more: what was sent under it stays unknown, and nothing waits for it. */
  needNotRead(integrationId: IntegrationId): void;
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
  /** When the relay's logs began that were read to their end: what it told before that is lost. */
  readonly logsSince: ReadonlyMap<IntegrationId, WallMs>;
};

/** What the watch over unanswered documents asks of the journal. */
export interface NoAnswerStore {
  /** Since when the relay was silent, over restarts; null while it is not. */
  silence(): WallMs | null;
  keepSilence(since: WallMs | null): void;
  /** Since when the oldest received document waits for its answer; null while none does. */
  oldestAwaiting(): WallMs | null;
  /** Marks what asks for a person now, unmarks what does not any more. `more`: there is another turn's worth. */
  askAbout(of: AskAbout): { readonly effects: CommittedPage['effects']; readonly more: boolean };
}

/** An event as it is kept without effect, with its row's number. */
export type UnverifiedEvent = JudgedEvent & { readonly n: number; readonly integrationId: IntegrationId; readonly epoch: string };

/** What an event by a key of the relay's says of a document that is awaited here. */
export type Awaited = { readonly itemId: ItemId; readonly result: ItemResult };

/** What looking for unproven answers asks of the journal. */
export interface UnprovenStore {
  /** Whose answer it would be, were it proven; null where it is no answer, or nobody awaits it. */
  awaited(event: JudgedEvent): Awaited | null;
  /** These are all that the relay vouches for now: shows them beside their documents, and others no more. Says how many are new or say something else. */
  offer(told: readonly Awaited[]): number;
}

/** What the second look asks of the journal. */
export interface SecondLookStore extends UnprovenStore {
  /** The next of those whose signature did not hold, in the order in which they came; all, or those of one kind. */
  unverified(after: number, doubt?: 'unknown-key'): readonly UnverifiedEvent[];
  /** It still has no effect, but for another reason than before. */
  doubted(event: UnverifiedEvent, doubt: Doubt): void;
  /** It does hold: takes its effect now. */
  verified(event: UnverifiedEvent): CommittedPage;
  /** Events of a log that is closed to this computer, which the relay told by their documents: they take effect; the cursor stays. */
  told(of: { readonly integrationId: IntegrationId; readonly epoch: string; readonly events: readonly JudgedEvent[] }): CommittedPage;
  /**
   * Unanswered documents of one integration that were received before `before`, or after `now`: the clock was ahead then, and would otherwise
   * hide them until it catches up. `next` is 0 at their end.
   */
  unanswered(
    integrationId: IntegrationId,
    of: { readonly before: WallMs; readonly now: WallMs; readonly after: number },
  ): { readonly documentIds: readonly DocumentId[]; readonly youngest: WallMs | null; readonly next: number };
  /** A turn over the stored events that have no document here, which a document that is known now may have; `next` is null at their end. */
  rematch(after: number): { readonly effects: CommittedPage['effects']; readonly next: number | null };
  /** Drops the bytes of matched events that were received before; ids and results stay for good. Says how many. */
  prune(before: WallMs): number;
}

/** Where the key set is, and the relay whose word on distrusted keys counts now; null while none is set. */
export type KeyOwner = { readonly jwksUrl: string; readonly relayUrl: string | null };

/** What the keys by which events are verified ask of the journal. */
export interface KeyStore {
  /** The public keys that were ever read from this address, each with what was seen of it. */
  keys(of: KeyOwner): readonly KeptKey[];
  /** Keeps what a good reading has published, notes what it lacks, and gives all that is kept then. */
  noteReading(of: KeyOwner, published: readonly PublishedKey[], at: WallMs): readonly KeptKey[];
  /** Whoever runs this relay does not believe these keys: they stay distrusted for as long as this relay is the one that is set. */
  distrust(relayUrl: string, thumbprints: readonly string[], at: WallMs): void;
  /** All thumbprints that this relay was ever heard to distrust. */
  distrusted(relayUrl: string): readonly string[];
}
