import { relayDescription } from '#relay/openapi/relay-description.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { HttpMethod } from '#shared/ports/http.ts';
import { type Description, descriptionOf } from '#test/contract/description.ts';
import { lackingHeaders, requestFaultOf, unknownHeaders } from './request-described.ts';
import type { Exchange } from '#test/contract/suite/client.ts';

const SIGNATURE_HEADER = 'x-service-webhook-signature';
/** Allowed on a path that the relay does not have: the caller is authenticated before the path is looked up. */
const REFUSED = [401, 429, 503];

const described = new Map<string, Description>();

/**
 * Returns the answer if it matches the description: the route, its status, its media type, its headers and its body. In addition, a granted
 * request must match the description, and a request called malformed must not. Throws otherwise. `body` is what was sent.
 */
export async function asDescribed(request: Request, answer: Response, body: string): Promise<Response> {
  const fault = (await findFault(request, answer)) ?? askedFault(request, answer, body);
  if (fault === null) return answer;
  throw new Error(`${request.method} ${new URL(request.url).pathname} ${answer.status} is not as described: ${fault}`);
}

function askedFault(request: Request, answer: Response, body: string): string | null {
  const [lacking] = lackingHeaders(request, answer);
  if (lacking !== undefined) return `it has no ${lacking}`;
  const [unknown] = unknownHeaders(request, answer);
  if (unknown !== undefined) return `${unknown} is not described`;
  const wrong = requestFaultOf(request, body);
  if (answer.ok) return wrong;
  const isWebhook = new URL(request.url).pathname === RELAY_PATHS.webhooks;
  return answer.status === 400 && wrong === null && !isWebhook ? 'the request is as described, and was called malformed' : null;
}

/** How an answer deviates from the description, or null. */
export async function findFault(request: Request, answer: Response): Promise<string | null> {
  const { origin, pathname } = new URL(request.url);
  const description =
    described.get(origin) ?? descriptionOf({ ...relayDescription(SIGNATURE_HEADER), servers: [{ url: origin, variables: {} }] });
  described.set(origin, description);
  const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  // A stream does not end, so its text cannot be awaited.
  const text = mediaType === 'text/event-stream' ? '…' : await answer.clone().text();
  const json: unknown = mediaType.endsWith('json') ? JSON.parse(text) : text;
  const exchange: Exchange = {
    call: { method: request.method as HttpMethod, url: `${origin}${pathname}` },
    answer: { status: answer.status, headers: {}, mediaType, text, json, fault: '' },
  };
  const fault = description.fault(exchange);
  return fault === 'the operation is not described' && REFUSED.includes(answer.status) ? null : fault;
}
