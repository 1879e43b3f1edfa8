import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { importPath, joinUrl } from '#shared/contract/routes.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { type Outcome, outcomeOf } from '#shared/domain/item/outcome.ts';
import type { Outgoing } from '#shared/domain/item/sending/outgoing.ts';
import { userEmailOf } from '#shared/domain/user-email.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Http, HttpAnswer, HttpFault } from '#shared/ports/http.ts';
import type { Random } from '#shared/ports/random.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { TokenFault, TokenSource } from '#shared/service-client/token-cache.ts';
import { failureOf } from './failure-of.ts';
import { multipart } from './multipart.ts';
import { retryAfterMs } from './retry-after.ts';

export type ImportDeps = {
  readonly http: Http;
  readonly clock: Clock;
  readonly random: Random;
  readonly tokens: TokenSource;
  readonly profile: () => ServiceProfile | null;
  readonly userEmail: () => string | null;
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
  const outcome = outcomeOf({
    status: sent.value.status,
    body: new TextDecoder().decode(sent.value.body),
    retryAfterMs: retryAfterMs(sent.value.headers, deps.clock.wallMs()),
    fileBytes: what.bytes.byteLength,
  });
  if (outcome.kind === 'unauthorised') deps.tokens.distrust(token.value);
  if (outcome.kind === 'received' || outcome.kind === 'already-received') deps.worked(what.companyId, what.integrationId);
  return { outcome, again: outcome.kind === 'unauthorised' && !stop.aborted };
}

function post(
  deps: ImportDeps,
  what: Outgoing,
  by: Keyed & { readonly token: string },
  stop: Stop,
): Promise<Result<HttpAnswer, HttpFault>> {
  const email = userEmailOf(deps.userEmail() ?? '');
  const fields = [
    { name: FORM_FIELDS.filename, value: what.sentName },
    ...(email.kind === 'sendable' ? [{ name: FORM_FIELDS.userEmail, value: email.address }] : []),
    ...(what.comment === undefined ? [] : [{ name: FORM_FIELDS.comment, value: what.comment }]),
    { name: FORM_FIELDS.externalReference, value: what.reference },
  ];
  const form = multipart({ fields, file: { bytes: what.bytes, mediaType: what.mediaType } }, deps.random);
  return deps.http.send({
    method: 'POST',
    url: joinUrl(by.profile.baseUrl, importPath(what.integrationId, what.importType)),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${by.token}`,
      'content-type': form.contentType,
      [by.profile.apiKeyHeader]: by.secret,
    },
    body: form.parts,
    mayLeave: what.leave,
    timeoutMs: TIMEOUT_BASE_MS + Math.ceil((what.bytes.byteLength / BYTES_PER_SECOND_MIN) * SECOND_MS),
    answerBytesMax: ANSWER_BYTES_MAX,
    stop,
  });
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
