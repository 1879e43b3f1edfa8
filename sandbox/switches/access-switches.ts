import { z } from 'zod';
import { API_KEY_HEADER } from '#shared/contract/headers.ts';
import { TOKEN_LIFE_SECONDS } from '#shared/contract/limits.ts';
import { headerName } from './header-name.ts';

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

export const ACCESS_DEFAULTS = {
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
