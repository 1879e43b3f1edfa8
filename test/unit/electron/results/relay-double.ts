import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest, HttpStream } from '#shared/ports/http.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

export type Stored = { readonly eventId: string; readonly receivedAt: number; readonly jwt: string; readonly body: string };
export type Ringing = HttpStream & { say(text: string): void; end(): void; readonly closed: boolean };

/** A status with headers of its own. */
type Refusal = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

export type RelayDouble = {
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
export function aRelay(base: string, jwks: object): RelayDouble {
  const rows: { integrationId: string; seq: number; event: Stored }[] = [];
  const asked: string[] = [];
  const cursors: unknown[] = [];
  let seq = 0;
  const relay: RelayDouble = {
    http: { send: (request) => send(request), open: async (request) => opened(relay, request, base) },
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

function opened(relay: RelayDouble, request: HttpRequest, base: string): Result<HttpStream, HttpFault> {
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
