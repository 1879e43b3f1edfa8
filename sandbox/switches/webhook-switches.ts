import { z } from 'zod';
import { SIGNATURE_HEADER } from '#shared/contract/routes.ts';
import { DAY_MS } from '#shared/lib/duration.ts';

/** In lower case, since header names are case-insensitive. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .toLowerCase();

/** A week: far more than the 48 hours after which nothing is delivered any more. */
const DELAY_MS_MAX = 7 * DAY_MS;
const delay = z.number().int().min(0).max(DELAY_MS_MAX);

/** Receivers are reached by HTTP only. */
export const webhookUrlSchema = z.url({ protocol: /^https?$/, error: 'has to be an http or https address' });

/** How events are made, signed and delivered. */
export const webhookSwitches = {
  webhookUrl: webhookUrlSchema.nullable().describe('Where events are delivered. While null they wait; nothing is lost.'),
  webhooksOff: z
    .boolean()
    .describe(
      'No webhook is sent, as if somebody had switched them off at the service: what happens meanwhile is told to nobody, then or later.',
    ),
  eventBodyAs: z
    .enum(['json', 'byte-order-mark', 'latin-1', 'utf-16', 'cut'])
    .describe('What the bytes of an event are, which are signed as they are sent: JSON in UTF-8, or something odd (C27).'),
  handshake: z.boolean().describe('Whether the receiver must allow deliveries first, by an OPTIONS request as CloudEvents has it (C34).'),
  signatureHeader: headerName.describe('The header of the signature (C2).'),
  signed: z.boolean().describe('Whether webhooks are signed: always in production, says the document.'),
  signatureLifeSeconds: z.number().int().min(1).max(259_200).describe('From iat to exp.'),
  hashAs: z.enum(['lower', 'upper']).describe('The case of body_sha256, which is hexadecimal (C24).'),
  resignRetries: z.boolean().describe('Whether each retry carries a new signature; else the first one, whose exp is past (C24).'),
  keyOverlap: z.boolean().describe('Whether a rotation leaves the older keys published (C25).'),
  burstFrom: z.enum(['first-failure', 'last-failure']).describe('Where the 5, 10 and 30 s of the first retries are counted from (C33).'),
  duplicateDeliveries: z.number().int().min(0).max(20).describe('Every event is delivered so many more times, with the same id.'),
  eventDelayMs: delay.describe('Every event is delivered so much later than it happened.'),
  reorderWithinMs: delay.describe(
    'Every delivery is held for a time of its own up to this, so that one overtakes another, by the switch seed.',
  ),
  nullIntegrationId: z.boolean().describe('DocumentStatus events carry null for integrationId (C28).'),
  rejectedDateAs: z
    .enum(['now', 'earlier', 'tomorrow', 'next-year', 'last-century', 'day-alone', 'unreadable', 'absent'])
    .describe('What the rejectedDatetime of a refusal is (C50); `earlier` is a minute before it.'),
  extraMembers: z.boolean().describe('Answers, events and their data carry members that nobody knows (C31).'),
} as const;

export const WEBHOOK_DEFAULTS = {
  webhookUrl: null,
  webhooksOff: false,
  eventBodyAs: 'json',
  handshake: false,
  signatureHeader: SIGNATURE_HEADER,
  signed: true,
  signatureLifeSeconds: 300,
  hashAs: 'lower',
  resignRetries: true,
  keyOverlap: true,
  burstFrom: 'first-failure',
  duplicateDeliveries: 0,
  eventDelayMs: 0,
  reorderWithinMs: 0,
  nullIntegrationId: false,
  rejectedDateAs: 'now',
  extraMembers: false,
} as const;
