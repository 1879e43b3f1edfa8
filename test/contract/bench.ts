import { onTestFinished } from 'vitest';
import { type Sandbox, createSandbox } from '#sandbox/create-sandbox.ts';
import { cutting, isCut } from '#sandbox/faults/broken-answer.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import { newSigningKey } from '#sandbox/world.ts';
import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { serve } from '#shared/node/http/serve.ts';
import { recordingLog, type RecordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { type VirtualClock, virtualClock } from '#test/support/virtual-clock.ts';
import { SCANS } from './fixtures/scans.ts';
import { type Webhooks, webhooks } from './webhooks.ts';

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
