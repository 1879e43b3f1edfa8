import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openJournal } from '#electron/journal/open-journal.ts';
import { createResults } from '#electron/results/create-results.ts';
import type { ProofFault } from '#electron/results/proofs.ts';
import { relayClient } from '#electron/results/relay-client.ts';
import type { CommittedPage } from '#electron/results/store.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { untilDisk } from '#test/support/disks/until-disk.ts';
import { claimsFor, jwt, signingKey } from '#test/unit/shared/service-client/odd-events.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest, HttpStream } from '#shared/ports/http.ts';
import { bodyAtHand } from '#test/support/network/scripted-server.ts';

export const ONE = '11111111-1111-4111-8111-111111111111' as IntegrationId;
export const ISSUER = 'https://service.test';
const RELAY = 'https://relay.test';

const service = signingKey('k1');
const stranger = signingKey('k1');
/** The service's key set once it also signs with the stranger's key, under this key id. */
export function jwksWith(kid: string) {
  return { keys: [...JWKS.keys, { ...stranger.jwk, kid }] };
}

const JWKS = { keys: [service.jwk] };

export type Said = {
  readonly id: string;
  readonly type?: string;
  readonly integrationId?: string | null;
  readonly documentId?: string;
  readonly by?: 'service' | 'stranger';
  readonly kid?: string;
};

/** A webhook of the service, or of somebody who pretends to be it. */
export function anEvent(said: Said, atMs: number): { eventId: string; jwt: string; body: string } {
  const type = said.type ?? 'DocumentStatus';
  const data =
    type === 'Revocation'
      ? { integrationId: said.integrationId ?? ONE }
      : {
          integrationId: said.integrationId === undefined ? ONE : said.integrationId,
          documentId: said.documentId ?? said.id,
          documentState: 'Accepted',
        };
  const body = JSON.stringify({ specversion: '1.0', id: said.id, source: ISSUER, type, time: new Date(atMs).toISOString(), data });
  const claims = claimsFor(Buffer.from(body), atMs, { iss: ISSUER, jti: said.id, ce_type: type });
  const key = said.by === 'stranger' ? stranger : service;
  return { eventId: said.id, jwt: jwt(key, claims, { kid: said.kid ?? 'k1' }), body: Buffer.from(body).toString('base64') };
}

export type World = ReturnType<typeof aWorld>;

/** A relay double behind the Http port, a real journal, real signatures, a virtual clock. */
export function aWorld() {
  const [clock, random, log, file] = [virtualClock(), seededRandom(3), recordingLog(), join(tempFolder(), 'journal.sqlite')];
  const opened = openJournal(file, { clock, random });
  if (!opened.ok) throw new Error(opened.failure.detail);
  const journal = opened.value;
  journal.companies.addCompany({ name: 'Bakery', colour: null, integrationId: ONE, at: clock.wallMs() });
  const relay: RelayDouble = aRelay(RELAY, JWKS);
  const says = {
    ready: true,
    prove: ok(null) as Result<unknown, ProofFault>,
    onProve: (): void => undefined,
    enrol: ok(null) as Result<unknown, { kind: string }>,
    device: ok('device') as Result<string, { kind: string }>,
  };
  const pages: CommittedPage[] = [];
  const [proofs, enrolments]: [string[], number[]] = [[], []];
  const revocations: number[] = [];
  const keys = jwksCache({ http: relay.http, clock, sha256: nodeSha256, jwksUrl: `${RELAY}/jwks` });
  const results = createResults({
    clock,
    random,
    log,
    store: journal.results,
    secondLook: journal.secondLook,
    silence: () => journal.noAnswers.silence(),
    relayKeys: async () => null,
    enrolAgain: async () => {
      enrolments.push(clock.monotonicMs());
      return says.enrol;
    },
    relay: relayClient({ http: relay.http, relayUrl: () => RELAY, deviceToken: async () => says.device }),
    verify: (webhook) => verifyWebhook(webhook, { keys, issuer: ISSUER, sha256: nodeSha256 }),
    ready: () => says.ready,
    isCurrent: () => true,
    revokedSomebody: () => revocations.push(clock.monotonicMs()),
    prove: async (integrationId) => {
      proofs.push(integrationId);
      says.onProve();
      return says.prove;
    },
    committed: (page) => pages.push(page),
  });
  onTestFinished(async () => {
    await results.close();
    journal.close();
  });
  const add = (said: Said, skip = 0): void => relay.add(ONE, { ...anEvent(said, clock.wallMs()), receivedAt: clock.wallMs() }, skip);
  const cursor = () => journal.results.links()[0]?.cursor ?? null;
  return { clock, log, file, journal, relay, says, pages, proofs, enrolments, revocations, results, add, cursor };
}

/** Real signatures are checked on other threads, while the test's clock stands still. */
export async function until(isSo: () => boolean, what = 'it'): Promise<void> {
  if (!(await untilDisk(isSo))) throw new Error(`never so: ${what}`);
}

/** Whether a round trip to the relay has ended. */
export function isAnswered({ results }: World): boolean {
  return results.view().kind === 'connected' || results.view().kind === 'unreachable';
}

export function uuid(number: number): string {
  return `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

type Stored = { readonly eventId: string; readonly receivedAt: number; readonly jwt: string; readonly body: string };
type Ringing = HttpStream & { say(text: string): void; end(): void; readonly closed: boolean };

/** A status with headers of its own. */
type Refusal = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

type RelayDouble = {
  readonly http: Http;
  readonly asked: string[];
  epoch: string;
  /** Rows per page. */
  pageRows: number;
  /** Replaces the answer to a request; null for the relay's own answer. */
  instead: ((request: HttpRequest) => number | HttpFault['kind'] | Refusal | object | null) | null;
  readonly streams: Ringing[];
  readonly cursors: readonly unknown[];
  /** `skip` leaves out this many numbers before the event. */
  add(integrationId: string, event: Stored, skip: number): void;
  /** Empties the log, under another epoch, as restoring an older copy would. */
  loseAll(epoch: string): void;
  ring(integrationId: string, seq: number): void;
};

/** The relay as a desktop sees it, at the other end of the Http port, and the service's key set at `/jwks`. */
function aRelay(base: string, jwks: object): RelayDouble {
  const rows: { integrationId: string; seq: number; event: Stored }[] = [];
  const asked: string[] = [];
  const cursors: unknown[] = [];
  let seq = 0;
  const relay: RelayDouble = {
    http: { send: (request) => send(request), open: async (request) => openedDouble(relay, request, base) },
    asked,
    epoch: 'e1',
    pageRows: 500,
    instead: null,
    streams: [],
    cursors,
    add: (integrationId, event, skip) => {
      seq += 1 + skip;
      rows.push({ integrationId, seq, event });
    },
    loseAll: (epoch) => {
      rows.length = 0;
      seq = 0;
      relay.epoch = epoch;
    },
    ring: (integrationId, at) => {
      const data = JSON.stringify({ integrationId, epoch: relay.epoch, seq: at });
      for (const stream of relay.streams.filter(({ closed }) => !closed)) stream.say(`event: seq\ndata: ${data}\n\n`);
    },
  };
  const page = (url: URL) => {
    const after = Number(url.searchParams.get('after'));
    const fitting = rows.filter((row) => url.pathname.includes(row.integrationId) && row.seq > after);
    const events = fitting.slice(0, relay.pageRows).map((row) => ({ seq: row.seq, ...row.event }));
    return { epoch: relay.epoch, events, more: fitting.length > events.length };
  };
  const send = async (request: HttpRequest): Promise<Result<HttpAnswer, HttpFault>> => {
    const url = new URL(request.url);
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    const replaced = other(relay, request);
    if (replaced !== null) return replaced;
    if (url.pathname === '/jwks') return ok(answer(200, jwks));
    if (request.method === 'PUT') {
      cursors.push(JSON.parse(bodyAtHand(request.body).toString()));
      return ok(answer(204, {}));
    }
    return ok(answer(200, page(url)));
  };
  return relay;
}

function openedDouble(relay: RelayDouble, request: HttpRequest, base: string): Result<HttpStream, HttpFault> {
  relay.asked.push(`OPEN ${request.url.slice(base.length)}`);
  const replaced = other(relay, request);
  if (replaced !== null && !replaced.ok) return replaced;
  if (replaced?.ok === true && replaced.value.status !== 200) {
    // Not a stream: a refusal has an end.
    const { status, headers } = replaced.value;
    return ok({ ...ringing(), status, headers });
  }
  const stream = ringing();
  relay.streams.push(stream);
  return ok(stream);
}

function other(relay: RelayDouble, request: HttpRequest): Result<HttpAnswer, HttpFault> | null {
  const said = relay.instead?.(request) ?? null;
  if (said === null) return null;
  if (typeof said === 'string') return fail({ kind: said, sent: 'maybe-received', code: 'TEST' });
  if (isRefusal(said)) return ok({ ...answer(said.status, {}), headers: said.headers });
  return typeof said === 'number' ? ok(answer(said, {})) : ok(answer(200, said));
}

function isRefusal(said: object | number): said is Refusal {
  return typeof said === 'object' && 'status' in said && 'headers' in said;
}

function answer(status: number, body: object): HttpAnswer {
  return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) };
}

function ringing(): Ringing {
  const waiting: Uint8Array[] = [];
  const state = { closed: false, wake: nothing };
  const end = (): void => {
    state.closed = true;
    state.wake();
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    while (!state.closed) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (state.wake = resolve));
    }
  }
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    chunks: chunks(),
    close: end,
    end,
    say: (text) => {
      waiting.push(new TextEncoder().encode(text));
      state.wake();
    },
    get closed() {
      return state.closed;
    },
  };
}

function nothing(): void {}
