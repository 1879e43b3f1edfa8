import type { Call } from './client.ts';
import type { Target } from './target.ts';

/** The form that requests a token (§ Partner token), with some fields changed; null leaves a field out. */
export function tokenForm(target: Target, change: Readonly<Record<string, string | null>> = {}): URLSearchParams {
  const { clientId, clientSecret, scope } = target;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: scope === '' ? null : scope };
  const fields = Object.entries({ ...form, ...change });
  return new URLSearchParams(fields.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export function tokenRequest({ authUrl }: Target, form: URLSearchParams): Call {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', url: `${authUrl}/oauth2/token`, headers, body: form.toString() };
}
