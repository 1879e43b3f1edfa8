import { Hono } from 'hono';
import { FORM_TYPE, HEALTH_PATH, TOKEN_PATH } from '#shared/contract/routes.ts';
import { plus, SECOND_MS } from '#shared/lib/duration.ts';
import type { Core } from '../core.ts';
import { digest, isSecret, SECRET_MARKS } from '../digest.ts';
import { faulty } from '../faults/faulty.ts';
import { shaped } from '../faults/broken-answer.ts';
import { readBody } from '../read-body.ts';
import { problem } from '../problem.ts';

/** The form has four short fields. */
const FORM_BYTES_MAX = 16_384;
const TOKEN_BYTES = 32;

type TokenFault = { readonly status: 400 | 401; readonly error: string; readonly error_description: string };

/** Obtains a token (§ Partner token). Several tokens may be valid at once. Errors are in OAuth style (RFC 6749, 5.2; C6). */
export function tokenRoute(core: Core): Hono {
  return new Hono().post(TOKEN_PATH, faulty(core, 'token'), shaped(core), async (context) => {
    context.header('cache-control', 'no-store');
    const fault = formFault(core, context.req.raw.headers, await readBody(context.req.raw, FORM_BYTES_MAX));
    if (fault !== null) {
      core.log.info('token refused', { error: fault.error });
      return context.json({ error: fault.error, error_description: fault.error_description }, fault.status);
    }
    const { tokenLifeSeconds: lifeSeconds, expiresInAs, liveTokens } = core.switches.now();
    const token = `${SECRET_MARKS.accessToken}${Buffer.from(core.random.bytes(TOKEN_BYTES)).toString('base64url')}`;
    const now = core.clock.wallMs();
    if (liveTokens === 'newest') core.store.secrets.dropAllTokens();
    core.store.secrets.keepToken({ hash: digest(token), expiresAt: plus(now, lifeSeconds * SECOND_MS) }, now);
    return context.json({
      token_type: 'Bearer',
      expires_in: expiresInAs === 'string' ? String(lifeSeconds) : lifeSeconds,
      access_token: token,
    });
  });
}

function formFault(core: Core, headers: Headers, body: Uint8Array | null): TokenFault | null {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE || body === null) return invalid('invalid_request', 'The body must be a form.');
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
  // RFC 6749, 3.2: parameters must not be included more than once.
  if (new Set(form.keys()).size !== form.size) return invalid('invalid_request', 'A parameter is given more than once.');
  const grant = form.get('grant_type');
  if (grant === null) return invalid('invalid_request', 'grant_type is missing.');
  if (grant !== 'client_credentials') return invalid('unsupported_grant_type', 'Only client_credentials is supported.');
  const [id, secret, scope] = [form.get('client_id'), form.get('client_secret'), form.get('scope')];
  if (id === null || secret === null) return invalid('invalid_request', 'client_id and client_secret are needed.');
  const { clientId, clientSecret, scope: known } = core.credentials;
  if (id.toLowerCase() !== clientId || !isSecret(secret, digest(clientSecret))) {
    return { status: 401, error: 'invalid_client', error_description: 'Unknown client or wrong secret.' };
  }
  if (core.switches.now().scopeNeeded && (scope === null || scope === '')) return invalid('invalid_scope', 'A scope is needed.');
  if (scope !== null && scope !== '' && scope !== known) return invalid('invalid_scope', 'The scope is not known.');
  return null;
}

function invalid(error: string, description: string): TokenFault {
  return { status: 400, error, error_description: description };
}

/** The 401 for a missing, unknown or expired access token; null if it is good (§ Partner token). */
export function bearerFault(core: Core, headers: Headers): Response | null {
  const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token !== undefined && core.store.secrets.isLive(digest(token), core.clock.wallMs())) return null;
  const detail = token === undefined ? 'An access token is needed.' : 'The access token is invalid or has expired.';
  return problem({ status: 401, detail, headers: { 'www-authenticate': 'Bearer' } });
}

/** The health check (§ Health check), which verifies only the token. */
export function healthRoute(core: Core): Hono {
  return new Hono().get(
    HEALTH_PATH,
    faulty(core, 'health'),
    shaped(core),
    (context) => bearerFault(core, context.req.raw.headers) ?? context.body(null, 204),
  );
}
