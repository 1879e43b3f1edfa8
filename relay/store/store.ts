import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { Device, Head } from '#shared/relay-protocol/messages.ts';

/** A verified event as it came. */
export type NewEvent = {
  readonly eventId: EventId;
  /** Null when the service could not say: it waits apart until it is claimed (decision 28). */
  readonly integrationId: IntegrationId | null;
  readonly documentId: DocumentId | null;
  readonly type: string;
  readonly receivedAt: number;
  readonly jwt: string;
  readonly body: Uint8Array;
  /** Hex SHA-256 of the body: tells a repetition from another event under the same id. */
  readonly bodyDigest: string;
};

/** `conflict`: the id is known with other bytes; what came first stays, what came now is kept beside it. */
export type Appended =
  | { readonly kind: 'stored'; readonly seq: number; readonly integrationId: IntegrationId; readonly known: boolean }
  | { readonly kind: 'apart' | 'duplicate' | 'conflict' };

export type StoredEvent = Pick<NewEvent, 'eventId' | 'receivedAt' | 'jwt' | 'body'> & { readonly seq: number };

export type StoredPage = { readonly events: readonly StoredEvent[]; readonly more: boolean };

export type PageRequest = { readonly after: number; readonly rowsMax: number; readonly bytesMax: number };

export type Acknowledgement = {
  readonly deviceId: string;
  readonly integrationId: IntegrationId;
  readonly epoch: string;
  readonly seq: number;
};

export type Acknowledged = 'done' | 'not-linked' | 'other-epoch' | 'ahead';

export type Link = { readonly deviceId: string; readonly integrationId: IntegrationId };

/**
 * The relay's memory. Every promise that resolves is on the disk. A rejection says nothing about whether it happened, and
 * every call may be made again. Everything of an integration goes through a link, so that one place decides who reads what.
 */
export interface Store {
  /** Changes when the store may have lost events: readers start again from 0. */
  readonly epoch: string;
  /** All or none, in order. `seq` has no gaps and follows the order of commits, per integration. */
  append(events: readonly NewEvent[]): Promise<readonly Appended[]>;
  /** At least one event when there is one, whatever its size. Null when the device has no link. */
  page(link: Link, request: PageRequest): Promise<StoredPage | null>;
  /** Newest seq of every integration the device has proved; null when the device is gone. */
  heads(deviceId: string): Promise<readonly Head[] | null>;
  /** The device's cursor only moves forward. */
  acknowledge(cursor: Acknowledgement): Promise<Acknowledged>;
  /** Gives events that wait apart for these documents a place in the integration's log; says how many, null without a link. */
  claim(link: Link, documentIds: readonly DocumentId[]): Promise<number | null>;

  addDevice(device: Device & { readonly tokenDigest: string }): Promise<void>;
  deviceByToken(tokenDigest: string): Promise<Device | null>;
  removeDevice(deviceId: string): Promise<void>;
  /** The device has proved this integration. */
  link(link: Link, at: number): Promise<Head>;
  /** False when there was no such link. */
  unlink(link: Link): Promise<boolean>;
  devicesOf(integrationId: IntegrationId): Promise<readonly Device[]>;

  /** Whether a write reaches the disk now. */
  isWritable(): Promise<boolean>;
  close(): Promise<void>;
}
