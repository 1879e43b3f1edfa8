import { SECOND_MS } from '../lib/duration.ts';

/** Rows in one page of events. */
export const PAGE_ROWS_MAX = 500;
/** Bytes in one page of events, as JSON; a page always has at least one event. */
export const PAGE_BYTES_MAX = 1_048_576;
/** A quiet doorbell stream sends a heartbeat this often; a desktop that hears nothing for three of them reconnects. */
export const HEARTBEAT_MS = 15 * SECOND_MS;
/** Streams that one device may keep open. */
export const STREAMS_MAX = 2;
/** The longest `wait` of a long poll, in seconds. */
export const WAIT_SECONDS_MAX = 25;
/** Service keys sent to a device: decades of monthly rotation, and half a megabyte at the largest key size in use. */
export const SERVICE_KEYS_MAX = 300;
/** Limit for a webhook's signature header: Node accepts 16 KiB of headers in all. */
export const JWT_CHARACTERS_MAX = 16_384;
