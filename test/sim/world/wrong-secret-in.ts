import type { HttpRequest } from '#shared/ports/http.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

/** The only places where a secret may go: the client's to the token route, an integration's to its routes and, as the proof, to the relay. */
export type OwnedSecrets = { readonly client: string; readonly integrations: ReadonlySet<string> };

/** Larger than any request body of ours without a file; a file is not searched. */
const BODY_BYTES_MAX = 4_000;

/** What is wrong with the secrets of a request that leaves a desktop (invariant 13, C3 and C5); null when nothing is. */
export function wrongSecretIn(request: HttpRequest, of: { readonly secrets: OwnedSecrets; readonly direct: boolean }): string | null {
  const { pathname } = new URL(request.url);
  if (of.direct && pathname === RELAY_PATHS.accessToken) return 'asks the relay for a token, with credentials of its own';
  const said = textOf(request);
  if (said.includes(of.secrets.client) && !pathname.endsWith('/oauth2/token')) return `tells the client secret to ${pathname}`;
  const mayProve = pathname.startsWith('/v1/integrations/') || pathname === RELAY_PATHS.integrations;
  if (mayProve) return null;
  for (const secret of of.secrets.integrations) if (said.includes(secret)) return `tells an integration's secret to ${pathname}`;
  return null;
}

function textOf({ headers, body }: HttpRequest): string {
  const bytes = bodyAtHand(body);
  const text = bytes.byteLength > BODY_BYTES_MAX ? '' : bytes.toString('latin1');
  return `${Object.values(headers).join('\n')}\n${text}`;
}
