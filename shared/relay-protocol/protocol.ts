import { SECOND_MS } from '../lib/duration.ts';

/** Version 1 of the protocol between relay and desktop. Every path under `me` or `invitations` needs the device token as Bearer. */
export const RELAY_PATHS = {
  webhooks: '/webhooks',
  devices: '/v1/devices',
  me: '/v1/devices/me',
  accessToken: '/v1/devices/me/access-token',
  doorbell: '/v1/devices/me/doorbell',
  keys: '/v1/devices/me/keys',
  integrations: '/v1/devices/me/integrations',
  claims: '/v1/devices/me/claims',
  answers: '/v1/devices/me/answers',
  /** Who runs the relay. */
  partner: '/v1/devices/me/partner',
  invitations: '/v1/invitations',
  invitationLook: '/v1/invitations/look',
  invitationClaim: '/v1/invitations/claim',
  invitationUndo: '/v1/invitations/undo',
  /** The page that a link leads to in a browser; its fragment, the code, never gets here. */
  invitationPage: '/invitation',
  /** The partner's logo; 404 if the operator gave none. */
  logo: '/logo',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  description: '/openapi.json',
} as const;

/** Pass `:integrationId` for a router's pattern. */
export function integrationPath(integrationId: string): string {
  return `${RELAY_PATHS.integrations}/${integrationId}`;
}

export function eventsPath(integrationId: string): string {
  return `${integrationPath(integrationId)}/events`;
}

export function cursorPath(integrationId: string): string {
  return `${integrationPath(integrationId)}/cursor`;
}

/** The other devices that proved the same integration. */
export function devicesPath(integrationId: string): string {
  return `${integrationPath(integrationId)}/devices`;
}

/** Request header: a random word for the lifetime of this process, stored nowhere, so that a copy of the profile does not have it. */
export const RUN_HEADER = 'intray-run';
/** A desktop sends a UUID; anything longer is ignored. */
export const RUN_CHARACTERS_MAX = 64;
/** Answer header: more than one running program uses the token of this device. */
export const SHARED_HEADER = 'intray-device-shared';

/** The prefix of each device token, so that people and secret scanners recognise one in a place where it must not be. */
export const DEVICE_TOKEN_MARK = 'intray-device-';

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
