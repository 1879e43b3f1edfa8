import type { Http, HttpMethod } from '#shared/ports/http.ts';

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
