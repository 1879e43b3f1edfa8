import { z } from 'zod';
import { integrationIdSchema } from '../contract/ids.ts';
import { invoiceTypeSchema } from '../contract/import-types.ts';
import { failureSchema } from '../domain/item/failure.ts';
import { companySchema, removedCompanySchema } from '../domain/company.ts';
import { diskSchema } from '../domain/disk.ts';
import { folderSchema } from '../domain/folder/folder.ts';
import { folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { itemSchema, submissionSchema } from '../domain/item/item.ts';
import { recoverySchema } from '../domain/connection.ts';
import { WHY_NOT_JOINED } from '../domain/item/joining/joining.ts';
import { OTHER_STANDINGS } from '../domain/type-decision.ts';
import { STANDINGS } from '../domain/standing.ts';
import { unfinishedSchema } from '../domain/folder/unfinished.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { bulkArrivalSchema } from './folder-places.ts';
import { sentBeforeGroupSchema } from './sent-before.ts';
import { STATE_KINDS, STATE_ORDER } from './list/item-filter.ts';

const count = z.number().int().nonnegative();

/** The connection to the relay, judged by an actual round trip, never assumed. */
export const relayViewSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-set') }),
  /** Its address is known, and no round trip has ended since then. */
  z.object({ kind: z.literal('connecting') }),
  z.object({ kind: z.literal('connected'), since: wallMsSchema, lastReadAt: wallMsSchema }),
  z.object({ kind: z.literal('unreachable'), since: wallMsSchema, lastReadAt: wallMsSchema.nullable(), code: z.string() }),
]);
export type RelayView = Readonly<z.infer<typeof relayViewSchema>>;

/** How the accountant's answers arrive, and the state of the log that they are read from. */
export const answersViewSchema = z.object({
  /** The relay's stream; long polls, where no stream gets through; frequent polls, where nothing else does. */
  mode: z.enum(['stream', 'long-poll', 'poll']),
  /** When the relay received the newest answer that was read. */
  lastEventAt: wallMsSchema.nullable(),
  /** Sequence numbers that the relay left out, which may have been answers. */
  missing: count,
  /** Events that the service did not sign. Stored separately, without effect; if there are any, the relay's operator should be asked. */
  forged: count,
  /** Events by keys that the service does not publish and this computer never saw. Stored separately, without effect, and judged again every hour. */
  unknownKey: count,
  /** Answers for documents that this installation does not know; matched once it does. */
  unmatched: count,
  /**
   * Results may not be reaching the relay (C38): documents have waited for more than a day, and the relay has heard nothing from the service
   * for as long. `lastVerifiedAt`: when it last did; null if never, or if it cannot say. Absent while nothing is in doubt.
   */
  quiet: z.object({ lastVerifiedAt: wallMsSchema.nullable() }).optional(),
  /** Integrations whose answers the relay no longer gives to this computer. */
  closed: z.array(integrationIdSchema),
});
export type AnswersView = Readonly<z.infer<typeof answersViewSchema>>;

/** `absent`: no vault yet, none needed yet. `locked`: the user's keychain is locked. `unavailable`: no keychain here.
 * `lost`: the keychain is open but lacks the vault's key; `damaged`: its file is none any more: with both, the secrets must be typed in again.
 * `newer`: a newer version of Intray wrote it. `unreadable`: the disk does not let us read it. */
export const vaultViewSchema = z.enum(['open', 'absent', 'locked', 'unavailable', 'lost', 'damaged', 'newer', 'unreadable']);
export type VaultView = z.infer<typeof vaultViewSchema>;

const kinds = {
  held: count,
  aside: count,
  unfit: count,
  waiting: count,
  uploading: count,
  awaiting: count,
  accepted: count,
  refused: count,
};
export const countsSchema = z.object({
  ...kinds,
  /** Of those awaiting, how many need a user because no answer came. */
  noAnswer: count,
  /** Of those awaiting, how many have an unproven answer that a user may accept. */
  unproven: count,
  /** Of those refused, how many were dealt with and no longer need a user. */
  resolved: count,
});

/** Uploads that have failed for more than a quarter of an hour although their company is connected, and why the oldest fails. */
export const delaySchema = z.object({ items: count, failure: failureSchema, since: wallMsSchema });
export type Delay = Readonly<z.infer<typeof delaySchema>>;
/** Files next to the watched folders that seem meant for one of them; `names`: the first few. */
export const misplacedViewSchema = z.object({ path: z.string(), count, names: z.array(z.string()) });

export const overviewSchema = z.object({
  standing: z.enum(STANDINGS),
  delay: delaySchema.nullable().optional(),
  counts: countsSchema,
  /** One for each folder with such documents; absent if there are none. */
  bulkArrivals: z.array(bulkArrivalSchema).optional(),
  /** Where several documents of a folder are like ones that were sent, in the same way; absent if there is no such folder. */
  sentBefore: z.array(sentBeforeGroupSchema).optional(),
  companies: z.array(companySchema),
  /** Removed companies whose documents are still in the list. */
  removed: z.array(removedCompanySchema).optional(),
  folders: z.array(folderSchema),
  misplaced: z.array(misplacedViewSchema),
  /** How many of such files the user ignores; absent if there are none. */
  ignoredMisplaced: z.array(misplacedViewSchema.pick({ path: true, count: true })).optional(),
  /** Files that are being written or incomplete, by folder: from memory, and no reason to act. Absent if there are none. */
  unfinished: z.array(unfinishedSchema).optional(),
  relay: relayViewSchema,
  answers: answersViewSchema,
  vault: vaultViewSchema,
  /** Why the vault is not open, in the system's own words; for whoever administers the computer. */
  vaultDetail: z.string().optional(),
  disk: diskSchema,
  /** What was done about a damaged journal, until a user has seen it. */
  recovery: recoverySchema.nullable(),
  /** By how much this computer's clock is ahead (negative: behind) of its peers' clocks; only if more than five minutes. */
  clockAheadMs: z.number().optional(),
  /** When the service received the last document; absent if it never received one. */
  lastReceivedAt: wallMsSchema.optional(),
  /** No upload starts until the computer is plugged in again, by the user's choice. */
  waitsForMains: z.boolean().optional(),
  /** The relay sees another program with this profile's identity: a copy of it runs at the same time. */
  isCopied: z.boolean().optional(),
  /** No program runs on this profile: the engine was opened for one question, and nothing is watched, sent or read. */
  noHost: z.boolean().optional(),
  /** The engine's clock, so that ages are right in a browser whose clock is not. */
  now: wallMsSchema,
});
export type Overview = Readonly<z.infer<typeof overviewSchema>>;

/** What removing a company would mean. */
export const removalViewSchema = z.object({
  /** Folders that would no longer be watched. */
  folders: count,
  /** Documents that would not be sent: waiting, or held until a user decides. */
  unsent: count,
  /** Received documents whose answer would not be read. */
  unanswered: count,
});
/** `here`: this computer. Each has the name that it gave itself when it enrolled at the relay. */
export const computersViewSchema = z.object({
  computers: z.array(z.object({ deviceId: z.string(), name: z.string(), since: wallMsSchema, here: z.boolean() })),
});
export type ComputersView = Readonly<z.infer<typeof computersViewSchema>>;
export type RemovalView = Readonly<z.infer<typeof removalViewSchema>>;

/** Where a file with the item's content is or was. */
export const placeSchema = z.object({
  path: z.string(),
  present: z.boolean(),
  seenAt: wallMsSchema,
  /** Why the file could not be moved, or no note written, after its result: the system's code. Null if nothing failed. */
  stays: z.string().nullable(),
});

/** Known content that was found again: where, and when. It is not sent again. */
export const dropSchema = z.object({ path: z.string(), at: wallMsSchema });
export type Drop = Readonly<z.infer<typeof dropSchema>>;

/** Documents that follow each other in the list under one heading: those of a day, in which `at` lies, or those in a state. */
export const itemGroupSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('day'), at: wallMsSchema, count }),
  z.object({ kind: z.literal('state'), state: z.enum(STATE_ORDER), count }),
]);
export type ItemGroup = Readonly<z.infer<typeof itemGroupSchema>>;

/** What a search found a document by, other than its name or company: the number, or the reference, of one of its sendings, or the user's own number. */
export const foundBySchema = z.object({ kind: z.enum(['number', 'reference', 'own-number']), value: z.string() });
export type FoundBy = Readonly<z.infer<typeof foundBySchema>>;

export const itemPageSchema = z.object({
  items: z.array(itemSchema),
  /** Items of this page that a number or a reference was typed of, by item id. */
  found: z.record(itemIdSchema, foundBySchema).optional(),
  /** Repeated finds of the items on this page, by item id, newest first. */
  drops: z.record(itemIdSchema, z.array(dropSchema)).optional(),
  /** How many match, on all pages. */
  total: count,
  /** Pass it as `after` for the next page; null at the end. */
  next: z.string().nullable(),
  /** The newest item there is; null for an empty page. Pass it as `upTo`, and later items are counted as `newer` instead of shifting the rows. */
  top: z.string().nullable(),
  newer: count,
});
export type ItemPage = Readonly<z.infer<typeof itemPageSchema>>;

/**
 * How many documents match a filter, by state. `asking` and `unproven` count documents that are awaiting, `resolved` counts refused ones.
 */
export const filterCountsSchema = z.object({
  kinds: z.object(kinds),
  asking: count,
  unproven: count,
  resolved: count,
});
export type FilterCounts = Readonly<z.infer<typeof filterCountsSchema>>;

/** Another document, to be named and opened. `comment`: its note, of one that is to be joined with others. */
export const linkedItemSchema = z.object({ itemId: itemIdSchema, name: z.string(), comment: itemSchema.shape.comment });
export type LinkedItem = Readonly<z.infer<typeof linkedItemSchema>>;

/** What can be done with chosen documents: the ids for each action, at most as many as one call accepts. */
export const chosenViewSchema = z.object({
  kinds: z.object(kinds),
  sendAgain: z.array(itemIdSchema),
  allow: z.array(itemIdSchema),
  putAside: z.array(itemIdSchema),
  /** Ignored: the user may undo that. */
  putBack: z.array(itemIdSchema),
  /** Refused, and not yet dealt with. */
  resolve: z.array(itemIdSchema),
  /** Refused and dealt with: the user may undo that. */
  unresolve: z.array(itemIdSchema),
  /**
   * `able`: how many of them are pictures that may be joined into one PDF; of more than can be joined, not all are looked at. `why`: why they cannot be
   * joined; null if they can, in this order.
   */
  join: z.object({ able: count, why: z.enum(WHY_NOT_JOINED).nullable(), parts: z.array(linkedItemSchema) }),
  /** Awaiting, with an unproven answer that says Accepted: these may be accepted all at once (C37). */
  takeAccepted: z.array(itemIdSchema),
});
export type ChosenView = Readonly<z.infer<typeof chosenViewSchema>>;

/** The same bytes under the other type of invoice; `itemId` is null if only another computer sent them. */
export const otherTypeSchema = z.object({
  importType: invoiceTypeSchema,
  itemId: itemIdSchema.nullable(),
  kind: z.enum(STATE_KINDS),
  /** Since when it is in that state; for what the service reported, when that happened. */
  at: wallMsSchema,
});
export type OtherType = Readonly<z.infer<typeof otherTypeSchema>>;

/**
 * What an answer to "purchase or sale?" did. `not-asked`: the question was answered already, or never was one, and nothing was changed. `standing`
 * and `otherId`: the document of the other type as it was before the answer.
 */
export const typeDecidedSchema = z.discriminatedUnion('became', [
  z.object({
    became: z.literal('decided'),
    sent: z.array(itemIdSchema),
    aside: z.array(itemIdSchema),
    standing: z.enum(OTHER_STANDINGS),
    otherId: itemIdSchema.nullable(),
  }),
  z.object({ became: z.literal('not-asked') }),
]);
export type TypeDecided = Readonly<z.infer<typeof typeDecidedSchema>>;

export const itemDetailSchema = z.object({
  item: itemSchema,
  places: z.array(placeSchema),
  /** When and where the same content was found again, newest first. */
  drops: z.array(dropSchema).optional(),
  /** When the first byte of its current sending left; null if none has. */
  sentAt: wallMsSchema.nullable().optional(),
  /** The newest item that replaced this one (the inverse of `item.replaces`). */
  replacedBy: itemIdSchema.nullable(),
  /** The documents that it was joined from, in the order of its pages. */
  parts: z.array(linkedItemSchema).optional(),
  /** The document that it is sent as a part of. */
  into: linkedItemSchema.optional(),
  /** Of a scan, the files of entries that go with it or may do so; of such a file, its scan. */
  beside: z.array(linkedItemSchema).optional(),
  /** Results of its earlier sendings, oldest first. */
  earlier: z.array(submissionSchema),
  otherType: otherTypeSchema.nullable().optional(),
  /** What its folder adds to its note, or added when it was sent. */
  folderNote: z.string().optional(),
  /** The folder in which its file was first found. */
  folderId: folderIdSchema.nullable().optional(),
  /** What the columns of its folder mean was corrected since it was sent, and a user may have it sent once more as it is read now. */
  columnsCorrected: z.literal(true).optional(),
});
export type ItemDetail = Readonly<z.infer<typeof itemDetailSchema>>;

/** `switched-off`: by the system's own switch, in its settings. `absent`: not in the system's list, or removed from it. */
const startsAtLoginSchema = z.object({
  is: z.enum(['starts', 'switched-off', 'absent']),
  /** Which system's settings they are. */
  system: z.enum(['windows', 'macos', 'linux']),
});
export type StartsAtLogin = Readonly<z.infer<typeof startsAtLoginSchema>>;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'headless']),
  /** The operating system's language as a BCP 47 tag: what `language: system` means. */
  locale: z.string(),
  /** Whether the system starts Intray at log-in; absent where this host cannot arrange that. */
  startsAtLogin: startsAtLoginSchema.optional(),
  /** Whether this host can tell when the computer runs on its battery. */
  hasBattery: z.boolean().optional(),
});
export type AppInfo = Readonly<z.infer<typeof appInfoSchema>>;

export const folderListingSchema = z.object({ path: z.string(), parent: z.string().nullable(), folders: z.array(z.string()) });
export type FolderListing = Readonly<z.infer<typeof folderListingSchema>>;
