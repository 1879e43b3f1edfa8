import { onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts';
import { cutting, isCut } from '#sandbox/faults/broken-answer.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import { newSigningKey } from '#sandbox/world.ts';
import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { serve } from '#shared/node/http/serve.ts';
import { recordingLog, type RecordingLog, seededRandom, type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import { SCANS } from './fixtures/answers.ts';
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { fail, ok } from '#shared/lib/result.ts';
import type { Http, HttpFault, HttpRequest } from '#shared/ports/http.ts';
import { bodyAtHand } from '#test/support/network/scripted-server.ts';
import { connect } from 'node:net';

/** How the service is reached: as functions in this process, or over a real socket. */
export const WAYS = ['functions', 'socket'] as const;
export type Way = (typeof WAYS)[number];

export const WEBHOOK_URL = 'http://127.0.0.1:9/webhooks';

export type Integration = { readonly integrationId: string; readonly integrationSecret: string };

export type Bench = {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  readonly log: RecordingLog;
  readonly webhooks: Webhooks;
  /** Where it is reached. The issuer is different, as it is behind a public name. */
  readonly origin: string;
  /** `path` starts at the origin. Rejects, as a client would, if the connection is cut. */
  call(path: string, init?: RequestInit): Promise<Response>;
  control(method: string, path: string, body?: unknown): Promise<Response>;
  token(): Promise<string>;
  integration(): Promise<Integration>;
};

export type BenchOptions = {
  readonly way?: Way;
  readonly switches?: SwitchesPatch;
  readonly dataFile?: string;
  readonly seed?: number;
  /** `new`: every key is different, for tests of rotation. */
  readonly keys?: 'shared' | 'new';
};

/** Generating a key takes a tenth of a second, and no test here is about it. */
let signingKey: string | null = null;

/** A sandbox for one test on a virtual clock, whose webhooks end in a list. */
export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const clock = virtualClock();
  const log = recordingLog();
  const inbox = webhooks();
  signingKey ??= newSigningKey();
  const pem = signingKey;
  const world = {
    clock,
    random: seededRandom(options.seed ?? 1),
    http: inbox.http,
    log,
    decodeFile: decodeInThread,
    newSigningKey: options.keys === 'new' ? newSigningKey : () => pem,
  };
  const sandbox = createSandbox(world, {
    origin: 'http://sandbox.test',
    switches: { webhookUrl: WEBHOOK_URL, ...options.switches },
    ...(options.dataFile === undefined ? {} : { dataFile: options.dataFile }),
  });
  sandbox.start();
  const { origin, send } = options.way === 'socket' ? await overSocket(sandbox) : inProcess(sandbox);
  onTestFinished(() => sandbox.close());
  const control: Bench['control'] = (method, path, body) =>
    send(`/control${path}`, body === undefined ? { method } : { method, body: JSON.stringify(body) });
  return {
    sandbox,
    clock,
    log,
    webhooks: inbox,
    origin,
    call: send,
    control,
    token: async () => ((await (await send('/oauth2/token', tokenForm(sandbox))).json()) as { access_token: string }).access_token,
    integration: async () => (await (await control('POST', '/integrations')).json()) as Integration,
  };
}

export function tokenForm(sandbox: Sandbox, fields: Readonly<Record<string, string>> = {}): RequestInit {
  const { clientId, clientSecret, scope } = sandbox.credentials;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope, ...fields };
  return { method: 'POST', body: new URLSearchParams(form) };
}

export type Caller = Integration & { readonly token: string };

export async function aCaller(bench: Bench): Promise<Caller> {
  return { ...(await bench.integration()), token: await bench.token() };
}

export function headersOf(caller: Caller): Record<string, string> {
  return { authorization: `Bearer ${caller.token}`, 'x-service-api-key': caller.integrationSecret };
}

/** Fields of an invoice import; `null` leaves one out. */
export type Fields = Readonly<Record<string, string | Blob | null>>;

export function invoiceForm(fields: Fields = {}): FormData {
  const form = new FormData();
  const all: Fields = { filename: 'facture.pdf', file: new Blob([SCANS.pdf], { type: 'application/pdf' }), ...fields };
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === 'string') form.append(name, value);
    else if (value !== null) form.append(name, value, name === 'file' ? 'scan' : undefined);
  }
  return form;
}

export function importInvoice(bench: Bench, caller: Caller, fields: Fields = {}, route = 'purchase-invoices'): Promise<Response> {
  const init = { method: 'POST', headers: headersOf(caller), body: invoiceForm(fields) };
  return bench.call(`/v1/integrations/${caller.integrationId}/${route}`, init);
}

export function importEntries(bench: Bench, caller: Caller, body: unknown): Promise<Response> {
  const headers = { ...headersOf(caller), 'content-type': 'application/json' };
  return bench.call(`/v1/integrations/${caller.integrationId}/entries`, { method: 'POST', headers, body: JSON.stringify(body) });
}

type Reached = { readonly origin: string; readonly send: Bench['call'] };

function inProcess(sandbox: Sandbox): Reached {
  const origin = 'http://sandbox.test';
  const send: Bench['call'] = async (path, init) => {
    const response = await sandbox.fetch(new Request(`${origin}${path}`, init));
    if (isCut(response)) throw new TypeError('fetch failed');
    return response;
  };
  return { origin, send };
}

async function overSocket(sandbox: Sandbox): Promise<Reached> {
  const served = await serve(cutting(sandbox.fetch), { port: 0, drainMs: 0, problemType: PROBLEM_TYPE });
  onTestFinished(() => served.close());
  const origin = `http://127.0.0.1:${served.port}`;
  return { origin, send: (path, init) => fetch(`${origin}${path}`, init) };
}

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

type Webhooks = {
  readonly http: Http;
  readonly received: readonly Received[];
  /** How the receiver answers from now on: with a status, or not at all. */
  answer(with_: number | HttpFault['kind'] | ((request: HttpRequest) => Promise<number>)): void;
  /** The origin that it allows when asked by OPTIONS. */
  allow(origin: string): void;
};

/** A receiver behind the Http port; it acknowledges unless told otherwise. */
export function webhooks(): Webhooks {
  const received: Received[] = [];
  let headers: Readonly<Record<string, string>> = {};
  let answer: Parameters<Webhooks['answer']>[0] = 204;
  const http: Http = {
    async send(request) {
      received.push({ method: request.method, url: request.url, headers: request.headers, body: bodyAtHand(request.body) });
      if (typeof answer === 'string') return fail({ kind: answer, sent: 'maybe-received', code: 'TEST' });
      const status = typeof answer === 'number' ? answer : await answer(request);
      return ok({ status, headers, body: new Uint8Array() });
    },
    open: () => Promise.resolve(fail({ kind: 'unreachable', sent: 'never-sent', code: 'TEST' })),
  };
  return {
    http,
    received,
    answer: (with_) => {
      answer = with_;
    },
    allow: (origin) => {
      headers = { 'webhook-allowed-origin': origin };
    },
  };
}

type Jwt = { readonly header: Readonly<Record<string, unknown>>; readonly claims: Readonly<Record<string, unknown>> };

/** Reads a compact JWT and verifies its RS512 signature by the key of its kid, using none of our code. */
export function readJwt(jwt: string, jwks: { readonly keys: readonly JsonWebKey[] }): Jwt & { readonly genuine: boolean } {
  const [head = '', payload = '', signature = ''] = jwt.split('.');
  const header = decoded(head);
  const jwk = jwks.keys.find((key) => key['kid'] === header['kid']);
  if (jwk === undefined) throw new Error('no such key');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const genuine = verify('sha512', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'));
  return { header, claims: decoded(payload), genuine };
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}

export type RawAnswer = {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** How many times bytes arrived. */
  readonly reads: number;
  /** The other side closed without an end, or before the promised length. */
  readonly broken: boolean;
};

/** A stuck test ends with what has arrived by then. */
const WITHIN_MS = 20_000;

/** Sends exactly these bytes over a socket of its own, and resolves with what came back when the other side closes. */
export function rawHttp(origin: string, bytes: Uint8Array | string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let reset = false;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(WITHIN_MS, () => socket.destroy());
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => {
      // Some tests are about a cut connection; `close` follows.
      reset = true;
    });
    socket.on('close', () => resolve(answerOf(Buffer.concat(parts).toString('utf8'), { reads: parts.length, reset })));
  });
}

function answerOf(text: string, how: { readonly reads: number; readonly reset: boolean }): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? '' : text.slice(0, end);
  const body = end < 0 ? '' : text.slice(end + 4);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const short = length !== undefined && Buffer.byteLength(body) < Number(length);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    head,
    body,
    reads: how.reads,
    broken: how.reset || short || head === '',
  };
}
