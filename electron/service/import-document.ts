import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { importPath, joinUrl, JSON_TYPE } from '#shared/contract/routes.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { type Outcome, outcomeOf } from '#shared/domain/item/outcome.ts';
import { ANSWER_CHARACTERS_MAX, type Outgoing, type SentFields } from '#shared/domain/item/sending/sent-name.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import type { BodyPart, Http, HttpAnswer, HttpFault } from '#shared/ports/http.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { TokenFault, TokenSource } from '#shared/service-client/token-cache.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { utf8 } from '#shared/lib/bytes.ts';

export type ImportDeps = {
  readonly http: Http;
  readonly clock: Clock;
  readonly random: Random;
  readonly tokens: TokenSource;
  readonly profile: () => ServiceProfile | null;
  readonly secretOf: (integrationId: IntegrationId) => Promise<Result<string, { readonly kind: string }>>;
  /** The vault did not return the company's secret: its queue pauses, and nobody is asked to sign in again. */
  readonly noSecret: (companyId: CompanyId) => void;
  /** The service has the document, so the company's secret is right. */
  readonly worked: (companyId: CompanyId, integrationId: IntegrationId) => void;
};

/** Time to connect and to answer, before the size of the file counts. */
const TIMEOUT_BASE_MS = 60 * SECOND_MS;
/** The slowest line that is supported: a poor mobile connection in the countryside. */
const BYTES_PER_SECOND_MIN = 16_384;

/**
 * Sends one document (§ Import routes) and returns the outcome; never throws for what the network or the service does. A 401 is answered
 * with a fresh token, the secret as it is by then, and one more try of the same reference and bytes; a second 401 is final.
 */
export function importDocument(deps: ImportDeps): (what: Outgoing, stop: Stop) => Promise<Outcome> {
  return async (what, stop) => {
    const profile = deps.profile();
    if (profile === null) return noToken('not-set-up');
    const secret = await deps.secretOf(what.integrationId);
    if (!secret.ok) {
      deps.noSecret(what.companyId);
      return noToken(`vault-${secret.failure.kind}`);
    }
    const first = await withToken(deps, what, { profile, secret: secret.value }, stop);
    if (!first.again) return first.outcome;
    // The company may have been reconnected while the answer was on its way.
    const now = await secretNow(deps, what, secret.value);
    const { outcome } = await withToken(deps, what, { profile, secret: now }, stop);
    const isOutdated = outcome.kind === 'unauthorised' && (await secretNow(deps, what, now)) !== now;
    // A 401 for a secret that was replaced meanwhile says nothing about the current connection.
    return isOutdated ? { kind: 'failed', failure: { kind: 'company' }, retryAfterMs: null } : outcome;
  };
}

async function secretNow({ secretOf }: ImportDeps, { integrationId }: Outgoing, before: string): Promise<string> {
  const secret = await secretOf(integrationId);
  return secret.ok ? secret.value : before;
}

type Keyed = { readonly profile: ServiceProfile; readonly secret: string };

async function withToken(deps: ImportDeps, what: Outgoing, keyed: Keyed, stop: Stop): Promise<{ outcome: Outcome; again: boolean }> {
  const token = await deps.tokens.token();
  if (!token.ok) return { outcome: withoutToken(token.failure), again: false };
  const sent = await post(deps, what, { ...keyed, token: token.value }, stop);
  if (!sent.ok) return { outcome: { kind: 'failed', failure: failureOf(sent.failure), retryAfterMs: null }, again: false };
  const { status } = sent.value;
  const body = new TextDecoder().decode(sent.value.body);
  what.answered?.({ status, body: withoutSecrets(body, [token.value, keyed.secret]).slice(0, ANSWER_CHARACTERS_MAX) });
  const outcome = outcomeOf({
    status,
    body,
    retryAfterMs: retryAfterMs(sent.value.headers, deps.clock.wallMs()),
    fileBytes: what.bytes.byteLength,
  });
  if (outcome.kind === 'unauthorised') deps.tokens.distrust(token.value);
  if (outcome.kind === 'received' || outcome.kind === 'already-received') deps.worked(what.companyId, what.integrationId);
  return { outcome, again: outcome.kind === 'unauthorised' && !stop.aborted };
}

/** What is kept of an answer may be shown to others, and a careless server may repeat what it was sent. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '(secret removed)'), text);
}

function post(
  deps: ImportDeps,
  what: Outgoing,
  by: Keyed & { readonly token: string },
  stop: Stop,
): Promise<Result<HttpAnswer, HttpFault>> {
  const { sent, contentType, parts } = what.importType === 'entries' ? entriesRequest(what) : formRequest(what, deps.random);
  return deps.http.send({
    method: 'POST',
    url: joinUrl(by.profile.baseUrl, importPath(what.integrationId, what.importType)),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${by.token}`,
      'content-type': contentType,
      [by.profile.apiKeyHeader]: by.secret,
    },
    body: parts,
    mayLeave: () => what.leave(sent),
    timeoutMs: TIMEOUT_BASE_MS + Math.ceil(((what.bytes.byteLength + (what.entries?.byteLength ?? 0)) / BYTES_PER_SECOND_MIN) * SECOND_MS),
    answerBytesMax: ANSWER_BYTES_MAX,
    stop,
  });
}

type Request = { readonly sent: SentFields; readonly contentType: string; readonly parts: readonly BodyPart[] };

function formRequest(what: Outgoing, random: Random): Request {
  const sent: SentFields = {
    filename: what.sentName,
    ...(typeof what.userEmail === 'string' ? { userEmail: what.userEmail } : {}),
    ...(what.comment === undefined ? {} : { comment: what.comment }),
  };
  const fields = [
    ...[FORM_FIELDS.filename, FORM_FIELDS.userEmail, FORM_FIELDS.comment].flatMap((name) => {
      const value = sent[name];
      return value === undefined ? [] : [{ name, value }];
    }),
    { name: FORM_FIELDS.externalReference, value: what.reference },
    // As it was written: amounts that are parsed may be written differently.
    ...(what.entries === undefined ? [] : [{ name: FORM_FIELDS.entries, value: new TextDecoder().decode(what.entries) }]),
  ];
  return { sent, ...multipart({ fields, file: { bytes: what.bytes, mediaType: what.mediaType } }, random) };
}

/** The JSON of an import of entries (§ Entries route). The lines go as they were written: amounts that are parsed may be written differently. */
function entriesRequest({ bytes, userEmail, reference, metadata }: Outgoing): Request {
  const others = { ...(typeof userEmail === 'string' ? { userEmail } : {}), externalReference: reference, metadata };
  const sent: SentFields = {
    ...(typeof userEmail === 'string' ? { userEmail } : {}),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
  };
  return { sent, contentType: JSON_TYPE, parts: [utf8('{"entries":'), bytes, utf8(`,${JSON.stringify(others).slice(1)}`)] };
}

/** Nothing of the document has left. If the network is the cause, its own reason is the true one. */
function withoutToken({ code, http, own }: TokenFault): Outcome {
  if (own === true) return { kind: 'failed', failure: { kind: 'credentials', code }, retryAfterMs: null };
  if (http === undefined) return noToken(code);
  const reason = failureOf(http);
  const named = reason.kind === 'certificate' || reason.kind === 'clock' || reason.kind === 'proxy';
  return { kind: 'failed', failure: named ? reason : { kind: 'offline', code }, retryAfterMs: null };
}

function noToken(code: string): Outcome {
  return { kind: 'failed', failure: { kind: 'no-token', code }, retryAfterMs: null };
}

/**
 * How long the peer asks us to wait, in milliseconds; null if it does not say or the value is nonsense. A date is read
 * relative to the answer's own `date` header if there is one, because both come from the same clock and ours may be wrong.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: WallMs): number | null {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return null;
  // Ten digits of seconds are three hundred years: anything longer is nonsense.
  if (/^\d{1,10}$/.test(value)) return Number(value) * SECOND_MS;
  const until = httpDate(value);
  if (until === null) return null;
  const from = httpDate(headers['date'] ?? '') ?? now;
  return Math.max(0, until - from);
}

/** `Date.parse` alone would read "-1" or "2" as a year: an HTTP date begins with the day of the week. */
function httpDate(text: string): number | null {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(text.trim())) return null;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

/** No server uses a certificate before it is valid: this computer's clock is behind. */
const NOT_YET_VALID = 'CERT_NOT_YET_VALID';

/** What a missing answer to an upload means for the item, judged by the port's kinds, never by text. None of these is anybody's fault. */
export function failureOf(fault: HttpFault): Failure {
  switch (fault.kind) {
    case 'certificate':
      return fault.code === NOT_YET_VALID ? { kind: 'clock', aheadMs: null } : { kind: 'certificate', code: fault.code };
    case 'proxy':
      return { kind: fault.kind, code: fault.code };
    case 'timed-out':
      return fault.sent === 'never-sent' ? { kind: 'offline', code: fault.code } : { kind: 'timed-out' };
    case 'too-large':
      // An answer, but not one of an import route; the status is 0 because the answer was never read.
      return { kind: 'not-understood', status: 0, tries: 1 };
    case 'unreachable':
    case 'broken':
    case 'stopped':
      return fault.sent === 'never-sent' ? { kind: 'offline', code: fault.code } : { kind: 'broken', code: fault.code, tries: 1 };
    default:
      return unreachable(fault.kind);
  }
}

type Form = {
  /** In the order in which they are sent; the caller leaves out fields without a value. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly file: { readonly bytes: BodyPart; readonly mediaType: string };
};

type Multipart = {
  readonly contentType: string;
  /** The part before the file, the file's own bytes (as they were given, not copied), and the part after. */
  readonly parts: readonly [Uint8Array, BodyPart, Uint8Array];
};

/** A plain media type. It comes from our own inspection, but a wrong one must not break the header. */
const MEDIA_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;

/**
 * The body of an invoice import (§ Invoice form; C15): text fields first, `file` last. The file's name in the header is plain ASCII;
 * the real one is sent in the field `filename`, where UTF-8 is unambiguous.
 */
export function multipart(form: Form, random: Random): Multipart {
  // 122 random bits: no scan contains them by chance, and none can contain them on purpose.
  const boundary = `intray-${random.uuid()}`;
  const texts = form.fields.map(({ name, value }) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const mediaType = MEDIA_TYPE.test(form.file.mediaType) ? form.file.mediaType : 'application/octet-stream';
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${FORM_FIELDS.file}"; filename="${plainName(mediaType)}"\r\n` +
    `Content-Type: ${mediaType}\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    parts: [utf8(texts.join('') + head), form.file.bytes, utf8(`\r\n--${boundary}--\r\n`)],
  };
}

function plainName(mediaType: string): string {
  const ending = mediaType in MEDIA_TYPES ? MEDIA_TYPES[mediaType as MediaType][0] : '';
  return `document${ending}`;
}
