import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Device, LogHead } from '#shared/relay-protocol/messages.ts';
import type { KeptKey } from '#shared/service-client/key-ring.ts';
import type { PublishedKey } from '#shared/service-client/rsa-keys.ts';
import type { InvitationStore } from './invitations/invitation-store.ts';

/** A verified event as it arrived. */
export type NewEvent = {
  readonly eventId: EventId;
  /** Null if the service could not name it: the event waits apart until it is claimed (C28). */
  readonly integrationId: IntegrationId | null;
  readonly documentId: DocumentId | null;
  readonly type: string;
  readonly receivedAt: number;
  readonly jwt: string;
  readonly body: Uint8Array;
  /** Hex SHA-256 of the body: distinguishes a repetition from another event under the same id. */
  readonly bodyDigest: string;
  /** The service's time of a Revocation. Devices that proved the integration before must prove it again after a while. */
  readonly revokedAt?: number;
};

/** `conflict`: the id is known with other bytes; the first event stays, and the new one is kept beside it. */
export type Appended =
  | { readonly kind: 'stored'; readonly seq: number; readonly integrationId: IntegrationId; readonly known: boolean }
  | { readonly kind: 'apart' | 'duplicate' | 'conflict' };

export type StoredEvent = Pick<NewEvent, 'eventId' | 'receivedAt' | 'jwt' | 'body'> & { readonly seq: number };

/** A webhook that the service signed and the relay could not read; `code` says why. */
export type NewQuarantined = Pick<NewEvent, 'receivedAt' | 'jwt' | 'body' | 'bodyDigest'> & { readonly code: string };

/** A webhook in quarantine, as listed; `bytes` is the length of its body. */
export type QuarantinedRow = Pick<NewQuarantined, 'receivedAt' | 'bodyDigest' | 'code'> & { readonly bytes: number };

export type QuarantineQuestion = {
  /** Those whose digest begins with this, in hexadecimal; all if it is empty. */
  readonly prefix: string;
  /** Those after this one, by time; null from the first. */
  readonly after: Pick<QuarantinedRow, 'receivedAt' | 'bodyDigest'> | null;
  readonly rowsMax: number;
};

export type StoredPage = { readonly events: readonly StoredEvent[]; readonly more: boolean };

export type PageRequest = { readonly after: number; readonly rowsMax: number; readonly bytesMax: number };

export type AnswersQuery = Pick<PageRequest, 'rowsMax' | 'bytesMax'> & {
  readonly integrationId: IntegrationId;
  readonly documentIds: readonly DocumentId[];
};

export type Acknowledgement = {
  readonly deviceId: string;
  readonly integrationId: IntegrationId;
  readonly epoch: string;
  readonly seq: number;
};

export type Acknowledged = 'done' | 'not-linked' | 'other-epoch' | 'ahead';

/** `lastUsedAt`: its last call, to the day; before the first, its enrolment. */
export type KnownDevice = Device & { readonly lastUsedAt: number };

/** A device as the operator sees it. `reads`: integrations that it may read; `lapsed`: those that it has to prove again first. */
export type ListedDevice = KnownDevice & { readonly reads: readonly IntegrationId[]; readonly lapsed: readonly IntegrationId[] };

export type DevicesQuestion = {
  /** Those after this one, by the time of enrolment; null from the first. */
  readonly after: Pick<Device, 'createdAt' | 'deviceId'> | null;
  readonly rowsMax: number;
};

export type DeviceLink = { readonly deviceId: string; readonly integrationId: IntegrationId };

/** `undone`: everything about the integration was to be deleted, and now stays. */
export type Linked = { readonly head: LogHead; readonly undone: boolean };

/** `devices`: those that could read it until now. */
export type Forgotten = { readonly devices: readonly string[]; readonly deleteAt: number };

/** How many bodies one key seals. `key` null: unsealed ones. */
export type BodiesUnder = {
  readonly key: string | null;
  readonly events: number;
  readonly conflicts: number;
  readonly quarantine: number;
};

/** `missing`: no key of this name is configured. `another`: the configured key of this name is not the one that sealed. */
export type KeyTrouble = { readonly key: string; readonly why: 'missing' | 'another' };

/** What retention may delete, as moments: whatever is older goes. */
export type RetentionLimits = {
  readonly now: number;
  /** Bodies that every device acknowledged before this. */
  readonly acknowledgedBefore: number;
  /** Bodies received before this, whether read or not. */
  readonly receivedBefore: number;
  /** Links proved before a Revocation that arrived here before this. */
  readonly revokedBefore: number;
  /** Links proved before this, if they are due by now. */
  readonly provedBefore: number;
  /** Devices enrolled before this that never proved anything. */
  readonly unprovedBefore: number;
  /** Ids of events received before this whose bodies are gone. */
  readonly idsBefore: number;
  /** Deposited secrets of invitations claimed before this: their devices may no longer repeat the claim. */
  readonly claimsBefore: number;
  /** Invitations that ended before this. */
  readonly invitationsBefore: number;
  /** The most rows of each kind that one call works on. */
  readonly rowsMax: number;
};

/** `more`: one call could not do everything. */
export type Swept = {
  readonly retired: number;
  readonly resealed: number;
  /** Devices that lost a link, and must be told. */
  readonly lapsed: readonly string[];
  /** Devices that were deleted because they never proved anything. */
  readonly unproved: readonly string[];
  /** The number of event ids that were deleted. */
  readonly ids: number;
  /** The number of events of integrations that a device had deleted. */
  readonly deleted: number;
  /** Integrations of which nothing is kept any more, because a device asked for that. */
  readonly forgotten: readonly IntegrationId[];
  readonly more: boolean;
};

/** Tells the other processes on the same store. A doorbell: announcements may be lost. */
export type NodeDoorbell = {
  announce(rings: readonly StoreRing[]): Promise<void>;
  /** `lost`: something may have been missed. Resolves with a function that ends it. */
  listen(heard: (rings: readonly StoreRing[] | 'lost') => void): Promise<() => Promise<void>>;
};

/** `seq`: this integration's log has grown. `links`: what this device may read has changed. `revocation`: one that names no integration. */
export type StoreRing =
  | { readonly kind: 'revocation' }
  | { readonly kind: 'seq'; readonly integrationId: IntegrationId; readonly seq: number }
  | { readonly kind: 'links'; readonly deviceId: string };

/** A key of the service with its use: the first and the last webhook that it verified, to the minute. */
export type StoredKey = KeptKey & {
  readonly firstUsedAt: WallMs | null;
  readonly lastUsedAt: WallMs | null;
  /** Who distrusted it, by the user name on the operator's machine. */
  readonly distrustedBy: string | null;
};

/** Totals for the operator's monitoring, read occasionally. */
export type StoreTotals = {
  readonly integrations: number;
  readonly devices: number;
  readonly apart: number;
  /** Integrations that a device has had deleted, but that are not deleted yet. */
  readonly leaving: number;
  /** Webhooks in quarantine, and the bytes of their bodies. */
  readonly quarantined: number;
  readonly quarantinedBytes: number;
  /** Invitations that nobody has claimed and that have not ended. */
  readonly invitations: number;
};

/**
 * The relay's memory. When a promise resolves, the change is on the disk. A rejection says nothing about whether it happened, and
 * every call may be repeated. All access to an integration goes through a link, so that one place decides who reads what.
 */
export interface Store extends InvitationStore {
  /** Changes when the store may have lost events: readers then start again from 0. */
  readonly epoch: string;
  /** When this epoch began, in milliseconds since 1970: `now` if it has just begun, 0 if nobody recorded it. */
  logBegan(now: number): Promise<number>;
  /** All or none, in order. Per integration, `seq` has no gaps and follows the order of commits. */
  append(events: readonly NewEvent[]): Promise<readonly Appended[]>;
  /** Keeps a webhook apart, once for the same bytes. */
  quarantine(webhook: NewQuarantined): Promise<'kept' | 'known'>;
  /** The oldest first. */
  quarantined(question: QuarantineQuestion): Promise<readonly QuarantinedRow[]>;
  /** One with its bytes; null if nothing has this digest. */
  quarantinedOne(bodyDigest: string): Promise<NewQuarantined | null>;
  /** Removes it: it has become an event, or is not wanted any more. */
  release(bodyDigest: string): Promise<void>;
  /** Notes that a webhook of the service was verified at this moment. */
  noteVerified(at: number): Promise<void>;
  /** The newest such moment, across restarts and all nodes; null if there was none. */
  lastVerifiedAt(): Promise<number | null>;
  /** At least one event if there is any, whatever its size. Null if the device has no link. */
  page(link: DeviceLink, request: PageRequest): Promise<StoredPage | null>;
  /** The newest seq of every integration that the device has proved; null if the device is gone. */
  heads(deviceId: string): Promise<readonly LogHead[] | null>;
  /** The device's cursor only moves forward. */
  acknowledge(cursor: Acknowledgement): Promise<Acknowledged>;
  /** Gives events that wait apart for these documents a place in the integration's log. Returns how many; null without a link. */
  claim(link: DeviceLink, documentIds: readonly DocumentId[]): Promise<number | null>;
  /**
   * Events about these documents, if nobody can prove their integration: it was revoked after its last proof, or never proved here. Returns none
   * for any other integration, and none for one that is to be deleted.
   */
  answers(of: AnswersQuery): Promise<readonly StoredEvent[]>;

  addDevice(device: Device & { readonly tokenDigest: string }): Promise<void>;
  deviceByToken(tokenDigest: string): Promise<KnownDevice | null>;
  noteUse(deviceId: string, at: number): Promise<void>;
  removeDevice(deviceId: string): Promise<void>;
  /** The oldest first. */
  devices(question: DevicesQuestion): Promise<readonly ListedDevice[]>;
  /** Removes it for an operator, with an entry in the audit log in the same transaction. False if there is no such device. */
  endDevice(of: { readonly deviceId: string; readonly at: WallMs; readonly by: string }): Promise<boolean>;
  /**
   * The device has proved this integration: it may read it, is noted for good as having proved it, and is not swept any more. From `dueAt` on,
   * if given, the next sweep requires another proof. If the integration was to be deleted, it is not.
   */
  link(link: DeviceLink, at: number, dueAt?: number): Promise<Linked>;
  /** False if there was no such link. */
  unlink(link: DeviceLink): Promise<boolean>;
  /** The same, and the device is told that it was sent away until it proves the integration again. */
  sendAway(link: DeviceLink): Promise<boolean>;
  isSentAway(link: DeviceLink): Promise<boolean>;
  /** Whether the device has, or ever had, a proof of this integration, however that ended. */
  hasProved(link: DeviceLink): Promise<boolean>;
  /** Includes devices that have to prove it again first, but none that was sent away. */
  readDevices(integrationId: IntegrationId): Promise<readonly Device[]>;
  /** The heads of several devices at once; devices that are gone are left out. */
  readHeads(deviceIds: readonly string[]): Promise<ReadonlyMap<string, readonly LogHead[]>>;

  /** Deletes what is due, a bounded number of rows per call, and seals with the newest key what an older one sealed. */
  sweep(limits: RetentionLimits): Promise<Swept>;
  /**
   * Ends all links of an integration, whose devices are told that they were sent away, and has the sweep delete everything about it
   * from `deleteAt` on, unless it is proved before (ADR-43). If that is already to happen, its date stays. The counter is never
   * deleted: no place is ever given twice.
   */
  forget(integrationId: IntegrationId, at: number, deleteAt: number): Promise<Forgotten>;
  /** Takes the lease of this name until `until`, if it is free: of several processes, one sweeps. */
  lease(name: string, now: number, until: number): Promise<boolean>;
  /** The service's keys, the most recently published first. */
  serviceKeys(): Promise<readonly StoredKey[]>;
  /** Keeps the keys of a good reading of the key set and notes which ones it lacks (C25). Resolves with all keys that are kept then. */
  noteKeys(published: readonly PublishedKey[], at: WallMs): Promise<readonly KeptKey[]>;
  /** A webhook was verified by this key. */
  noteKeyUse(key: Pick<PublishedKey, 'kid' | 'thumbprint'>, at: WallMs): Promise<void>;
  /** Nothing that it signed is trusted any more; writes the audit log in the same transaction. False if there is no such key. */
  distrustKey(of: { readonly thumbprint: string; readonly at: WallMs; readonly by: string }): Promise<boolean>;

  /** Takes effect at the next opening: data were restored from a copy in a way that the store cannot notice by itself. */
  newEpoch(): Promise<void>;
  totals(): Promise<StoreTotals>;
  /** Bodies that are unsealed, or sealed with an older key. Counts everything: for an operator who checks, not for a timer. */
  notNewest(): Promise<number>;
  /** How many bodies each key seals. Counts everything, too. */
  bodiesByKey(): Promise<readonly BodiesUnder[]>;
  /** Keys that sealed bodies and cannot open them. Cheap: it is asked at every start. */
  keyTroubles(): Promise<readonly KeyTrouble[]>;
  /** Removes, as retention does, all bodies under a lost key, and records that in the audit log. Resolves with how many. */
  giveUpKey(of: { readonly key: string; readonly at: WallMs; readonly by: string }): Promise<number>;
  /** Absent if no other process can use this store, or only a command that writes occasionally. */
  readonly nodes?: NodeDoorbell;
  /** Whether another process has written since the last call; absent where `nodes` tells that, or where no other can write. Cheap. */
  changedElsewhere?(): boolean;

  /** Whether a write reaches the disk at the moment. */
  isWritable(): Promise<boolean>;
  close(): Promise<void>;
}
