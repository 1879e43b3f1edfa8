import type { Sessions } from './sessions.ts';

/** On every call. A foreign page can only send it after a CORS preflight, and there is no CORS here. */
export const CALL_HEADER = 'x-intray';
/** The command line's proof that it may read this profile; see host-note.ts. */
export const COMMAND_KEY_HEADER = 'x-intray-key';

/** Why a request is not answered; sent as it is, because it tells a stranger nothing that he does not know. */
export type Refusal = 'wrong-host' | 'wrong-origin' | 'wrong-site' | 'no-call-header' | 'not-signed-in';

/** Somebody else's name that resolves to this computer (DNS rebinding) is not one of ours. */
export function refuseHost(headers: Headers, port: number): Refusal | null {
  return hostsOf(port).includes(headers.get('host')?.toLowerCase() ?? '') ? null : 'wrong-host';
}

/**
 * Only our own page may call: browsers name the page in Origin, and say in Sec-Fetch-Site how it relates to us. A POST
 * always carries an Origin; a browser too old for Sec-Fetch-Site sends none.
 */
export function refusePage(method: string, headers: Headers, port: number): Refusal | null {
  const origin = headers.get('origin');
  const own = `http://${headers.get('host')?.toLowerCase() ?? ''}`;
  if (origin === null ? method !== 'GET' : origin !== own || refuseHost(headers, port) !== null) return 'wrong-origin';
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return 'wrong-site';
  return headers.get(CALL_HEADER) === '1' ? null : 'no-call-header';
}

/** A call of the window (cookie) or of the command line (key, and then no browser may be involved at all). */
export function refuseCall(request: Request, port: number, sessions: Sessions): Refusal | null {
  const { headers, method } = request;
  const host = refuseHost(headers, port);
  if (host !== null) return host;
  const commandKey = headers.get(COMMAND_KEY_HEADER);
  if (commandKey !== null) return refuseCommand(headers, sessions);
  return refusePage(method, headers, port) ?? (sessions.knows(headers.get('cookie')) ? null : 'not-signed-in');
}

export function refuseCommand(headers: Headers, sessions: Sessions): Refusal | null {
  if (headers.get('origin') !== null) return 'wrong-origin';
  if (headers.get('sec-fetch-site') !== null) return 'wrong-site';
  if (headers.get(CALL_HEADER) !== '1') return 'no-call-header';
  return sessions.isCommandKey(headers.get(COMMAND_KEY_HEADER) ?? '') ? null : 'not-signed-in';
}

function hostsOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}
