import type { DocumentId, EventId, IntegrationId, Reference } from '#shared/contract/ids.ts';
import type { Envelope } from '#shared/contract/events.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { ItemResult } from '#shared/domain/results/weigh-results.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { KeptKey } from '#shared/service-client/key-ring.ts';
import type { PublishedKey, RsaJwk } from '#shared/service-client/rsa-keys.ts';
import type { SentFields, ServiceAnswer } from '#shared/domain/item/sending/sent-name.ts';

/** `eventId` and `receivedAt` describe the event at the cursor, by the relay's word; null if none was read or noted. */
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

/** An event as it came, with the desktop's own judgement of it. */
export type JudgedEvent = {
  readonly seq: number;
  readonly eventId: EventId;
  readonly receivedAt: WallMs;
  readonly jwt: string;
  readonly body: Uint8Array;
  /** Null if its signature did not hold. Such an event is stored and counted, without any effect (invariant 9). */
  readonly envelope: Envelope | null;
  /** Why there is no envelope; null if there is one. */
  readonly doubt: Doubt | null;
};

/**
 * `unknown-key`: signed by a key that the service did not publish when it was judged and that this computer never saw, or not signed at
 * all. `forged`: a key of that name is known and the signature fails, or the signed content differs from the stated one.
 */
export type Doubt = 'unknown-key' | 'forged';

export type CommittedPage = {
  readonly effects: readonly { readonly itemId: ItemId; readonly chores: readonly Chore[] }[];
  /** Companies that a verified Revocation concerns, with its time. The caller confirms it or acts on it (C29). */
  readonly revocations: readonly { readonly companyId: CompanyId; readonly integrationId: IntegrationId; readonly at: WallMs }[];
  /** Number of sequence numbers that were left out between the cursor and this page. */
  readonly missing: number;
};

/** Figures about the logs that were read. */
export type LogFigures = {
  readonly lastEventAt: WallMs | null;
  readonly missing: number;
  readonly forged: number;
  /** Events by a key that this computer does not know; judged again every hour. */
  readonly unknownKey: number;
  readonly unmatched: number;
};

/** The journal as the relay link uses it. Every call is one durable transaction. */
export interface ResultsStore {
  links(): readonly ResultLink[];
  figures(): LogFigures;
  /** Stores the events (once each), matches them, advances items, moves the cursor. Durable when it resolves. */
  commitPage(page: {
    readonly integrationId: IntegrationId;
    readonly epoch: string;
    readonly events: readonly JudgedEvent[];
    readonly at: WallMs;
  }): CommittedPage | Promise<CommittedPage>;
  /** The log of a link was read to its end. If it had begun anew, what still waits may have been answered in what the relay lost: marks it, once. */
  readToEnd(integrationId: IntegrationId, at: WallMs): CommittedPage['effects'];
  /** Former integrations whose log was not read to its end since the journal was rebuilt; until then nothing of their company is sent. */
  readFirst(): readonly IntegrationId[];
  /** Nobody can read this log any more: what was sent under it stays unknown, and nothing waits for it. */
  needNotRead(integrationId: IntegrationId): void;
  /** The relay's log began anew: reads it again from the start; events with a known id have no second effect. */
  restartFrom(integrationId: IntegrationId, epoch: string): void;
}

export type AskAbout = {
  readonly now: WallMs;
  /** How long the user is willing to wait. */
  readonly askAfterMs: number;
  /** How old a document must be for its result to be lost in a silence of the relay; null while there is no such silence. */
  readonly silentForMs: number | null;
  /** Integrations whose log the relay no longer gives to this computer, for good as far as is known. */
  readonly closed: readonly IntegrationId[];
  /** When each of the relay's logs that were read to their end began: what came before that is lost. */
  readonly logsSince: ReadonlyMap<IntegrationId, WallMs>;
};

/** The journal as the watch over unanswered documents uses it. */
export interface NoAnswerStore {
  /** Since when the relay has been silent, over restarts; null if it is not. */
  silence(): WallMs | null;
  keepSilence(since: WallMs | null): void;
  /** Since when the oldest received document has been waiting for its answer; null if none is waiting. */
  oldestAwaiting(): WallMs | null;
  /** Marks what asks for a user now, and unmarks what no longer does. `more`: another turn is needed. */
  askAbout(of: AskAbout): { readonly effects: CommittedPage['effects']; readonly more: boolean };
}

/** A stored event without effect, with its row's number. */
export type UnverifiedEvent = JudgedEvent & { readonly n: number; readonly integrationId: IntegrationId; readonly epoch: string };

/** What an event by a key that only the relay vouches for says about a document that is awaited here. */
export type Awaited = { readonly itemId: ItemId; readonly result: ItemResult };

/** The journal as the search for unproven answers uses it. */
export interface UnprovenStore {
  /** The item that it would answer if it were proven; null if it is not an answer, or nobody awaits it. */
  awaited(event: JudgedEvent): Awaited | null;
  /** These are all that the relay vouches for now: shows them with their documents, and withdraws the others. Returns how many are new or changed. */
  offer(told: readonly Awaited[]): number;
}

/** The journal as the second look uses it. */
export interface SecondLookStore extends UnprovenStore {
  /** The next events whose signature did not hold, in the order in which they came; all, or those of one kind. */
  unverified(after: number, doubt?: 'unknown-key'): readonly UnverifiedEvent[];
  /** The event still has no effect, but for another reason than before. */
  doubted(event: UnverifiedEvent, doubt: Doubt): void;
  /** The event does hold: applies it now. */
  verified(event: UnverifiedEvent): CommittedPage;
  /** Events of a log that is closed to this computer, which the relay returned by their documents: they take effect; the cursor stays. */
  told(of: { readonly integrationId: IntegrationId; readonly epoch: string; readonly events: readonly JudgedEvent[] }): CommittedPage;
  /**
   * Unanswered documents of one integration that were received before `before`, or after `now`: the clock was ahead then, which would
   * otherwise hide them until it catches up. `next` is 0 at the end.
   */
  unanswered(
    integrationId: IntegrationId,
    of: { readonly before: WallMs; readonly now: WallMs; readonly after: number },
  ): { readonly documentIds: readonly DocumentId[]; readonly youngest: WallMs | null; readonly next: number };
  /** One turn over the stored events whose document was unknown here, in case it is known now; `next` is null at the end. */
  rematch(after: number): { readonly effects: CommittedPage['effects']; readonly next: number | null };
  /**
   * Deletes the bytes of matched events that were received before that time, or before the newest `most`, a few hundred at a time; ids and results
   * stay for good. Returns how many.
   */
  prune(before: WallMs, most: number): number;
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

/** One try to send a document. `outcome` is null of one that never ended, because the program was. `sha256`: of what was sent as the file. */
export type Attempt = {
  readonly n: number;
  readonly begunAt: WallMs;
  readonly fields: SentFields;
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly endedAt: WallMs | null;
  readonly outcome: string | null;
  readonly answer: ServiceAnswer | null;
};

/** A reference of a document, under which something of it left, and the tries that are kept; there are none of a sending of an earlier version. */
export type KeptSending = {
  readonly reference: Reference;
  readonly integrationId: IntegrationId;
  readonly resubmission: number;
  /** When it left first. */
  readonly at: WallMs;
  readonly attempts: readonly Attempt[];
};

/** An event as it came; `jwt` and `body` are empty once they were deleted. */
export type ProofEvent = Pick<JudgedEvent, 'receivedAt' | 'jwt' | 'body'> & { readonly eventId: string; readonly isVerified: boolean };

/** A key that this computer read from the service, and where. `distrustedAt`: the operator of any relay says not to believe it. */
export type ProofKey = Pick<KeptKey, 'kid' | 'thumbprint' | 'firstSeenAt' | 'lastSeenAt' | 'distrustedAt'> & {
  readonly jwk: RsaJwk;
  readonly jwksUrl: string;
};

/** The journal as a proof uses it. */
export interface ProofStore {
  /** What left under which reference, oldest first. */
  sendings(itemId: ItemId): readonly KeptSending[];
  /** The verified events of these sendings of the document, in the order in which they came. */
  events(
    itemId: ItemId,
    of: readonly { readonly documentId: DocumentId | null; readonly reference: string | null }[],
  ): readonly ProofEvent[];
  /** Events about this document that are signed by a key that is unknown here. */
  unproven(documentId: DocumentId): readonly ProofEvent[];
  /** All keys of this name that were ever read. */
  keys(kid: string): readonly ProofKey[];
}
