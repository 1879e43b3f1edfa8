import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import type { Answer } from './read-answers.ts';

/** Signs that an answer reveals its implementation: stack lines, and paths of the source. */
const INSIDES = [
  /^\s+at .+:\d+:\d+\)?$/m,
  /node_modules/,
  /node:internal/,
  /\bfile:\/\//,
  /\.[cm]?[jt]s:\d+/,
  /SQLITE_|SqliteError|syntax error at/,
];

/** Why no server may give this answer; null if it may. `never`: texts that belong to somebody else, or were sent in. */
export function faultOfAnswer(answer: Answer, never: readonly string[]): string | null {
  const { status, headers, body, isWhole } = answer;
  const type = headers.get('content-type');
  const text = body.toString('utf8');
  if (status >= 500) return `the status ${status}`;
  if (body.byteLength > 0 && type === undefined) return 'a body without a content type';
  if (isWhole && type !== undefined && /json/.test(type) && body.byteLength > 0 && jsonOf(text) === undefined) return 'JSON that is none';
  const shown = [...headers.values(), text].join('\n');
  const inside = INSIDES.find((pattern) => pattern.test(shown));
  if (inside !== undefined) return `something of its insides (${inside.source})`;
  const told = [process.cwd(), ...never].find((secret) => secret !== '' && shown.includes(secret));
  return told === undefined ? null : `what it must not tell: ${told.slice(0, 60)}`;
}

/** What is wrong with a refusal, which has to be an RFC 9457 problem; or null. */
export function faultOfProblem({ status, headers, body }: Answer): string | null {
  if (status < 400 || body.byteLength === 0) return null;
  if (headers.get('content-type') !== PROBLEM_TYPE) return `a refusal as ${headers.get('content-type') ?? 'nothing'}`;
  const problem = jsonOf(body.toString('utf8')) as Partial<Record<string, unknown>>;
  if (problem['status'] !== status) return 'a problem of another status';
  const lacking = ['type', 'title', 'detail'].find((name) => typeof problem[name] !== 'string');
  return lacking === undefined ? null : `a problem without ${lacking}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

type AskedFields = Partial<Omit<Asked, 'headers' | 'body'>> & {
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
