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
import { recordingLog } from '#test/support/recording-log.ts';
import type { Target } from '../suite/target.ts';
import type { Json, Mutant, Tools } from './mutant.ts';
import { bodyAtHand, wholeBody } from '#test/support/network/http-body.ts';

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
