import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { z } from 'zod';
import type { EngineRouter } from '#electron/engine/engine.ts';
import type { appContract } from '#shared/app-api/app-contract.ts';
import { BROWSERS_PATH, type browsersContract } from '#shared/app-api/browsers-contract.ts';
import { isSameSecret } from '#shared/node/digest.ts';
import type { Http, HttpAnswer, HttpFault } from '#shared/ports/http.ts';
import type { World } from '#shared/ports/world.ts';
import { type HostNote, PING_PATH } from './host/host-note.ts';
import { CALL_HEADER, CHALLENGE_HEADER, COMMAND_KEY_HEADER, hostProof, PROOF_HEADER } from './host/request-guard.ts';

/** The engine as commands see it: the same calls, whether it runs in this process or in a host. */
export type EngineClient = ContractRouterClient<typeof appContract>;

/** Calls about signed-in browsers, which only a running host can answer. */
export type BrowsersClient = ContractRouterClient<typeof browsersContract>;

/**
 * The host on which a command was running gave no answer. Thrown because the calls of the engine know no such failure: only `run-command.ts`,
 * which chose this host, catches it.
 */
export class HostLost extends Error {
  readonly fault: HttpFault;

  constructor(fault: HttpFault) {
    super(`the running host does not answer (${fault.kind} ${fault.code})`);
    this.fault = fault;
  }
}

/** Connecting asks service and relay in turn, each with its own time-out; after this time nobody is going to answer. */
const CALL_TIMEOUT_MS = 120_000;
/** A page of 500 documents is a few hundred kilobytes. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** For a register of 250,000 documents. */
const REGISTER_LIMITS = { timeoutMs: 30 * 60_000, answerBytesMax: 768 * 1024 * 1024 };

export function localClient(router: EngineRouter): EngineClient {
  return createRouterClient(router, { context: {} });
}

export function remoteClient(http: Http, note: HostNote): EngineClient {
  return createORPCClient(linkTo(http, note, '/rpc'));
}

export function browsersClient(http: Http, note: HostNote): BrowsersClient {
  return createORPCClient(linkTo(http, note, BROWSERS_PATH));
}

function linkTo(http: Http, note: HostNote, path: `/${string}`) {
  return new RPCLink({
    url: `http://127.0.0.1:${note.port}${path}`,
    headers: commandHeaders(note),
    fetch: async (request) => {
      const sent = await http.send({
        method: request.method === 'GET' ? 'GET' : 'POST',
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: [new Uint8Array(await request.arrayBuffer())],
        ...(request.url.endsWith('/register/make') ? REGISTER_LIMITS : { timeoutMs: CALL_TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX }),
      });
      if (!sent.ok) throw new HostLost(sent.failure);
      const { status, headers, body } = sent.value;
      return new Response(body.byteLength === 0 ? null : new Uint8Array(body), { status, headers });
    },
  });
}

type Asking = Pick<World, 'http' | 'random'>;

/** A fresh one-time address of the window, from the host that runs on this profile; null if it does not answer. */
export async function askForUrl(deps: Asking, note: HostNote, timeoutMs: number): Promise<string | null> {
  if (!(await isThere(deps, note, timeoutMs))) return null;
  const answer = await post(deps.http, note, { path: '/token', headers: commandHeaders(note), timeoutMs });
  return answer?.status === 200 ? z.object({ url: z.url() }).parse(JSON.parse(new TextDecoder().decode(answer.body))).url : null;
}

/** 128 bits: a proof that was given once is of no use again. */
const CHALLENGE_BYTES = 16;

/** Whether the host that left this note answers, and proves it. Tells a program that is not the host nothing, and uses up no one-time address. */
export async function isThere({ http, random }: Asking, note: HostNote, timeoutMs: number): Promise<boolean> {
  const challenge = Buffer.from(random.bytes(CHALLENGE_BYTES)).toString('base64url');
  const answer = await post(http, note, { path: PING_PATH, headers: { [CALL_HEADER]: '1', [CHALLENGE_HEADER]: challenge }, timeoutMs });
  return answer?.status === 204 && isSameSecret(answer.headers[PROOF_HEADER] ?? '', hostProof(note.commandKey, challenge));
}

type Post = { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly timeoutMs: number };

async function post(http: Http, note: HostNote, { path, headers, timeoutMs }: Post): Promise<HttpAnswer | null> {
  const url = `http://127.0.0.1:${note.port}${path}`;
  const sent = await http.send({ method: 'POST', url, headers: { ...headers }, body: [], timeoutMs, answerBytesMax: 4_096 });
  return sent.ok ? sent.value : null;
}

function commandHeaders(note: HostNote): Record<string, string> {
  return { [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: note.commandKey };
}

/** For commands that need no profile: asking an engine is a bug there. */
export const NO_ENGINE = new Proxy({} as EngineClient, {
  get: () => {
    throw new Error('a command without a profile has no engine to ask');
  },
});
