/** A name and a value as written on the wire; each character is one byte (Latin-1). */
export type Header = readonly [name: string, value: string];

export type FormPart = { readonly head: string; readonly bytes: Uint8Array };

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly boundary: string; readonly parts: readonly FormPart[] };

/** A request before it is turned into bytes. The length of its body is not yet one of its headers. */
export type Asked = {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: readonly Header[];
  readonly body: Body;
  /** Secrets in it that no answer may repeat. */
  readonly secrets: readonly string[];
};

export type AskedFields = Partial<Omit<Asked, 'headers' | 'body'>> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: Body;
};

/** A valid request, written as the tests of each server write it. */
export function asked(method: string, target: string, { headers = {}, json, body, ...more }: AskedFields = {}): Asked {
  const type: readonly Header[] = json === undefined || 'content-type' in headers ? [] : [['content-type', 'application/json']];
  return {
    method,
    target,
    version: 'HTTP/1.1',
    headers: [...type, ...Object.entries(headers)],
    body: body ?? (json === undefined ? { kind: 'none' } : { kind: 'json', value: json }),
    secrets: [],
    ...more,
  };
}

/** The body's bytes if nothing is odd about them. */
export function bytesOfBody(body: Exclude<Body, { readonly kind: 'none' }>): Buffer {
  if (body.kind === 'bytes') return Buffer.from(body.bytes);
  if (body.kind === 'json') return Buffer.from(JSON.stringify(body.value) ?? '');
  const parts = body.parts.map(({ head, bytes }) => [Buffer.from(`--${body.boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n')]);
  return Buffer.concat([...parts.flat(), Buffer.from(`--${body.boundary}--\r\n`)]);
}
