import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Sessions } from './sessions.ts';
import type { Session } from './signed-in.ts';
import { HEALTH_PATH, type HostAddress, hostOf } from './window-url.ts';

/** On every call. A foreign page can only send it after a CORS preflight, and there is no CORS here. */
export const CALL_HEADER = 'x-intray';
/** The command line's proof that it may read this profile; see host-note.ts. */
export const COMMAND_KEY_HEADER = 'x-intray-key';

/** Why a request is not answered; sent as it is, because it tells a stranger nothing that he does not know. */
export type Refusal = 'wrong-host' | 'wrong-origin' | 'wrong-site' | 'no-call-header' | 'not-signed-in';

/**
 * Only the name of this start is ours: not somebody else's that resolves to this computer (DNS rebinding), nor that of
 * an earlier start. By the computer's own names the command line calls, which shows a key, and whoever asks after health.
 */
export function refuseHost(request: Request, at: HostAddress): Refusal | null {
  const host = request.headers.get('host')?.toLowerCase() ?? '';
  if (host === hostOf(at)) return null;
  const byOwnNames = request.headers.has(COMMAND_KEY_HEADER) || new URL(request.url).pathname === HEALTH_PATH;
  return byOwnNames && ownNames(at.port).includes(host) ? null : 'wrong-host';
}

/**
 * Only our own page may call: browsers name the page in Origin, and say in Sec-Fetch-Site how it relates to us. A POST
 * always carries an Origin; a browser too old for Sec-Fetch-Site sends none.
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

/** A call of the window (session) or of the command line (key, and then no browser may be involved at all). */
export function admitCall(request: Request, at: HostAddress, sessions: Sessions): Result<RequestSource, Refusal> {
  const { headers } = request;
  const isCommand = headers.has(COMMAND_KEY_HEADER);
  const refusal = isCommand ? refuseCommand(headers, sessions) : refusePage(request, at);
  if (refusal !== null) return fail(refusal);
  const caller = isCommand ? null : sessions.use(headers.get(SESSION_HEADER));
  return isCommand || caller !== null ? ok(caller) : fail('not-signed-in');
}

export function refuseCommand(headers: Headers, sessions: Sessions): Refusal | null {
  if (headers.get('origin') !== null) return 'wrong-origin';
  if (headers.get('sec-fetch-site') !== null) return 'wrong-site';
  if (headers.get(CALL_HEADER) !== '1') return 'no-call-header';
  return sessions.isCommandKey(headers.get(COMMAND_KEY_HEADER) ?? '') ? null : 'not-signed-in';
}

function ownNames(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}
