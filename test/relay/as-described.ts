import { relayDescription } from '#relay/openapi/relay-description.ts';
import type { HttpMethod } from '#shared/ports/http.ts';
import { type Description, descriptionOf } from '#test/contract/description.ts';
import type { Exchange } from '#test/contract/suite/client.ts';

const SIGNATURE_HEADER = 'x-service-webhook-signature';
/** Of a path that the relay does not have: before it is looked up, who calls is. */
const REFUSED = [401, 429, 503];

const described = new Map<string, Description>();

/** The same answer again, if the description knows it: the route, its status, its media type and its body. Throws else. */
export async function asDescribed(request: Request, answer: Response): Promise<Response> {
  const fault = await faultOf(request, answer);
  if (fault === null) return answer;
  throw new Error(`${request.method} ${new URL(request.url).pathname} ${answer.status} is not as described: ${fault}`);
}

/** What is wrong with an answer by the description, or null. */
export async function faultOf(request: Request, answer: Response): Promise<string | null> {
  const { origin, pathname } = new URL(request.url);
  const description =
    described.get(origin) ?? descriptionOf({ ...relayDescription(SIGNATURE_HEADER), servers: [{ url: origin, variables: {} }] });
  described.set(origin, description);
  const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  // A stream has no end to be waited for.
  const text = mediaType === 'text/event-stream' ? '…' : await answer.clone().text();
  const json: unknown = mediaType.endsWith('json') ? JSON.parse(text) : text;
  const exchange: Exchange = {
    call: { method: request.method as HttpMethod, url: `${origin}${pathname}` },
    answer: { status: answer.status, headers: {}, mediaType, text, json, fault: '' },
  };
  const fault = description.fault(exchange);
  return fault === 'the operation is not described' && REFUSED.includes(answer.status) ? null : fault;
}
