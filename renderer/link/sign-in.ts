import { CALL_HEADERS } from './call-headers.ts';

/**
 * Exchanges the one-time token of the address for a cookie. The token leaves the address first, so that it stays in no
 * history and no bookmark. Without a token the cookie of an earlier visit may still be good.
 */
export async function signIn(): Promise<void> {
  const token = tokenHere();
  if (token === null) return;
  window.history.replaceState(null, '', window.location.pathname);
  const request = { method: 'POST', headers: { ...CALL_HEADERS, 'content-type': 'application/json' }, body: JSON.stringify({ token }) };
  // Refused or unreachable: the first call will say so, and the window shows it.
  await fetch('/session', request).catch(() => null);
}

export function hasToken(): boolean {
  return tokenHere() !== null;
}

function tokenHere(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token');
}
