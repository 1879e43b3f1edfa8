import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Device, LogHead } from '#shared/relay-protocol/messages.ts';
import type { KeptKey } from '#shared/service-client/key-history.ts';
import type { PublishedKey } from '#shared/service-client/rsa-keys.ts';

/** A verified event as it came. */
export type NewEvent = {
  readonly eventId: EventId;
  /** Null when the service could not say: it waits apart until it is claimed (C28). */
  readonly integrationId: IntegrationId | null;
  readonly documentId: DocumentId | null;
  readonly type: string;
  readonly receivedAt: number;
  readonly jwt: string;
  readonly body: Uint8Array;
  /** Hex SHA-256 of the body: tells a repetition from another event under the same id. */
  readonly bodyDigest: string;
  /** Of a Revocation: the service's time of it. Who proved the integration before must prove it anew after a while. */
  readonly revokedAt?: number;
};

/** `conflict`: the id is known with other bytes; what came first stays, what came now is kept beside it. */
export type Appended =
  | { readonly kind: 'stored'; readonly seq: number; readonly integrationId: IntegrationId; readonly known: boolean }
  | { readonly kind: 'apart' | 'duplicate' | 'conflict' };

export type StoredEvent = Pick<NewEvent, 'eventId' | 'receivedAt' | 'jwt' | 'body'> & { readonly seq: number };

/** A webhook that the service signed and nobody could read; `code` says why not. */
export type NewQuarantined = Pick<NewEvent, 'receivedAt' | 'jwt' | 'body' | 'bodyDigest'> & { readonly code: string };

/** What is listed of one: `bytes` of its body. */
export type QuarantinedRow = Pick<NewQuarantined, 'receivedAt' | 'bodyDigest' | 'code'> & { readonly bytes: number };

export type QuarantineQuestion = {
  /** Those whose digest begins so; all when it is empty. Hexadecimal. */
  readonly prefix: string;
  /** Those behind this one, by time; null from the first. */
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

/** `lastUsedAt`: its last call, to the day; its enrolment before the first. */
export type KnownDevice = Device & { readonly lastUsedAt: number };

/** A device as its operator sees it. `reads`: the integrations that it may read; `lapsed`: those that it has to prove again first. */
export type ListedDevice = KnownDevice & { readonly reads: readonly IntegrationId[]; readonly lapsed: readonly IntegrationId[] };

export type DevicesQuestion = {
  /** Those behind this one, by the time of their enrolment; null from the first. */
  readonly after: Pick<Device, 'createdAt' | 'deviceId'> | null;
  readonly rowsMax: number;
};

export type DeviceLink = { readonly deviceId: string; readonly integrationId: IntegrationId };

/** `undone`: all that is kept about the integration was to be deleted, and stays. */
export type Linked = { readonly head: LogHead; readonly undone: boolean };

/** `devices`: those that could read it until now. */
export type Forgotten = { readonly devices: readonly string[]; readonly deleteAt: number };

/** `key` null: those that lie open. */
export type BodiesUnder = {
  readonly key: string | null;
  readonly events: number;
  readonly conflicts: number;
  readonly quarantine: number;
};

/** `missing`: no key of this name is configured. `another`: one is, and it is not the one that sealed. */
export type KeyTrouble = { readonly key: string; readonly why: 'missing' | 'another' };

/** What retention may take away, as moments: what is older goes. */
export type RetentionLimits = {
  readonly now: number;
  /** Bodies that every device acknowledged before. */
  readonly acknowledgedBefore: number;
  /** Bodies received before, whoever has read them. */
  readonly receivedBefore: number;
  /** Links proved before a Revocation that came here before. */
  readonly revokedBefore: number;
  /** Links proved before, where they are due by now. */
  readonly provedBefore: number;
  /** Devices enrolled before, that never proved anything. */
  readonly unprovedBefore: number;
  /** Ids of events received before, whose bodies are gone. */
  readonly idsBefore: number;
  /** Rows that one call works on at most, of each kind. */
  readonly rowsMax: number;
};

/** `more`: there was as much to do as one call may. */
export type Swept = {
  readonly retired: number;
  readonly resealed: number;
  /** Devices that lost a link, to be told. */
  readonly lapsed: readonly string[];
  /** Devices that are no more, since they never proved anything. */
  readonly unproved: readonly string[];
  /** Event ids that are no longer known. */
  readonly ids: number;
  /** Events of integrations that a device had deleted. */
  readonly deleted: number;
  /** Integrations of which nothing is kept any more, since a device wanted it so. */
  readonly forgotten: readonly IntegrationId[];
  readonly more: boolean;
};

/** Telling the other processes on the same store. A doorbell: what it says may be lost. */
export type NodeDoorbell = {
  announce(rings: readonly StoreRing[]): Promise<void>;
  /** `lost` when something may have been missed. Returns what ends it. */
  listen(heard: (rings: readonly StoreRing[] | 'lost') => void): Promise<() => Promise<void>>;
};

/** `seq`: this integration's log has grown. `links`: what this device may read has changed. `revocation`: one that does not say whose. */
export type StoreRing =
  | { readonly kind: 'revocation' }
  | { readonly kind: 'seq'; readonly integrationId: IntegrationId; readonly seq: number }
  | { readonly kind: 'links'; readonly deviceId: string };

/** A key of the service with what it was used for: the first and the last webhook that it verified, to the minute. */
export type StoredKey = KeptKey & {
  readonly firstUsedAt: WallMs | null;
  readonly lastUsedAt: WallMs | null;
  /** Who distrusted it, as the operator's machine names that person. */
  readonly distrustedBy: string | null;
};

/** Totals for whoever watches the relay; read now and then. */
export type StoreTotals = {
  readonly integrations: number;
  readonly devices: number;
  readonly apart: number;
  /** Integrations that a device has had deleted, and that are not deleted yet. */
  readonly leaving: number;
  /** Webhooks in quarantine, and the bytes of their bodies. */
  readonly quarantined: number;
  readonly quarantinedBytes: number;
};

/**
 * The relay's memory. Every promise that resolves is on the disk. A rejection says nothing about whether it happened, and
 * every call may be made again. Everything of an integration goes through a link, so that one place decides who reads what.
 */
export interface Store {
  /** Changes when the store may have lost events: readers start again from 0. */
  readonly epoch: string;
  /** When this epoch began, in milliseconds since 1970: `now` where it has just begun, 0 where nobody wrote it down at that time. */
  logBegan(now: number): Promise<number>;
  /** All or none, in order. `seq` has no gaps and follows the order of commits, per integration. */
  append(events: readonly NewEvent[]): Promise<readonly Appended[]>;
  /** Keeps it apart, once for the same bytes. */
  quarantine(webhook: NewQuarantined): Promise<'kept' | 'known'>;
  /** The oldest first. */
  quarantined(question: QuarantineQuestion): Promise<readonly QuarantinedRow[]>;
  /** One with its bytes; null when there is none of this digest. */
  quarantinedOne(bodyDigest: string): Promise<NewQuarantined | null>;
  /** It has become an event, or is not wanted any more. */
  release(bodyDigest: string): Promise<void>;
  /** Notes that a webhook of the service was verified at this moment. */
  noteVerified(at: number): Promise<void>;
  /** The newest such moment, over restarts and all nodes; null when there was none. */
  lastVerifiedAt(): Promise<number | null>;
  /** At least one event when there is one, whatever its size. Null when the device has no link. */
  page(link: DeviceLink, request: PageRequest): Promise<StoredPage | null>;
  /** Newest seq of every integration the device has proved; null when the device is gone. */
  heads(deviceId: string): Promise<readonly LogHead[] | null>;
  /** The device's cursor only moves forward. */
  acknowledge(cursor: Acknowledgement): Promise<Acknowledged>;
  /** Gives events that wait apart for these documents a place in the integration's log; says how many, null without a link. */
  claim(link: DeviceLink, documentIds: readonly DocumentId[]): Promise<number | null>;
  /**
   * Events about these documents, of an integration that nobody can prove: revoked since it was proved, or never proved here. None of any
   * other, and none of one that is to be deleted.
   */
  answers(of: AnswersQuery): Promise<readonly StoredEvent[]>;

  addDevice(device: Device & { readonly tokenDigest: string }): Promise<void>;
  deviceByToken(tokenDigest: string): Promise<KnownDevice | null>;
  noteUse(deviceId: string, at: number): Promise<void>;
  removeDevice(deviceId: string): Promise<void>;
  /** The oldest first. */
  devices(question: DevicesQuestion): Promise<readonly ListedDevice[]>;
  /** The same as removing it, by an operator: written to the audit log in the same transaction. False when there is no such device. */
  endDevice(of: { readonly deviceId: string; readonly at: WallMs; readonly by: string }): Promise<boolean>;
  /**
   * The device has proved this integration: it may read it, is known to have proved it for good, and is swept no more. From `dueAt` on, where
   * that is said, the next sweep wants it proved again. Where all of the integration was to be deleted, it is not.
   */
  link(link: DeviceLink, at: number, dueAt?: number): Promise<Linked>;
  /** False when there was no such link. */
  unlink(link: DeviceLink): Promise<boolean>;
  /** The same, and the device is told so until it proves the integration again. */
  sendAway(link: DeviceLink): Promise<boolean>;
  isSentAway(link: DeviceLink): Promise<boolean>;
  /** Whether the device holds a proof of this integration, or ever held one, however that ended. */
  hasProved(link: DeviceLink): Promise<boolean>;
  /** Also those that have to prove it again first; none that was sent away. */
  devicesOf(integrationId: IntegrationId): Promise<readonly Device[]>;
  /** The heads of several devices at once; a device that is gone is not in it. */
  headsOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, readonly LogHead[]>>;

  /** Takes away what is due, a bounded number of rows a call, and seals with the newest key what an older one sealed. */
  sweep(limits: RetentionLimits): Promise<Swept>;
  /**
   * Ends all links of an integration, whose devices are told that they were sent away, and has the sweep delete all that is kept about it
   * from `deleteAt` on, unless it is proved until then (ADR-44). Where that is to happen already, its date stays. Its counter is never
   * deleted: a place that was given once is never given again.
   */
  forget(integrationId: IntegrationId, at: number, deleteAt: number): Promise<Forgotten>;
  /** Takes a lease of this name until then, if nobody holds it: of several processes one sweeps. */
  lease(name: string, now: number, until: number): Promise<boolean>;
  /** The service's keys, those that were published last first. */
  serviceKeys(): Promise<readonly StoredKey[]>;
  /** Keeps what a good reading of the key set has published and notes what it lacks (C25); gives all that is kept then. */
  noteKeys(published: readonly PublishedKey[], at: WallMs): Promise<readonly KeptKey[]>;
  /** A webhook was verified by it. */
  noteKeyUse(key: Pick<PublishedKey, 'kid' | 'thumbprint'>, at: WallMs): Promise<void>;
  /** Nothing that it signed is believed any more; written to the audit log in the same transaction. False when there is no such key. */
  distrustKey(of: { readonly thumbprint: string; readonly at: WallMs; readonly by: string }): Promise<boolean>;

  /** For the next opening: data were brought back from a copy in a way that the store cannot notice by itself. */
  newEpoch(): Promise<void>;
  totals(): Promise<StoreTotals>;
  /** Bodies that are open, or sealed with another key than the newest. Counts everything: for whoever checks, not for a timer. */
  notNewest(): Promise<number>;
  /** How many bodies lie under each key. Counts everything, too. */
  bodiesByKey(): Promise<readonly BodiesUnder[]>;
  /** Keys that bodies lie under and that do not open them. Cheap: it is asked at every start. */
  keyTroubles(): Promise<readonly KeyTrouble[]>;
  /** Takes away, as retention does, all bodies under a key that is lost, and writes that to the audit log; says how many. */
  giveUpKey(of: { readonly key: string; readonly at: WallMs; readonly by: string }): Promise<number>;
  /** Absent when no other process can be on this store, or when it can only be a command that writes now and then. */
  readonly nodes?: NodeDoorbell;
  /** Whether another process has written since this was last asked; absent where `nodes` tells, or where there can be none. Cheap. */
  changedElsewhere?(): boolean;

  /** Whether a write reaches the disk now. */
  isWritable(): Promise<boolean>;
  close(): Promise<void>;
}
