import { Hono } from 'hono';
import { codeOf } from '#shared/node/code-of.ts';
import { CONSOLE_PATH, type ConsoleFile, consoleRoute } from './console/console-route.ts';
import { CONTROL_PATH, controlApp } from './control/control-app.ts';
import { type RequestLog, requestLog } from './control/request-log.ts';
import type { ClientCredentials, Core, SandboxWorld } from './core.ts';
import { advance, type DueWork, offsetClock } from './clock/offset-clock.ts';
import { cut, isCut } from './faults/broken-answer.ts';
import { decideDue } from './imports/record.ts';
import { importRoutes } from './imports/import-routes.ts';
import { statusRoute } from './integrations/authenticate.ts';
import { healthRoute, tokenRoute } from './oauth/token-route.ts';
import { descriptionRoute } from './openapi/description-route.ts';
import { problem, refuseOtherMethods } from './problem.ts';
import { openStore, type Store } from './store/store.ts';
import { switchboard } from './switches/switchboard.ts';
import type { SwitchesPatch } from './switches/switches-schema.ts';
import { type Deliverer, deliverer } from './webhooks/deliverer.ts';
import { JWKS_PATH, jwksRoute } from './webhooks/jwks-route.ts';
import { signer } from './webhooks/signer.ts';
import { SECRET_MARKS } from './digest.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';

export type SandboxOptions = {
  /** The public address without a trailing path, `http://127.0.0.1:4100`, decided by the caller that serves the functions. */
  readonly origin: string;
  /** SQLite, `:memory:` by default. Contains credentials and signing keys. */
  readonly dataFile?: string;
  readonly switches?: SwitchesPatch;
  /** Reads the built page; without it the console says how to build it. */
  readonly consoleFile?: ConsoleFile;
};

export type Sandbox = {
  /** The service, its token endpoint and its key set. Check the response with `isCut`. */
  readonly service: (request: Request) => Promise<Response>;
  readonly control: (request: Request) => Promise<Response>;
  /** All of it by path, including the console. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly addresses: SandboxAddresses;
  readonly credentials: ClientCredentials;
  /** From now on decides and delivers what is due; before, nothing is delivered. */
  start(): void;
  close(): Promise<void>;
};

export type SandboxAddresses = {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly controlUrl: string;
  readonly consoleUrl: string;
  readonly issuer: string;
};

const VERSION_PATH = '/v1';
const SCOPE = 'accounting-import';
const SECRET_BYTES = 32;
/** The setting that stores how far the clock was moved, so that a restart does not set it back. */
const AHEAD = 'clockAheadMs';

/** Our reference implementation of the whole service, as functions of a Request. Before `start`, nothing listens and no timer runs. */
export function createSandbox(world: SandboxWorld, options: SandboxOptions): Sandbox {
  const store = openStore(options.dataFile ?? ':memory:');
  const clock = offsetClock(world.clock, Number(store.secrets.setting(AHEAD, () => '0')));
  const closing = new AbortController();
  const core = coreOf(world, options, {
    store,
    clock,
    stop: closing.signal,
    ring: () => loop.ring(),
    advance: async (milliseconds) => {
      await advance(clock, due, { milliseconds, real: world.clock });
      store.secrets.keepSetting(AHEAD, String(clock.aheadMs()));
      loop.ring();
    },
  });
  const deliveries = deliverer(core);
  const due = whatIsDue(core, deliveries);
  const loop = rounds({ clock, log: world.log }, () => roundOf(due));
  const requests = requestLog();
  const app = serviceApp(core, deliveries);
  const control = controlApp(core, requests).onError((error, { req }) => failedResponse(core, error, req.raw));
  const page = consoleRoute(options.consoleFile ?? (async () => null));

  const service = (request: Request): Promise<Response> => listed(core, requests, request, app);
  const controlled = async (request: Request): Promise<Response> => control.fetch(request);
  return {
    service,
    control: controlled,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(`${CONTROL_PATH}/`)) return controlled(request);
      return pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`) ? page.fetch(request) : service(request);
    },
    addresses: addressesOf(options.origin),
    credentials: core.credentials,
    start: () => loop.start(),
    async close() {
      closing.abort();
      await loop.close();
      await deliveries.ended();
      store.close();
    },
  };
}

/** Answers, and records the status: 0 if the client had gone, or was to be cut off. */
async function listed(core: Core, requests: RequestLog, request: Request, app: Hono): Promise<Response> {
  const answered = requests.arrived(request, core.clock.wallMs());
  const response = await app.fetch(request);
  const isGone = isCut(response) || request.signal.aborted;
  if (isGone) core.log.info('connection cut');
  answered(isGone ? 0 : response.status);
  return response;
}

function coreOf(world: SandboxWorld, options: SandboxOptions, joined: Pick<Core, 'store' | 'clock' | 'stop' | 'ring' | 'advance'>): Core {
  const { store, clock } = joined;
  return {
    ...joined,
    random: world.random,
    http: world.http,
    log: world.log,
    decodeFile: world.decodeFile,
    switches: switchboard(options.switches),
    signer: signer(store.secrets, world.newSigningKey, clock.wallMs()),
    credentials: credentials(store, world),
    issuer: options.origin,
  };
}

function addressesOf(origin: string): SandboxAddresses {
  return {
    baseUrl: `${origin}${VERSION_PATH}`,
    authUrl: origin,
    jwksUrl: `${origin}${JWKS_PATH}`,
    controlUrl: `${origin}${CONTROL_PATH}`,
    consoleUrl: `${origin}${CONSOLE_PATH}/`,
    issuer: origin,
  };
}

function serviceApp(core: Core, deliveries: Deliverer): Hono {
  const versioned = new Hono().route('/', healthRoute(core)).route('/', statusRoute(core)).route('/', importRoutes(core, deliveries));
  const app = new Hono()
    .route('/', tokenRoute(core))
    .route('/', jwksRoute(core))
    .route('/', descriptionRoute(core, VERSION_PATH))
    .route(VERSION_PATH, versioned);
  return refuseOtherMethods(app)
    .notFound(() => problem({ status: 404, detail: 'There is no such route.' }))
    .onError((error, { req }) => failedResponse(core, error, req.raw));
}

function roundOf(due: DueWork): number | null {
  due.begin();
  return due.nextDueAt();
}

function whatIsDue(core: Core, deliveries: Deliverer): DueWork {
  return {
    begin() {
      decideDue(core);
      deliveries.begin();
    },
    ended: () => deliveries.ended(),
    nextDueAt() {
      const next = [core.store.documents.nextDueAt(), deliveries.nextDueAt()].filter((at) => at !== null);
      return next.length === 0 ? null : Math.min(...next);
    },
  };
}

function credentials(store: Store, world: SandboxWorld): ClientCredentials {
  return {
    clientId: store.secrets.setting('clientId', () => world.random.uuid()),
    clientSecret: store.secrets.setting(
      'clientSecret',
      () => `${SECRET_MARKS.clientSecret}${Buffer.from(world.random.bytes(SECRET_BYTES)).toString('base64url')}`,
    ),
    scope: SCOPE,
  };
}

/** A bug of ours, unless the client hung up while the request was read. Its message may contain foreign text, so it is not logged. */
function failedResponse(core: Core, error: Error, request: Request): Response {
  if (request.signal.aborted || codeOf(error) === 'ECONNRESET') return cut();
  core.log.error('request failed', { error: error.name });
  return problem({ status: 500, detail: 'The sandbox failed.' });
}

type Rounds = { start(): void; ring(): void; close(): Promise<void> };

/** The longest pause, in case nothing is due or the wall clock was set. */
const REST_MS_MAX = HOUR_MS;

/** Calls `round` on each ring and when the next thing is due, one call at a time. `round` returns when that is. */
export function rounds({ clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'error'> }, round: () => number | null): Rounds {
  const loop = new SweepLoop({
    clock,
    look: () => {
      const dueAt = round();
      return dueAt === null ? REST_MS_MAX : Math.max(0, Math.min(REST_MS_MAX, dueAt - clock.wallMs()));
    },
    failed: { log: (fields) => log.error('what is due could not be done', fields), restMs: REST_MS_MAX },
  });
  return { start: () => void loop.start(), ring: () => loop.wake(), close: () => loop.close() };
}
