import { z } from 'zod';
import { FAULT_ROUTES, faultRuleSchema, LATENCY_MS_MAX } from '../faults/fault-rules.ts';
import { headerName, WEBHOOK_DEFAULTS, webhookSwitches } from './webhook-switches.ts';
import { API_KEY_HEADER } from '#shared/contract/routes.ts';
import { ENTRIES_BYTES_MAX, FILE_BYTES_MAX, METADATA_BYTES_MAX, TOKEN_LIFE_SECONDS } from '#shared/contract/limits.ts';

const bytes = z.number().int().min(1).max(100_000_000);
const MILLISECONDS_MAX = 86_400_000;

/** How documents are accepted, refused and decided. */
export const importSwitches = {
  autoDecide: z
    .strictObject({
      afterMs: z
        .number()
        .int()
        .min(0)
        .max(MILLISECONDS_MAX * 30),
      refuseWhen: z
        .array(z.strictObject({ contains: z.string().min(1), reason: z.string().nullable() }))
        .max(100)
        .optional(),
    })
    .nullable()
    .describe('Every document received from now on is decided after this delay: refused when its filename or comment contains a text.'),
  maxFileBytes: bytes.describe('How large "5 MB" is (C16).'),
  maxEntriesBytes: bytes.describe('How large "5 MB" of entries is, as UTF-8 (C16).'),
  maxMetadataBytes: bytes.describe('How large "16 KB" of metadata is, serialised, as UTF-8 (C20).'),
  oversizeStatus: z
    .union([z.literal(400), z.literal(413), z.literal('reset')])
    .describe('The answer to a file, or entries, that is too large (C16).'),
  filenameUnit: z
    .enum(['code-points', 'code-units', 'bytes'])
    .describe('What a character of the filename is, of which it may have 120 (C15).'),
  commentMax: z.number().int().min(0).max(1_000_000).nullable().describe('The most characters of a comment; null for any number (C17).'),
  emailChecked: z.boolean().describe('Whether a userEmail that is no address is refused (C18).'),
  datesChecked: z.boolean().describe('Whether date and dueDate of a line that are not ISO 8601 are refused (C19).'),
  strictJson: z
    .boolean()
    .describe('Whether JSON with a member twice, or outside metadata with a prototype name such as __proto__, is refused.'),
  decodesFiles: z
    .enum(['no', 'record', 'refuse'])
    .describe(
      'Whether each file is decoded: what was found in it is shown with the document, or a file that cannot be decoded is refused (C40).',
    ),
  referenceClass: z
    .enum(['listed', 'range'])
    .describe('How [a-zA-Z0-9_-:] is read: letters, digits and _ - : alone, or all from : to _ and no hyphen (C9).'),
  referenceCheck: z
    .union([z.literal('atomic'), z.strictObject({ windowMs: z.number().int().min(0).max(LATENCY_MS_MAX) })])
    .describe('Whether looking for a reference and recording it are one step; else so long lies between them, and two can be recorded.'),
  refusedReferenceReleased: z.boolean().describe('Whether the reference of a refused document may be used again (C12).'),
  duplicateNamesDocument: z.boolean().describe('Whether a 409 names the documentId that has the reference (C11).'),
  depositDateAs: z
    .enum(['iso', 'iso-local', 'milliseconds', 'none'])
    .describe('How the depositDate of a 409 is written: ISO 8601 in UTC or without zone, a number, or not at all (C11).'),
  answerLost: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .describe('The next so many imports are recorded, then the connection is cut instead of an answer.'),
  importLatencyMs: z.number().int().min(0).max(LATENCY_MS_MAX).describe('An import is recorded, and answered so much later.'),
  eventBeforeAnswer: z.boolean().describe('An import is decided and its event delivered before its own answer (C22).'),
} as const;

const IMPORT_DEFAULTS = {
  autoDecide: null,
  maxFileBytes: FILE_BYTES_MAX,
  maxEntriesBytes: ENTRIES_BYTES_MAX,
  maxMetadataBytes: METADATA_BYTES_MAX,
  oversizeStatus: 400,
  filenameUnit: 'code-points',
  commentMax: null,
  emailChecked: true,
  datesChecked: true,
  strictJson: true,
  decodesFiles: 'no',
  referenceClass: 'listed',
  referenceCheck: 'atomic',
  refusedReferenceReleased: false,
  duplicateNamesDocument: true,
  depositDateAs: 'iso',
  answerLost: 0,
  importLatencyMs: 0,
  eventBeforeAnswer: false,
} as const;

/** Tokens, secrets, and how an integration's state looks from outside. */
export const accessSwitches = {
  apiKeyHeader: headerName.describe('The header of the integration secret (C2).'),
  tokenLifeSeconds: z.number().int().min(1).max(86_400).describe('Life of the access tokens given from now on.'),
  expiresInAs: z.enum(['number', 'string']).describe('How expires_in is written (C6).'),
  liveTokens: z.enum(['several', 'newest']).describe('Whether a new access token leaves the older ones valid.'),
  scopeNeeded: z.boolean().describe('Whether a token request without scope is refused (C6).'),
  statusNeedsSecret: z.boolean().describe('Whether the status route wants the integration secret (C3).'),
  statusAnswer: z
    .union([z.literal(['real', 'empty']), z.literal([200, 401, 404, 410, 500, 503])])
    .describe('What the status route says to a good token: the truth, the truth without a body, or always this (C7, C8).'),
  revokedStatus: z
    .literal([401, 404, 410, 200])
    .describe('What the status route answers for a revoked integration; 200 tells it by a member (C7).'),
  revokedMember: z
    .enum(['status', 'state', 'revokedAt', 'valid'])
    .describe('By which member a 200 of the status route tells that the integration is revoked, where `revokedStatus` is 200 (C8).'),
  revokedReasonIn: z
    .enum(['detail', 'title', 'text', 'nowhere'])
    .describe('Where the 401 of a revoked integration gives its reason: a member of the problem, or as plain text (C7).'),
  revocationEventAfterAutoRevoke: z.boolean().describe('Whether an automatic revocation is also told by an event (C30).'),
  jwksNeedsBearer: z.boolean().describe('Whether the public keys want an access token (C4).'),
  problemMembers: z
    .enum(['all', 'documented'])
    .describe('Whether error bodies have type, title, status and detail beside the members that the document names (C36).'),
} as const;

const ACCESS_DEFAULTS = {
  apiKeyHeader: API_KEY_HEADER,
  tokenLifeSeconds: TOKEN_LIFE_SECONDS,
  expiresInAs: 'number',
  liveTokens: 'several',
  scopeNeeded: false,
  statusNeedsSecret: true,
  statusAnswer: 'real',
  revokedStatus: 401,
  revokedMember: 'status',
  revokedReasonIn: 'detail',
  revocationEventAfterAutoRevoke: true,
  jwksNeedsBearer: false,
  problemMembers: 'all',
} as const;

/** More rules than a test or a user can keep track of. */
const RULES_MAX = 100;

/** Everything that can vary in this service: every reading of what the document leaves open, and every fault. */
export const switchesSchema = z.strictObject({
  ...webhookSwitches,
  ...importSwitches,
  ...accessSwitches,
  failNext: z
    .strictObject({
      status: z.number().int().min(400).max(599),
      times: z.number().int().min(0).max(1_000),
      retryAfter: z.string().max(40).optional(),
      route: z.enum(FAULT_ROUTES).default('imports'),
    })
    .nullable()
    .describe('Short for one fault: the next so many calls of a route are answered with this status before anything else is looked at.'),
  faults: z.array(faultRuleSchema).max(RULES_MAX).describe('The fault table: which calls are struck, how often, and by what.'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(0xffff_ffff)
    .describe('Chance starts again from here: which calls a probability strikes, which event overtakes.'),
});

export type Switches = Readonly<z.infer<typeof switchesSchema>>;

/** Any part of the switches. */
export const switchesPatchSchema = switchesSchema.partial();
export type SwitchesPatch = Readonly<z.input<typeof switchesPatchSchema>>;

export const DEFAULT_SWITCHES: Switches = {
  ...WEBHOOK_DEFAULTS,
  ...IMPORT_DEFAULTS,
  ...ACCESS_DEFAULTS,
  failNext: null,
  faults: [],
  seed: 1,
};
