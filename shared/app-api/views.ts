import { z } from 'zod';
import { integrationIdSchema } from '../contract/ids.ts';
import { invoiceTypeSchema } from '../contract/import-types.ts';
import { failureSchema } from '../domain/item/failure.ts';
import { companySchema, removedCompanySchema } from '../domain/company.ts';
import { diskSchema } from '../domain/disk.ts';
import { folderSchema } from '../domain/folder/folder.ts';
import { itemIdSchema } from '../domain/ids.ts';
import { itemSchema } from '../domain/item/item.ts';
import { recoverySchema } from '../domain/recovery.ts';
import { submissionSchema } from '../domain/item/submission.ts';
import { STANDINGS } from '../domain/standing.ts';
import { unfinishedSchema } from '../domain/folder/unfinished.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { STATE_KINDS } from './item-filter.ts';

const count = z.number().int().nonnegative();

/** The connection to the relay, by a round trip that was really made, never by hope. */
export const relayViewSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-set') }),
  z.object({ kind: z.literal('connected'), since: wallMsSchema, lastReadAt: wallMsSchema }),
  z.object({ kind: z.literal('unreachable'), since: wallMsSchema, lastReadAt: wallMsSchema.nullable(), code: z.string() }),
]);
export type RelayView = Readonly<z.infer<typeof relayViewSchema>>;

/** How the accountant's answers come in, and what there is to know of the log that they are read from. */
export const answersViewSchema = z.object({
  /** Its stream; questions that the relay keeps waiting, where no stream gets through; questions asked often, where nothing else does. */
  mode: z.enum(['stream', 'long-poll', 'poll']),
  /** When the relay received the newest answer that was read. */
  lastEventAt: wallMsSchema.nullable(),
  /** Numbers that the relay left out, and which may have been answers. */
  missing: count,
  /** Events that the service did not sign. Kept apart, without effect; more than none is worth a question to whoever runs the relay. */
  forged: count,
  /** Events by keys that the service does not publish and that this computer never saw. Kept apart, without effect, and judged again every hour. */
  unknownKey: count,
  /** Answers for documents that this installation does not know; matched when it does. */
  unmatched: count,
  /**
   * The way itself is in doubt (C38): documents have waited for more than a day, and for as long the relay has heard nothing of the service. When
   * it last did; null where it never did, or cannot say. Absent while nothing is in doubt.
   */
  quiet: z.object({ lastVerifiedAt: wallMsSchema.nullable() }).optional(),
  /** Integrations whose answers the relay gives to this computer no more. */
  closed: z.array(integrationIdSchema),
});
export type AnswersView = Readonly<z.infer<typeof answersViewSchema>>;

/** `absent`: no vault yet, none needed yet. `locked`: close to the person's log-in keychain. `unavailable`: no keychain here.
 * `lost`: the keychain is open and has not the vault's key, so that the secrets must be typed in anew. */
export const vaultViewSchema = z.enum(['open', 'absent', 'locked', 'unavailable', 'lost']);
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
  /** Of those awaiting, how many ask for a person because no answer came. */
  noAnswer: count,
  /** Of those awaiting, how many have an answer that nothing proves, and that a person may take. */
  unproven: count,
  /** Of those refused, how many were dealt with and ask for nobody any more. */
  settled: count,
});

/** What has been failing for more than a quarter of an hour though its company is connected, and why the oldest of it does. */
export const delaySchema = z.object({ items: count, failure: failureSchema, since: wallMsSchema });
export type Delay = Readonly<z.infer<typeof delaySchema>>;
/** Files that lie beside the watched folders as if they were meant for one of them; `names` are the first few. */
export const misplacedViewSchema = z.object({ path: z.string(), count, names: z.array(z.string()) });

export const overviewSchema = z.object({
  standing: z.enum(STANDINGS),
  delay: delaySchema.nullable().optional(),
  counts: countsSchema,
  companies: z.array(companySchema),
  /** Those that were removed, whose documents are still in the list. */
  removed: z.array(removedCompanySchema).optional(),
  folders: z.array(folderSchema),
  strays: z.array(misplacedViewSchema),
  /** Files that are being written or not complete, by folder: from memory, and nothing that needs a person. Absent where there are none. */
  unfinished: z.array(unfinishedSchema).optional(),
  relay: relayViewSchema,
  answers: answersViewSchema,
  vault: vaultViewSchema,
  /** Why it is not open, in the system's own words; for whoever looks after the computer. */
  vaultDetail: z.string().optional(),
  disk: diskSchema,
  /** What was done about a damaged journal, until a person has seen it. */
  recovery: recoverySchema.nullable(),
  /** By how much this computer's clock is ahead (or behind, below 0) of those it speaks with; only where that is more than five minutes. */
  clockAheadMs: z.number().optional(),
  /** Nothing is begun until the computer is plugged in again: the person chose so. */
  waitsForMains: z.boolean().optional(),
  /** The relay hears another program under this profile's identity: a copy of it runs at the same time. */
  isCopied: z.boolean().optional(),
  /** No program runs on this profile: the engine was opened for one question, and nothing is watched, sent or read. */
  noHost: z.boolean().optional(),
  /** The engine's clock, so that ages are right in a browser whose clock is not. */
  now: wallMsSchema,
});
export type Overview = Readonly<z.infer<typeof overviewSchema>>;

/** Results that came since a day. */
export const resultFiguresSchema = z.object({ accepted: count, refused: count });
export type ResultFigures = Readonly<z.infer<typeof resultFiguresSchema>>;

/** What removing a company would mean. */
export const removalViewSchema = z.object({
  /** Folders that would be watched no more. */
  folders: count,
  /** Documents that would not be sent: waiting, or held until a person says. */
  unsent: count,
  /** Received ones whose answer would not be read. */
  unanswered: count,
});
/** `here`: this computer. The relay knows each by the name that it gave itself, since it came. */
export const computersViewSchema = z.object({
  computers: z.array(z.object({ deviceId: z.string(), name: z.string(), since: wallMsSchema, here: z.boolean() })),
});
export type ComputersView = Readonly<z.infer<typeof computersViewSchema>>;
export type RemovalView = Readonly<z.infer<typeof removalViewSchema>>;

/** Where the bytes of an item lie or lay. */
export const placeSchema = z.object({
  path: z.string(),
  present: z.boolean(),
  seenAt: wallMsSchema,
  /** Why it was not moved, or no note could be written, after its result: the system's code. Null where nothing is the matter. */
  stays: z.string().nullable(),
});

/** A known content that was found once more: where, and when. It is not sent again. */
export const dropSchema = z.object({ path: z.string(), at: wallMsSchema });
export type Drop = Readonly<z.infer<typeof dropSchema>>;

export const itemPageSchema = z.object({
  items: z.array(itemSchema),
  /** Of those on this page that came again: by their id, newest first. */
  drops: z.record(itemIdSchema, z.array(dropSchema)).optional(),
  /** Of all that match, on all pages. */
  total: count,
  /** Give as `after` for the next page; null at the end. */
  next: z.string().nullable(),
  /** The first of this page: give it as `upTo`, and what comes later is counted as `newer` instead of moving the rows. */
  top: z.string().nullable(),
  newer: count,
});
export type ItemPage = Readonly<z.infer<typeof itemPageSchema>>;

/**
 * How many documents a filter shows, by their state; `oldest`: when the first of them was found. `asking` and `unproven` are of those
 * awaiting, `settled` of those refused.
 */
export const filterCountsSchema = z.object({
  kinds: z.object(kinds),
  asking: count,
  unproven: count,
  settled: count,
  oldest: wallMsSchema.nullable(),
});
export type FilterCounts = Readonly<z.infer<typeof filterCountsSchema>>;

/** What can be done with chosen documents: those that each action would take, and no more of them than one action takes. */
export const chosenViewSchema = z.object({
  kinds: z.object(kinds),
  sendAgain: z.array(itemIdSchema),
  allow: z.array(itemIdSchema),
  putAside: z.array(itemIdSchema),
  /** Refused, and nobody has dealt with it. */
  resolve: z.array(itemIdSchema),
  /** Refused and dealt with: the person may think better of it. */
  unresolve: z.array(itemIdSchema),
  /** Awaiting, with an answer that nothing proves and that says Accepted: what may be taken all at once (C37). */
  takeAccepted: z.array(itemIdSchema),
});
export type ChosenView = Readonly<z.infer<typeof chosenViewSchema>>;

/** The same bytes as the other import type; `itemId` is null where another computer sent them and none here did. */
export const otherTypeSchema = z.object({
  importType: invoiceTypeSchema,
  itemId: itemIdSchema.nullable(),
  kind: z.enum(STATE_KINDS),
  /** Since when it is in that state; of what the service told, when that was. */
  at: wallMsSchema,
});
export type OtherType = Readonly<z.infer<typeof otherTypeSchema>>;

export const itemDetailSchema = z.object({
  item: itemSchema,
  places: z.array(placeSchema),
  /** When and where the same content came again, newest first. */
  drops: z.array(dropSchema).optional(),
  /** When its first byte left, of the sending that it is in now; null when none did. */
  sentAt: wallMsSchema.nullable().optional(),
  /** The newest item that took this one's place, as `item.replaces` names the one before. */
  replacedBy: itemIdSchema.nullable(),
  /** What became of it before it was sent again, oldest first. */
  earlier: z.array(submissionSchema),
  otherType: otherTypeSchema.nullable().optional(),
});
export type ItemDetail = Readonly<z.infer<typeof itemDetailSchema>>;

/** Files that were there before, or came all at once: what waits for one answer. Times are those of the files. */
export const bulkArrivalViewSchema = z.object({ count, oldest: wallMsSchema.nullable(), newest: wallMsSchema.nullable() });
export type BulkArrivalView = Readonly<z.infer<typeof bulkArrivalViewSchema>>;

/** `none`: only what comes from now on. `since`: those whose file was written then or later; the others stay aside. */
export const bulkArrivalAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('since'), at: wallMsSchema }),
]);
export type BulkArrivalAnswer = Readonly<z.infer<typeof bulkArrivalAnswerSchema>>;

/** `switched-off`: by the system's own switch, in its settings. `absent`: not in its list, or taken out of it. */
const startsAtLoginSchema = z.object({
  is: z.enum(['starts', 'switched-off', 'absent']),
  /** Whose settings they are. */
  system: z.enum(['windows', 'macos', 'linux']),
});
export type StartsAtLogin = Readonly<z.infer<typeof startsAtLoginSchema>>;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'headless']),
  /** Of the operating system's person, as a BCP 47 tag: what `language: system` means. */
  locale: z.string(),
  /** Whether the system starts Intray when the person logs in; left out where this host cannot ask for it. */
  startsAtLogin: startsAtLoginSchema.optional(),
  /** This host can tell when the computer runs on its battery. */
  hasBattery: z.boolean().optional(),
});
export type AppInfo = Readonly<z.infer<typeof appInfoSchema>>;

export const folderListingSchema = z.object({ path: z.string(), parent: z.string().nullable(), folders: z.array(z.string()) });
export type FolderListing = Readonly<z.infer<typeof folderListingSchema>>;
