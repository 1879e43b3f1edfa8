import { createHmac } from 'node:crypto';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Sessions } from './sessions.ts';
import type { Session } from './signed-in.ts';
import { HEALTH_PATH, type HostAddress, hostOf, PING_PATH } from './host-note.ts';

/** Required on every call. A foreign page can only send it after a CORS preflight, and no preflight is answered here. */
export const CALL_HEADER = 'x-intray';
/** Proves that the command line may read this profile; see host-note.ts. */
export const COMMAND_KEY_HEADER = 'x-intray-key';
/** A random word of the command line, and the host's answer to it; see `hostProof`. */
export const CHALLENGE_HEADER = 'x-intray-challenge';
export const PROOF_HEADER = 'x-intray-proof';

/**
 * Shows that whoever listens on the port of the note knows the key in it, and is the host that wrote it. A host that was killed leaves its note,
 * and another user may then listen on its port: until it has answered with this, it is told nothing, and nothing of it is believed.
 */
export function hostProof(commandKey: string, challenge: string): string {
  return createHmac('sha256', commandKey).update(`the host of this note\n${challenge}`).digest('base64url');
}

/** Why a request is refused. Sent as it is, because it tells a stranger nothing new. */
export type Refusal = 'wrong-host' | 'wrong-origin' | 'wrong-site' | 'no-call-header' | 'not-signed-in';

/**
 * Only the host name of this start is accepted: not another name that resolves to this computer (DNS rebinding), nor that of an earlier start.
 * The computer's own names are accepted only from the command line, which shows a key or asks for the host's proof, and for the health check.
 */
export function refuseHost(request: Request, at: HostAddress): Refusal | null {
  const host = request.headers.get('host')?.toLowerCase() ?? '';
  if (host === hostOf(at)) return null;
  const byOwnNames = request.headers.has(COMMAND_KEY_HEADER) || [HEALTH_PATH, PING_PATH].includes(new URL(request.url).pathname);
  return byOwnNames && ownNames(at.port).includes(host) ? null : 'wrong-host';
}

/**
 * Only our own page may call: browsers name the page in Origin, and its relation to us in Sec-Fetch-Site. A POST always carries an Origin; a
 * browser too old for Sec-Fetch-Site sends none.
 */
export function refusePage({ method, headers }: Request, at: HostAddress): Refusal | null {
  const origin = headers.get('origin');
  if (origin === null ? method !== 'GET' : origin !== `http://${hostOf(at)}`) return 'wrong-origin';
  if (headers.get('host')?.toLowerCase() !== hostOf(at)) return 'wrong-host';
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return 'wrong-site';
  return headers.get(CALL_HEADER) === '1' ? null : 'no-call-header';
}

/** The session of a window; null is the command line. */
export type RequestSource = Session | null;

/** Admits a call of the window (by session) or of the command line (by key, and only if no browser header is present). */
export function admitCall(request: Request, at: HostAddress, sessions: Sessions): Result<RequestSource, Refusal> {
  const { headers } = request;
  const isCommand = headers.has(COMMAND_KEY_HEADER);
  const refusal = isCommand ? refuseCommand(headers, sessions) : refusePage(request, at);
  if (refusal !== null) return fail(refusal);
  const caller = isCommand ? null : sessions.use(headers.get(SESSION_HEADER));
  return isCommand || caller !== null ? ok(caller) : fail('not-signed-in');
}

/** Refuses browsers: a page can neither leave these two headers out nor set the third. */
export function refuseBrowser(headers: Headers): Refusal | null {
  if (headers.get('origin') !== null) return 'wrong-origin';
  if (headers.get('sec-fetch-site') !== null) return 'wrong-site';
  return headers.get(CALL_HEADER) === '1' ? null : 'no-call-header';
}

export function refuseCommand(headers: Headers, sessions: Sessions): Refusal | null {
  const refusal = refuseBrowser(headers);
  if (refusal !== null) return refusal;
  return sessions.isCommandKey(headers.get(COMMAND_KEY_HEADER) ?? '') ? null : 'not-signed-in';
}

function ownNames(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

/**
 * Headers of every answer of the headless host. The window needs nothing from elsewhere, so nothing else is allowed: no foreign script, no frame
 * around it, no content sniffing, no referrer.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Only for the preview page, which has no origin.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Pages show private data; the window's own files set another value.
  'cache-control': 'no-store',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
