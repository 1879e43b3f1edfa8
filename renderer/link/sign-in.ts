import { z } from 'zod';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';

/** In session storage, which is per tab and per origin: pages of another program on this computer cannot read it. */
const KEY = 'session';
const answerSchema = z.object({ session: z.string() });

/**
 * Exchanges the one-time token in the address for a session. The token is removed from the address first, so that it stays in no
 * history and no bookmark. Without a token, the tab's existing session may still be valid.
 */
export async function signIn(): Promise<void> {
  const token = tokenHere();
  if (token === null) return;
  window.history.replaceState(null, '', window.location.pathname);
  // Sent with the tab's existing session, if any, which the host then ends.
  const request = { method: 'POST', headers: { ...sessionHeaders(), 'content-type': 'application/json' }, body: JSON.stringify({ token }) };
  // If it is refused or unreachable, the first call fails and the window says so.
  const answer = await fetch('/session', request)
    .then((response) => response.json() as unknown)
    .catch(() => null);
  const read = answerSchema.safeParse(answer);
  if (read.success) window.sessionStorage.setItem(KEY, read.data.session);
}

/** Headers that identify this tab's session on each call. */
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

/** A foreign page cannot send this header without a CORS permission, which the host never gives. */
const CALL_HEADERS = { 'x-intray': '1' } as const;
