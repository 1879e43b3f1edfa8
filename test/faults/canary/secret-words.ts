import { API_KEY_HEADER } from '#shared/contract/routes.ts';

/** Secrets, each with the name of where it was. */
export type SecretWords = ReadonlyMap<string, string>;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The credentials in a request's headers. */
export function secretsIn(headers: Headers): SecretWords {
  const found = new Map<string, string>();
  const [scheme = '', credentials = ''] = String(headers['authorization'] ?? '').split(' ');
  if (credentials !== '') found.set(credentials, `what ${scheme} carried`);
  const key = headers[API_KEY_HEADER];
  if (typeof key === 'string') found.set(key, 'an integration secret');
  return found;
}
