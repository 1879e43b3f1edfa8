import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Http } from '#shared/ports/http.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { type AccessToken, tokenCache, type TokenFault, type TokenSource } from '#shared/service-client/token-cache.ts';

export type DirectTokens = {
  readonly http: Http;
  readonly clock: Clock;
  readonly profile: () => ServiceProfile | null;
  readonly clientId: () => string | null;
  readonly clientSecret: () => Promise<Result<string, { readonly kind: string }>>;
};

/**
 * The app's token source in the mode `direct` (C5): with the company's own client credentials, whose secret is only in
 * the vault. If they are refused, the person has to correct them, so the failure says that they are the company's own.
 */
export function directTokens(of: DirectTokens): TokenSource {
  return tokenCache(async () => {
    const asked = await ask(of);
    return asked.ok || asked.failure.kind === 'unreachable' ? asked : fail({ ...asked.failure, own: true });
  }, of.clock);
}

async function ask({ http, profile, clientId, clientSecret }: DirectTokens): Promise<Result<AccessToken, TokenFault>> {
  const service = profile();
  if (service === null) return fail({ kind: 'unreachable', code: 'not-set-up' });
  const id = clientId();
  if (id === null) return fail({ kind: 'refused', code: 'no-client-id' });
  const secret = await clientSecret();
  if (!secret.ok) {
    const { kind } = secret.failure;
    return kind === 'absent' ? fail({ kind: 'refused', code: 'no-client-secret' }) : fail({ kind: 'unreachable', code: `vault-${kind}` });
  }
  const { authUrl, scope } = service;
  return requestToken(http, { authUrl, scope, clientId: id, clientSecret: secret.value });
}
