import type { Result } from '../lib/result.ts';
import type { Http } from '../ports/http.ts';
import type { AccessToken, TokenFault } from './token-cache.ts';

export type Credentials = { readonly authUrl: string; readonly clientId: string; readonly clientSecret: string; readonly scope: string };

/** Obtains a token by client credentials (contract, Endpoints 1; errors in OAuth style, decision 6). */
export async function requestToken(_http: Http, _credentials: Credentials): Promise<Result<AccessToken, TokenFault>> {
  throw new Error('to be written');
}
