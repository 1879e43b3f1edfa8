import { z } from 'zod';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { CALL_HEADERS } from './call-headers.ts';

/** Of this tab alone, for as long as it is open, and only where it was opened: another program on this computer cannot ask for it. */
const KEY = 'session';
const answerSchema = z.object({ session: z.string() });

/**
 * Exchanges the one-time token of the address for a session. The token leaves the address first, so that it stays in no
 * history and no bookmark. Without a token the session that this tab has already may still be good.
 */
export async function signIn(): Promise<void> {
  const token = tokenHere();
  if (token === null) return;
  window.history.replaceState(null, '', window.location.pathname);
  // With the session that this tab has already, which ends by that.
  const request = { method: 'POST', headers: { ...sessionHeaders(), 'content-type': 'application/json' }, body: JSON.stringify({ token }) };
  // Refused or unreachable: the first call will say so, and the window shows it.
  const answer = await fetch('/session', request)
    .then((response) => response.json() as unknown)
    .catch(() => null);
  const read = answerSchema.safeParse(answer);
  if (read.success) window.sessionStorage.setItem(KEY, read.data.session);
}

/** What shows, on each call, that this tab signed in. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const session = window.sessionStorage.getItem(KEY);
  return session === null ? CALL_HEADERS : { ...CALL_HEADERS, [SESSION_HEADER]: session };
}

export function hasToken(): boolean {
  return tokenHere() !== null;
}

function tokenHere(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token');
}
