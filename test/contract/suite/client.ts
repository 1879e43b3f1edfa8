import type { Http, HttpMethod } from '#shared/ports/http.ts';
import type { Target } from './target.ts';

export type Call = {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly Uint8Array[] | string;
};

/** `status` is 0 if there was no complete answer; `fault` says why. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Lower case, without parameters; empty if there is none. */
  readonly mediaType: string;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: unknown;
  readonly fault: string;
};

export type Exchange = { readonly call: Call; readonly answer: Answer };

/** Time for six megabytes over a slow office line. */
const ANSWER_MS = 60_000;
/** Every answer in the document has a few hundred bytes; a description of the whole API is larger. */
const ANSWER_BYTES_MAX = 8_388_608;

/** One call and its answer; nothing is added, repeated or followed. */
export async function call(http: Http, of: Call): Promise<Answer> {
  const { body } = of;
  const sent = await http.send({
    method: of.method,
    url: of.url,
    headers: of.headers ?? {},
    ...(body === undefined ? {} : { body: typeof body === 'string' ? [new TextEncoder().encode(body)] : body }),
    timeoutMs: ANSWER_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  if (!sent.ok)
    return { status: 0, headers: {}, mediaType: '', text: '', json: undefined, fault: `${sent.failure.kind} ${sent.failure.code}` };
  const { status, headers } = sent.value;
  const text = new TextDecoder().decode(sent.value.body);
  const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { status, headers, mediaType, text, json: parsed(text), fault: '' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON; the case that needs JSON reports it.
    return undefined;
  }
}

/** One part; with a `filename` most parsers take it for a file. */
export type Part = { readonly content: string | Uint8Array; readonly filename?: string; readonly type?: string };

type Multipart = { readonly contentType: string; readonly body: readonly Uint8Array[] };

const BOUNDARY = 'contract-suite-7f3b2d0c9a51';

/** A form by RFC 7578, written byte by byte so that no library corrects anything. */
export function multipart(parts: readonly (readonly [string, Part])[]): Multipart {
  const body = parts.flatMap(([name, part]) => [textOfPart(headOf(name, part)), bytesOf(part.content), textOfPart('\r\n')]);
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: [...body, textOfPart(`--${BOUNDARY}--\r\n`)] };
}

function headOf(name: string, part: Part): string {
  const filename = part.filename === undefined ? '' : `; filename="${part.filename}"`;
  const type = part.type === undefined ? '' : `Content-Type: ${part.type}\r\n`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n${type}\r\n`;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? textOfPart(content) : content;
}

function textOfPart(characters: string): Uint8Array {
  return new TextEncoder().encode(characters);
}

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
