import { createSign } from 'node:crypto';
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts';
import { isCut } from '#sandbox/faults/broken-answer.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import { newSigningKey } from '#sandbox/world.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { nodeRandom } from '#shared/node/random.ts';
import type { Http, HttpAnswer, HttpRequest } from '#shared/ports/http.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import type { Target } from '../suite/target.ts';
import { bodyAtHand, wholeBody } from '#test/support/network/scripted-server.ts';

const ORIGIN = 'http://sandbox.test';
/** Generating a key takes a tenth of a second, and no mutant is about it. */
let signingKey: string | null = null;

export type MutatedService = { readonly http: Http; readonly target: Target; readonly close: () => Promise<void> };

/** Our sandbox in this process, with a mutant between it and the world; an empty mutant changes nothing. */
export function mutatedService(mutant: Partial<Mutant>, switches: SwitchesPatch = {}): MutatedService {
  signingKey ??= newSigningKey();
  const pem = signingKey;
  const real = undiciHttp();
  const webhooks = { ...real, send: delivering(mutant, real, pem) };
  let isFirstKey = true;
  const newKey = (): string => (isFirstKey ? ((isFirstKey = false), pem) : newSigningKey());
  const world = {
    clock: nodeClock(),
    random: nodeRandom(),
    http: webhooks,
    log: recordingLog(),
    newSigningKey: newKey,
    decodeFile: decodeInThread,
  };
  const sandbox = createSandbox(world, { origin: ORIGIN, switches });
  sandbox.start();
  return {
    http: { ...real, send: (request) => answered(sandbox, request, mutant) },
    target: targetOf(sandbox),
    close: async () => {
      await sandbox.close();
      await real.close();
    },
  };
}

function targetOf({ addresses, credentials }: Sandbox): Target {
  const { baseUrl, authUrl, jwksUrl, issuer, controlUrl } = addresses;
  const control = { controlUrl, listen: { host: '127.0.0.1', port: 0 }, webhookUrl: null };
  return { baseUrl, authUrl, jwksUrl, issuer, ...credentials, integration: null, writing: true, control };
}

async function answered(sandbox: Sandbox, request: HttpRequest, mutant: Partial<Mutant>): ReturnType<Http['send']> {
  // The control API is not under test.
  const isControl = request.url.includes('/control/');
  const arrived = isControl ? null : (mutant.arrives?.(request) ?? null);
  if (arrived !== null && 'status' in arrived) return ok(arrived);
  const { method, url, headers, body } = arrived ?? request;
  const init = { method, headers, ...(body === undefined ? {} : { body: await wholeBody(body) }) };
  const response = await sandbox.fetch(new Request(url, init));
  if (isCut(response)) return fail({ kind: 'broken', sent: 'maybe-received', code: 'CUT' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const answer: HttpAnswer = { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
  return ok(isControl || mutant.answers === undefined ? answer : mutant.answers(answer, request));
}

function delivering({ delivers }: Partial<Mutant>, real: Http, pem: string): Http['send'] {
  if (delivers === undefined) return (request) => real.send(request);
  const counts = new Map<unknown, number>();
  const resigned: Tools['resigned'] = (jwt, change) => resign(jwt, change, pem);
  return (request) => {
    const { id } = JSON.parse(bodyAtHand(request.body).toString('utf8')) as { readonly id: unknown };
    const before = counts.get(id) ?? 0;
    counts.set(id, before + 1);
    return delivers(request, (sent) => real.send(sent), { resigned, before });
  };
}

function resign(jwt: string, change: { readonly claims?: Json; readonly header?: Json }, pem: string): string {
  const [head = '', payload = ''] = jwt.split('.');
  const changed = [merged(head, change.header), merged(payload, change.claims)].join('.');
  return `${changed}.${createSign('sha512').update(changed).sign(pem).toString('base64url')}`;
}

/** An undefined value removes the member. */
function merged(part: string, change: Json = {}): string {
  const before = JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
  return Buffer.from(JSON.stringify({ ...before, ...change })).toString('base64url');
}

type Sent = ReturnType<Http['send']>;

/** One small deviation of the service from the document. */
export type Mutant = {
  /** What it does, as a sentence without its subject. */
  readonly name: string;
  /** The cases of the suite that detect it, each on its own. */
  readonly caughtBy: readonly string[];
  /** Replaces a request before it reaches the service, or answers it; null to pass it on. */
  readonly arrives?: (request: HttpRequest) => HttpRequest | HttpAnswer | null;
  /** Replaces an answer. */
  readonly answers?: (answer: HttpAnswer, request: HttpRequest) => HttpAnswer;
  /** Replaces the delivery of a webhook. */
  readonly delivers?: (request: HttpRequest, send: (request: HttpRequest) => Sent, tools: Tools) => Sent;
};

export type Tools = {
  /** The same token with other claims or another header, signed by the service's own key. */
  readonly resigned: (jwt: string, change: { readonly claims?: Json; readonly header?: Json }) => string;
  /** How many times this event was delivered before, as the service counts. */
  readonly before: number;
};

export type Json = Readonly<Record<string, unknown>>;

/** The calls that a mutant changes: a part of the address, and the status of the answer. */
type Where = { readonly path?: RegExp; readonly method?: string; readonly status?: number };

const DOCUMENT_ID = '6f1c1f0a-3b0e-4c52-9d6f-2f4b8f6f0a11';
const IMPORT = /\/(purchase-invoices|sales-invoices|entries)$/;

function isAt({ path, method, status }: Where, request: HttpRequest, answer: HttpAnswer): boolean {
  const { pathname } = new URL(request.url);
  return (path?.test(pathname) ?? true) && (method ?? request.method) === request.method && (status ?? answer.status) === answer.status;
}

/** Changes the answers of some calls, and no others. */
export function answering(where: Where, change: (answer: HttpAnswer) => HttpAnswer): Pick<Mutant, 'answers'> {
  return { answers: (answer, request) => (isAt(where, request, answer) ? change(answer) : answer) };
}

export function withStatus(status: number): (answer: HttpAnswer) => HttpAnswer {
  return (answer) => ({ ...answer, status });
}

/** An undefined value removes the header. */
export function withHeader(name: string, value: string | undefined): (answer: HttpAnswer) => HttpAnswer {
  return (answer) => {
    const { [name]: _, ...others } = answer.headers;
    return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } };
  };
}

/** A member whose value is undefined is removed. */
export function withMembers(change: Json | ((before: Json) => Json)): (answer: HttpAnswer) => HttpAnswer {
  return (answer) => {
    const before = jsonOf(answer.body);
    return { ...answer, body: bytesOf({ ...before, ...(typeof change === 'function' ? change(before) : change) }) };
  };
}

/** Accepts what the sandbox refuses for this reason, as if the rule did not exist. */
export function taking(reason: RegExp, path: RegExp = IMPORT): Pick<Mutant, 'answers'> {
  return {
    answers: (answer, request) => {
      const isMeant = isAt({ path, status: 400 }, request, answer) && reason.test(String(jsonOf(answer.body)['detail']));
      return isMeant ? received() : answer;
    },
  };
}

/** Refuses an import whose body or content type matches this. */
export function refusing(what: RegExp, path: RegExp = IMPORT): Pick<Mutant, 'arrives'> {
  return {
    arrives: (request) => {
      const isMeant = path.test(new URL(request.url).pathname) && what.test(`${request.headers['content-type'] ?? ''}\n${textOf(request)}`);
      return isMeant ? refused() : null;
    },
  };
}

export function received(): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: bytesOf({ documentId: DOCUMENT_ID }) };
}

function refused(): HttpAnswer {
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Not taken.', errorCode: 'VALIDATION_ERROR' };
  return { status: 400, headers: { 'content-type': 'application/problem+json' }, body: bytesOf(problem) };
}

export function textOf({ body }: Pick<HttpRequest, 'body'>): string {
  return bodyAtHand(body).toString('latin1');
}

export function jsonOf(body: Uint8Array): Json {
  return JSON.parse(Buffer.from(body).toString('utf8')) as Json;
}

export function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
