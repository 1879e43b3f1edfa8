import { z } from 'zod';
import { joinUrl, JSON_TYPE } from '#shared/contract/routes.ts';
import type { DocumentId, IntegrationId } from '#shared/contract/ids.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { Http, HttpAnswer, HttpMethod, HttpStream } from '#shared/ports/http.ts';
import type { Stop } from '#shared/ports/stop.ts';
import {
  cursorPath,
  devicesPath,
  eventsPath,
  integrationPath,
  PAGE_BYTES_MAX,
  PAGE_ROWS_MAX,
  RELAY_PATHS,
  RUN_HEADER,
  SHARED_HEADER,
} from '#shared/relay-protocol/protocol.ts';
import {
  type Answers,
  answersAnswerSchema,
  answersRequestSchema,
  claimsAnswerSchema,
  claimsRequestSchema,
  cursorRequestSchema,
  type Device,
  devicesSchema,
  enrolAnswerSchema,
  headSchema,
  type LogHead,
  meSchema,
  type Page,
  pageSchema,
  type RelayFault,
  type ServiceKeys,
  serviceKeysSchema,
} from '#shared/relay-protocol/messages.ts';
import type { ShownPartner } from '#shared/relay-protocol/partner.ts';
import { jsonOf } from '#shared/lib/json-of.ts';

export type Enrolled = { readonly deviceId: string; readonly deviceToken: string };

/** What relay and desktop say to each other. Each request is one round trip with a limit on time and bytes. */
export type RelayClient = {
  enrol(name: string): Promise<Result<Enrolled, RelayFault>>;
  /** The relay tries the secret on the service and does not store it. */
  prove(integrationId: IntegrationId, integrationSecret: string): Promise<Result<LogHead, RelayFault>>;
  /** This device leaves one log; `leaveForGood`: all of them, and the relay. */
  leave(integrationId: IntegrationId): Promise<Result<null, RelayFault>>;
  leaveForGood(): Promise<Result<null, RelayFault>>;
  /** `waitSeconds`: the relay holds the request until there is something, at most for this long. */
  page(
    integrationId: IntegrationId,
    after: number,
    stop: Stop,
    how?: { readonly rows: number; readonly waitSeconds: number },
  ): Promise<Result<Page, RelayFault>>;
  /** Events that came without an integration and concern these documents get a place in its log (C28); returns how many. */
  claim(integrationId: IntegrationId, documentIds: readonly DocumentId[]): Promise<Result<number, RelayFault>>;
  /** Events about these documents of an integration that was revoked: without a proof, because documentIds cannot be guessed. */
  answers(integrationId: IntegrationId, documentIds: readonly DocumentId[]): Promise<Result<Answers, RelayFault>>;
  acknowledge(integrationId: IntegrationId, cursor: { readonly epoch: string; readonly seq: number }): Promise<Result<null, RelayFault>>;
  /** The service's keys as the relay saw them, and which of them the relay's operator distrusts. */
  serviceKeys(): Promise<Result<ServiceKeys, RelayFault>>;
  /** The end of each log that this device reads. */
  heads(): Promise<Result<readonly LogHead[], RelayFault>>;
  /** All devices that read this log, and which of them is this one. */
  devices(integrationId: IntegrationId): Promise<Result<{ readonly here: string; readonly devices: readonly Device[] }, RelayFault>>;
  /** Ends the access of another device, or of this one, to this log; its stream ends within seconds. The relay tries the secret as for a proof. */
  sendAway(integrationId: IntegrationId, deviceId: string, integrationSecret: string): Promise<Result<null, RelayFault>>;
  /** Ends the access of all devices; a week later the relay deletes all that it keeps of this log. The relay tries the secret as for a proof. */
  forget(integrationId: IntegrationId, integrationSecret: string): Promise<Result<null, RelayFault>>;
  doorbell(stop: Stop): Promise<Result<HttpStream, RelayFault>>;
  partner(): Promise<ShownPartner | null>;
};

export type RelayClientDeps = {
  readonly http: Http;
  readonly relayUrl: () => string | null;
  readonly deviceToken: () => Promise<Result<string, { readonly kind: string }>>;
  /** A random value for this run of the program; by it the relay notices that a copy of the profile runs too. */
  readonly run?: string | undefined;
  /** What the relay says about that, with each successful answer to this device. */
  readonly heardOther?: (isThere: boolean) => void;
};

const TIMEOUT_MS = 20 * SECOND_MS;
/** A proof makes the relay ask the service several times, with its own time-outs. */
const PROOF_TIMEOUT_MS = 60 * SECOND_MS;
/** A page has at least one event, however large it is; twice the limit of a page holds the largest. */
const PAGE_ANSWER_BYTES_MAX = 2 * PAGE_BYTES_MAX;

/** The relay's own 404, as an error of RFC 9457 with a word of its own. */
const ownNoSchema = z.object({ code: z.literal('not-found') });

export function relayClient(deps: RelayClientDeps): RelayClient {
  const ask = relayCaller(deps);
  return {
    ...devicesOf(ask),
    enrol: enrolBy(ask),
    prove: (integrationId, integrationSecret) =>
      ask({
        method: 'POST',
        path: RELAY_PATHS.integrations,
        json: { integrationId, integrationSecret },
        timeoutMs: PROOF_TIMEOUT_MS,
        answer: headSchema,
        mustSayNo: true,
      }),
    page: (integrationId, after, stop, how = { rows: PAGE_ROWS_MAX, waitSeconds: 0 }) =>
      ask({
        method: 'GET',
        path: `${eventsPath(integrationId)}?after=${after}&limit=${how.rows}${how.waitSeconds === 0 ? '' : `&wait=${how.waitSeconds}`}`,
        bytesMax: PAGE_ANSWER_BYTES_MAX,
        timeoutMs: TIMEOUT_MS + how.waitSeconds * SECOND_MS,
        answer: pageSchema,
        stop,
      }),
    acknowledge: (integrationId, cursor) =>
      ask({ method: 'PUT', path: cursorPath(integrationId), json: cursorRequestSchema.parse(cursor), answer: null }),
    claim: async (integrationId, documentIds) => {
      const json = claimsRequestSchema.parse({ integrationId, documentIds });
      const claimed = await ask({ method: 'POST', path: RELAY_PATHS.claims, json, answer: claimsAnswerSchema });
      return claimed.ok ? ok(claimed.value.claimed) : claimed;
    },
    answers: (integrationId, documentIds) =>
      ask({
        method: 'POST',
        path: RELAY_PATHS.answers,
        json: answersRequestSchema.parse({ integrationId, documentIds }),
        bytesMax: PAGE_ANSWER_BYTES_MAX,
        answer: answersAnswerSchema,
      }),
    serviceKeys: () => ask({ method: 'GET', path: RELAY_PATHS.keys, bytesMax: PAGE_ANSWER_BYTES_MAX, answer: serviceKeysSchema }),
    heads: async () => {
      const me = await ask({ method: 'GET', path: RELAY_PATHS.me, answer: meSchema });
      return me.ok ? ok(me.value.integrations) : me;
    },
    sendAway: (integrationId, deviceId, integrationSecret) =>
      ask({ ...proved(integrationSecret), method: 'DELETE', path: `${devicesPath(integrationId)}/${deviceId}`, answer: null }),
    forget: (integrationId, integrationSecret) =>
      ask({ ...proved(integrationSecret), method: 'DELETE', path: eventsPath(integrationId), answer: null }),
    doorbell: (stop) => openDoorbell(deps, stop),
  };
}

/** For a request that the relay first checks with the service. */
function proved(integrationSecret: string): Pick<Question<null>, 'json' | 'timeoutMs'> {
  return { json: { integrationSecret }, timeoutMs: PROOF_TIMEOUT_MS };
}

type DevicesDeps = Pick<RelayClient, 'leave' | 'leaveForGood' | 'devices' | 'partner'>;

/** This device, and the others that read the same logs. */
function devicesOf(ask: RelayCaller): DevicesDeps {
  return {
    partner: askPartner(ask),
    leave: (integrationId) => ask({ method: 'DELETE', path: integrationPath(integrationId), answer: null }),
    leaveForGood: () => ask({ method: 'DELETE', path: RELAY_PATHS.me, answer: null }),
    devices: async (integrationId) => {
      const me = await ask({ method: 'GET', path: RELAY_PATHS.me, answer: meSchema });
      if (!me.ok) return me;
      const all = await ask({ method: 'GET', path: devicesPath(integrationId), answer: devicesSchema });
      return all.ok ? ok({ here: me.value.deviceId, devices: all.value.devices }) : all;
    },
  };
}

type Question<T> = {
  readonly method: HttpMethod;
  readonly path: string;
  readonly json?: unknown;
  readonly bearer?: 'device' | 'none';
  readonly timeoutMs?: number;
  readonly bytesMax?: number;
  /** Null if any 2xx will do. */
  readonly answer: z.ZodType<T> | null;
  /** Statuses besides 2xx whose body is read by `answer`, too. */
  readonly alsoReads?: readonly number[];
  /** A 404 only counts in the relay's own words: a proxy, or another program at its address, would have a user told that a secret is wrong. */
  readonly mustSayNo?: boolean;
  readonly stop?: Stop | undefined;
};

type RelayCaller = <T>(question: Question<T>) => Promise<Result<T, RelayFault>>;

/** A user waits for it, and can do without. */
const PARTNER_TIMEOUT_MS = 5 * SECOND_MS;

/** Who runs the relay, in its own words; null if it does not say, does not answer, or is of an earlier version. */
export function askPartner(ask: RelayCaller): () => Promise<ShownPartner | null> {
  return async () => {
    // A start does not need it.
    const { PARTNER_ANSWER_BYTES_MAX: bytesMax, partnerSchema, shownPartner } = await import('#shared/relay-protocol/partner.ts');
    const told = await ask({ method: 'GET', path: RELAY_PATHS.partner, timeoutMs: PARTNER_TIMEOUT_MS, bytesMax, answer: partnerSchema });
    return told.ok ? shownPartner(told.value) : null;
  };
}

export function enrolBy(ask: RelayCaller): RelayClient['enrol'] {
  return (name) => ask({ method: 'POST', path: RELAY_PATHS.devices, json: { name }, bearer: 'none', answer: enrolAnswerSchema });
}

/** Makes single requests to the relay at `relayUrl`. */
export function relayCaller(deps: RelayClientDeps): RelayCaller {
  return async <T>(question: Question<T>) => {
    const to = await addressed(deps, question.path, question.bearer ?? 'device');
    if (!to.ok) return to;
    const sent = await deps.http.send({
      method: question.method,
      url: to.value.url,
      headers: { accept: JSON_TYPE, ...to.value.headers, ...(question.json === undefined ? {} : { 'content-type': JSON_TYPE }) },
      ...(question.json === undefined ? {} : { body: [utf8(JSON.stringify(question.json))] }),
      timeoutMs: question.timeoutMs ?? TIMEOUT_MS,
      answerBytesMax: question.bytesMax ?? ANSWER_BYTES_MAX,
      ...(question.stop === undefined ? {} : { stop: question.stop }),
    });
    if (!sent.ok) return fail({ kind: sent.failure.kind === 'too-large' ? 'not-understood' : 'unreachable', code: sent.failure.code });
    const isAnswer = question.alsoReads?.includes(sent.value.status) === true;
    const wrong = isAnswer ? null : faultOf(sent.value);
    if (wrong?.kind === 'not-found' && question.mustSayNo === true && !ownNoSchema.safeParse(jsonOf(sent.value.body)).success)
      return fail({ kind: 'not-understood', code: wrong.code });
    if (wrong !== null) return fail(wrong);
    // An error may come from a proxy in front of the relay, or from a relay that does not know this device.
    if (question.bearer !== 'none' && !isAnswer) deps.heardOther?.(sent.value.headers[SHARED_HEADER] !== undefined);
    if (question.answer === null) return ok(null as T);
    const parsed = question.answer.safeParse(jsonOf(sent.value.body));
    if (parsed.success) return ok(parsed.data);
    // A status that only may say more.
    return fail(faultOf(sent.value) ?? { kind: 'not-understood', code: 'schema' });
  };
}

async function openDoorbell(deps: RelayClientDeps, stop: Stop): Promise<Result<HttpStream, RelayFault>> {
  const to = await addressed(deps, RELAY_PATHS.doorbell, 'device');
  if (!to.ok) return to;
  const opened = await deps.http.open({
    method: 'GET',
    url: to.value.url,
    headers: { accept: 'text/event-stream', 'cache-control': 'no-cache', ...to.value.headers },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    stop,
  });
  if (!opened.ok) return fail({ kind: 'unreachable', code: opened.failure.code });
  const wrong = faultOf(opened.value);
  const streams = opened.value.headers['content-type']?.startsWith('text/event-stream') === true;
  if (wrong === null && streams) return ok(opened.value);
  opened.value.close();
  return fail(wrong ?? { kind: 'not-understood', code: 'no-stream' });
}

type Address = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

async function addressed(deps: RelayClientDeps, path: string, bearer: 'device' | 'none'): Promise<Result<Address, RelayFault>> {
  const relayUrl = deps.relayUrl();
  if (relayUrl === null) return fail({ kind: 'not-set-up', code: 'no-address' });
  const url = joinUrl(relayUrl, path);
  if (bearer === 'none') return ok({ url, headers: {} });
  const token = await deps.deviceToken();
  if (!token.ok) return fail({ kind: 'no-device', code: token.failure.kind });
  const run = deps.run === undefined ? {} : { [RUN_HEADER]: deps.run };
  return ok({ url, headers: { authorization: `Bearer ${token.value}`, ...run } });
}

function faultOf({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>): RelayFault | null {
  const code = `status-${status}`;
  if (status >= 200 && status < 300) return null;
  if (status === 401) return { kind: 'device-unknown', code };
  if (status === 404) return { kind: 'not-found', code };
  if (status === 410) return { kind: 'sent-away', code };
  if (status === 429) return { kind: 'limited', code, ...waitOf(headers) };
  if (status === 408 || status === 425 || status >= 500) return { kind: 'unreachable', code, ...waitOf(headers) };
  return { kind: status >= 400 ? 'refused' : 'not-understood', code };
}

/** A relay states it in whole seconds; for any other form, from a proxy in front of it, our own back-off applies. */
function waitOf(headers: HttpAnswer['headers']): Pick<RelayFault, 'retryAfterMs'> {
  const seconds = /^\d{1,7}$/.exec(headers['retry-after']?.trim() ?? '')?.[0];
  return seconds === undefined ? {} : { retryAfterMs: Number(seconds) * SECOND_MS };
}
