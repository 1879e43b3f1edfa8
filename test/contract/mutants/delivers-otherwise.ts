import { createHash, randomUUID } from 'node:crypto';
import { ok } from '#shared/lib/result.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import { bytesOf, type Json, jsonOf, type Mutant, type Tools } from './mutated-service.ts';
import { bodyAtHand } from '#test/support/network/scripted-server.ts';

type Delivers = NonNullable<Mutant['delivers']>;

const SIGNATURE = 'x-service-webhook-signature';
/** Makes the service believe that the event was acknowledged. */
const ACKNOWLEDGED = ok({ status: 204, headers: {}, body: new Uint8Array() });
const FAILED = ok({ status: 500, headers: {}, body: new Uint8Array() });

const jwtOf = (request: HttpRequest): string => request.headers[SIGNATURE] ?? '';
const eventOf = ({ body }: HttpRequest): Json => jsonOf(bodyAtHand(body));

/** A changed event with a valid signature: only its content is wrong. */
function saying(change: (event: Json) => Json): Delivers {
  return (request, send, { resigned }) => {
    const body = bytesOf(change(eventOf(request)));
    const claims = { body_sha256: createHash('sha256').update(body).digest('hex') };
    return send({ ...request, headers: { ...request.headers, [SIGNATURE]: resigned(jwtOf(request), { claims }) }, body: [body] });
  };
}

const inEnvelope = (change: Json): Delivers => saying((event) => ({ ...event, ...change }));
const inData = (change: (data: Json) => Json): Delivers =>
  saying((event) => ({ ...event, data: { ...(event['data'] as Json), ...change(event['data'] as Json) } }));

/** The same event with a wrong signature. */
function signing(change: Parameters<Tools['resigned']>[1]): Delivers {
  return (request, send, { resigned }) =>
    send({ ...request, headers: { ...request.headers, [SIGNATURE]: resigned(jwtOf(request), change) } });
}

function withHeaders(change: Readonly<Record<string, string>>): Delivers {
  return (request, send) => send({ ...request, headers: { ...request.headers, ...change } });
}

const now = (): number => Math.floor(Date.now() / 1_000);

type Row = readonly [name: string, delivers: Delivers, ...caughtBy: readonly string[]];

const EVENTS: readonly Row[] = [
  ['says another specversion', inEnvelope({ specversion: '0.3' }), 'envelope/specversion', 'versioning/events'],
  ['gives an event an id that is no UUID', inEnvelope({ id: 'event-1' }), 'envelope/id', 'envelope/revocation-id'],
  ['says another source', inEnvelope({ source: 'https://elsewhere.example' }), 'envelope/source'],
  ['says another datacontenttype', inEnvelope({ datacontenttype: 'text/json' }), 'envelope/datacontenttype'],
  ['says a time in French', inEnvelope({ time: '23/11/2026 09:00' }), 'envelope/time'],
  ['puts data into a text', saying((event) => ({ ...event, data: JSON.stringify(event['data']) })), 'envelope/data'],
  ['calls the types otherwise', saying((event) => ({ ...event, type: `service.${String(event['type'])}` })), 'envelope/type'],
  ['says the kind in a header too', withHeaders({ 'ce-type': 'DocumentStatus' }), 'envelope/kind-in-type-alone'],
  ['writes the state in lower case', inData(({ documentState }) => ({ documentState: lower(documentState) })), 'states/entries-accepted'],
  ['names another integration', inData(() => ({ integrationId: randomUUID() })), 'status-event/integration-id', 'states/revocation-told'],
  ['leaves the reason out', inData(() => ({ rejectionReason: undefined })), 'status-event/rejection-reason'],
  ['cuts the reason', inData(({ rejectionReason: reason }) => ({ rejectionReason: half(reason) })), 'status-event/rejection-reason'],
  ['gives a reason to what is accepted', inData(() => ({ rejectionReason: 'none' })), 'status-event/accepted-no-reason'],
  ['dates what is accepted', inData(() => ({ rejectedDatetime: '2026-01-31T10:00:00Z' })), 'status-event/accepted-no-date'],
  ['does not date a refusal', inData(() => ({ rejectedDatetime: null })), 'status-event/rejected-datetime'],
  ['forgets the reference', inData(() => ({ externalReference: null })), 'status-event/entries-reference'],
  ['forgets the metadata', inData(() => ({ metadata: null })), 'status-event/metadata-flat', 'status-event/metadata-nested'],
  ['sorts the metadata into one level', inData(() => ({ metadata: { flat: true } })), 'status-event/metadata-nested'],
  [
    'writes data with underscores',
    inData(({ integrationId }) => ({ integration_id: integrationId, integrationId: undefined })),
    'revocation/integration-id',
  ],
];

const SIGNATURES: readonly Row[] = [
  ['signs nothing', withHeaders({ [SIGNATURE]: '' }), 'signature/header'],
  ['sends a signature of no three parts', withHeaders({ [SIGNATURE]: 'a.b' }), 'signature/compact'],
  ['says RS256 in the header', signing({ header: { alg: 'RS256' } }), 'signature/rs512'],
  ['names a key that is not published', signing({ header: { kid: 'another' } }), 'signature/kid', 'signature/revocation-kid'],
  ['signs for another body', signing({ claims: { body_sha256: '0'.repeat(64) } }), 'signature/body'],
  ['signs for another type', signing({ claims: { ce_type: 'Other' } }), 'signature/type'],
  ['signs as another issuer', signing({ claims: { iss: 'https://elsewhere.example' } }), 'signature/issuer'],
  ['gives all signatures one jti', signing({ claims: { jti: 'one' } }), 'signature/jti-differs'],
  ['gives signatures no jti', signing({ claims: { jti: undefined } }), 'signature/jti'],
  ['signs before the event', (...of) => signing({ claims: { iat: now() - 86_400 } })(...of), 'signature/issued'],
  ['signs for a year', (...of) => signing({ claims: { exp: now() + 31_536_000 } })(...of), 'signature/expires'],
  ['signs for no time', (...of) => signing({ claims: { exp: now() - 60 } })(...of), 'signature/expires'],
  [
    'changes the body after it was signed',
    (request, send) => send({ ...request, body: [bytesOf({ ...eventOf(request), more: 1 })] }),
    'signature/body',
  ],
  [
    'signs with a signature of another event',
    (request, send) => send({ ...request, headers: { ...request.headers, [SIGNATURE]: `${jwtOf(request).slice(0, -8)}AAAAAAAA` } }),
    'signature/verifies',
  ],
];

const DELIVERIES: readonly Row[] = [
  ['delivers by PUT', (request, send) => send({ ...request, method: 'PUT' }), 'webhook/post'],
  ['delivers as plain JSON', withHeaders({ 'content-type': 'application/json' }), 'webhook/content-type'],
  ['delivers to an address for each type', byType, 'webhook/one-endpoint'],
  ['never tries again', async (request, send) => (await send(request), ACKNOWLEDGED), 'delivery/500-is-retried', 'delivery/burst'],
  ['takes a redirect for a yes', onStatus(300, 399, () => ACKNOWLEDGED), 'delivery/302-is-retried', 'delivery/307-is-retried'],
  ['follows a redirect', following, 'delivery/302-is-not-followed', 'delivery/307-is-not-followed', 'delivery/308-is-not-followed'],
  ['gives up after a 4xx', onStatus(400, 499, () => ACKNOWLEDGED), 'delivery/400-is-retried', 'delivery/429-is-retried'],
  ['gives up after 410', onStatus(410, 410, () => ACKNOWLEDGED), 'delivery/410-is-retried'],
  ['tries again after a 202', onStatus(202, 202, () => FAILED), 'delivery/202-acknowledges'],
  ['never tries again after a time-out', untimed, 'delivery/time-out-is-retried'],
  ['waits for three seconds only', (request, send) => send({ ...request, timeoutMs: 3_000 }), 'delivery/times-out'],
  ['gives a retry another id', retriedAs(() => ({ id: randomUUID() })), 'delivery/same-event'],
  ['changes the bytes of a retry', retriedAs(() => ({ time: '2026-01-31T10:00:00Z' })), 'delivery/same-event'],
  ['tries three times only', endingAfter(3), 'delivery/burst', 'delivery/every-five-minutes'],
  ['gives up after eight hours', endingAfter(99), 'delivery/goes-on-for-48-hours'],
];

function onStatus(from: number, to: number, said: () => typeof ACKNOWLEDGED): Delivers {
  return async (request, send) => {
    const answer = await send(request);
    return answer.ok && answer.value.status >= from && answer.value.status <= to ? said() : answer;
  };
}

function byType(...[request, send]: Parameters<Delivers>): ReturnType<Delivers> {
  return send({ ...request, url: `${request.url}/${String(eventOf(request)['type'])}` });
}

async function following(...[request, send]: Parameters<Delivers>): ReturnType<Delivers> {
  const answer = await send(request);
  const location = answer.ok ? answer.value.headers['location'] : undefined;
  return location === undefined ? answer : send({ ...request, url: new URL(location, request.url).href });
}

async function untimed(...[request, send]: Parameters<Delivers>): ReturnType<Delivers> {
  const answer = await send(request);
  return answer.ok || answer.failure.kind !== 'timed-out' ? answer : ACKNOWLEDGED;
}

function retriedAs(change: () => Json): Delivers {
  return (request, send, tools) => (tools.before === 0 ? send(request) : inEnvelope(change())(request, send, tools));
}

/** Makes the service stop after this many attempts. */
function endingAfter(attempts: number): Delivers {
  return async (request, send, { before }) => (before >= attempts ? ACKNOWLEDGED : send(request));
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function half(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, value.length / 2) : value;
}

/** Webhooks that deviate from the document. */
export const deliversOtherwise: readonly Mutant[] = [...EVENTS, ...SIGNATURES, ...DELIVERIES].map(([name, delivers, ...caughtBy]) => ({
  name,
  caughtBy,
  delivers,
}));
