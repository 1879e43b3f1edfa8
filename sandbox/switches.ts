import { z } from 'zod';
import { FILE_BYTES_MAX, TOKEN_LIFE_SECONDS } from '#shared/contract/limits.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

const count = z.number().int().min(0).max(1_000);
/** A call that hangs longer than this has met the time limit of every client. */
const LATENCY_MS_MAX = 600 * SECOND_MS;

/** Where `failNext` strikes. */
export const FAULT_ROUTES = ['imports', 'status', 'health', 'token', 'jwks', 'all'] as const;
export type FaultRoute = Exclude<(typeof FAULT_ROUTES)[number], 'all'>;

/** What can be different about this service: both readings of what the document leaves open, and every fault. */
export const switchesSchema = z.strictObject({
  webhookUrl: z.url().nullable().describe('Where events are delivered. While null they wait; nothing is lost.'),
  autoDecide: z
    .strictObject({
      afterMs: z.number().int().min(0),
      refuseWhen: z
        .array(z.strictObject({ contains: z.string().min(1), reason: z.string() }))
        .max(100)
        .optional(),
    })
    .nullable()
    .describe('Every document received from now on is decided after this delay: refused when its filename or comment contains a text.'),
  maxFileBytes: z.number().int().min(1).max(100_000_000).describe('How large "5 MB" is (decision 16).'),
  oversizeStatus: z
    .union([z.literal(400), z.literal(413), z.literal('reset')])
    .describe('The answer to a file, or entries, that is too large (decision 16).'),
  statusNeedsSecret: z.boolean().describe('Whether the status route wants the integration secret (decision 3).'),
  revocationEventAfterAutoRevoke: z.boolean().describe('Whether an automatic revocation is also told by an event (decision 30).'),
  resignRetries: z.boolean().describe('Whether each retry carries a new signature; else the first one, whose exp is past (decision 24).'),
  answerLost: count.describe('The next so many imports are recorded, then the connection is cut instead of an answer.'),
  importLatencyMs: z.number().int().min(0).max(LATENCY_MS_MAX).describe('An import is recorded, and answered so much later.'),
  failNext: z
    .strictObject({
      status: z.number().int().min(400).max(599),
      times: count,
      retryAfter: z.string().max(40).optional(),
      route: z.enum(FAULT_ROUTES).default('imports'),
    })
    .nullable()
    .describe('The next so many calls of a route are answered with this status before anything else is looked at.'),
  duplicateDeliveries: z.number().int().min(0).max(20).describe('Every event is delivered so many more times, with the same id.'),
  eventBeforeAnswer: z.boolean().describe('An import is decided and its event delivered before its own answer (decision 22).'),
  tokenLifeSeconds: z.number().int().min(1).max(86_400).describe('Life of the access tokens given from now on.'),
  nullIntegrationId: z.boolean().describe('DocumentStatus events carry null for integrationId (decision 28).'),
});

export type Switches = Readonly<z.infer<typeof switchesSchema>>;

/** Any part of the switches. */
export const switchesPatchSchema = switchesSchema.partial();
export type SwitchesPatch = Readonly<z.input<typeof switchesPatchSchema>>;

export const DEFAULT_SWITCHES: Switches = {
  webhookUrl: null,
  autoDecide: null,
  maxFileBytes: FILE_BYTES_MAX,
  oversizeStatus: 400,
  statusNeedsSecret: true,
  revocationEventAfterAutoRevoke: true,
  resignRetries: true,
  answerLost: 0,
  importLatencyMs: 0,
  failNext: null,
  duplicateDeliveries: 0,
  eventBeforeAnswer: false,
  tokenLifeSeconds: TOKEN_LIFE_SECONDS,
  nullIntegrationId: false,
};

export type Switchboard = {
  now(): Switches;
  /** Throws on what the schema does not take: callers parse first. */
  patch(patch: SwitchesPatch): Switches;
  /** Uses up one lost answer, if any is set. */
  takeLostAnswer(): boolean;
  /** Uses up one failure of this route, if any is set. */
  takeFailure(route: FaultRoute): { readonly status: number; readonly retryAfter: string | null } | null;
};

export function switchboard(first: SwitchesPatch = {}): Switchboard {
  let current: Switches = { ...DEFAULT_SWITCHES, ...defined(switchesPatchSchema.parse(first)) };
  return {
    now: () => current,
    patch(patch) {
      current = { ...current, ...defined(switchesPatchSchema.parse(patch)) };
      return current;
    },
    takeLostAnswer() {
      if (current.answerLost === 0) return false;
      current = { ...current, answerLost: current.answerLost - 1 };
      return true;
    },
    takeFailure(route) {
      const { failNext } = current;
      if (failNext === null || failNext.times === 0) return null;
      if (failNext.route !== 'all' && failNext.route !== route) return null;
      current = { ...current, failNext: failNext.times === 1 ? null : { ...failNext, times: failNext.times - 1 } };
      return { status: failNext.status, retryAfter: failNext.retryAfter ?? null };
    },
  };
}

function defined(patch: z.infer<typeof switchesPatchSchema>): Partial<Switches> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}
