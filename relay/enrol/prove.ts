import { base64urlnopad } from '@scure/base';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from '../relay-core.ts';
import { ERROR_CODES, problemSchema } from '#shared/contract/answers.ts';
import { HEALTH_PATH, importPath, integrationPath, joinUrl, JSON_TYPE } from '#shared/contract/routes.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { HttpAnswer, HttpRequest } from '#shared/ports/http.ts';
import { jsonOf } from '#shared/lib/json-of.ts';

/** `code` is a word of ours, for logs. `unreachable`: the service could not be asked; nothing is known. */
export type Proof = { readonly kind: 'proved' | 'refused' | 'unreachable'; readonly code: string };

/** What asking the service about a secret takes. */
export type ProofDeps = ProbeDeps & Pick<RelayCore, 'clock' | 'random' | 'tokens'>;

export type Claim = { readonly integrationId: IntegrationId; readonly integrationSecret: string };

/** How long we remember whether a route tells a wrong secret from the right one. */
const CONTROL_MS = HOUR_MS;
const CONTROLS_MAX = 1_000;
const CONTROL_SECRET_BYTES = 24;
/** The characters that a header can carry; the service never issued a secret with others. */
const SECRET = /^[\x21-\x7e]+$/;

/**
 * Proves that a secret belongs to an integration by asking the service, and keeps nothing of it (invariant 11). A
 * route's yes counts only if the same route says no to a random secret; if no route tells them apart, nobody gets in. Every
 * refusal has sent the same requests, whatever its cause: neither its words nor its duration reveal whether the integration exists.
 */
export function prover(core: ProofDeps): (claim: Claim) => Promise<Proof> {
  const controls = keptControls(core);
  const randomSecret = (): string => base64urlnopad.encode(core.random.bytes(CONTROL_SECRET_BYTES));

  /** Asks each route with the real secret and a random one, up to the first that tells them apart and accepts the real one. */
  const climb = async (caller: ProbeCaller): Promise<Proof | 'stale-token'> => {
    let refusal = 'inconclusive';
    for (const rung of RUNGS) {
      const real: Probe = await rung.probe(core, caller);
      if (real === 'unreachable') return { kind: 'unreachable', code: rung.name };
      const known = real === 'passes' && refusal === 'inconclusive' ? controls.known(rung, caller.integrationId) : undefined;
      if (known === true) return { kind: 'proved', code: rung.name };
      const control = await rung.probe(core, { ...caller, secret: randomSecret() });
      if (control === 'unreachable') return { kind: 'unreachable', code: rung.name };
      const discerning = control === 'fails' || control === 'absent';
      if (real === 'passes') controls.keep(rung, caller.integrationId, discerning);
      if (real === 'passes' && discerning && refusal === 'inconclusive') return { kind: 'proved', code: rung.name };
      // After one route has said no, the others are still asked, but no longer count.
      if (real === 'fails') refusal = rung.name;
    }
    const stale = await isTokenStale(core, caller.token);
    return stale && refusal !== 'inconclusive' ? 'stale-token' : { kind: 'refused', code: refusal };
  };

  return async ({ integrationId, integrationSecret }) => {
    const canBe = SECRET.test(integrationSecret);
    // At most two attempts: a token that the service no longer accepts is replaced once.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const token = await core.tokens.token();
      if (!token.ok) return { kind: 'unreachable', code: token.failure.code };
      const proof = await climb({ integrationId, secret: canBe ? integrationSecret : randomSecret(), token: token.value });
      if (proof !== 'stale-token') return canBe || proof.kind === 'unreachable' ? proof : { kind: 'refused', code: 'secret-form' };
      core.tokens.distrust(token.value);
    }
    return { kind: 'unreachable', code: 'token' };
  };
}

type Control = { readonly discerning: boolean; readonly untilMs: number };

/** Kept per integration: an owner could revoke their own integration between the two probes, so it must not vouch for others. */
function keptControls(core: Pick<ProofDeps, 'clock'>) {
  const controls = new Map<string, Control>();
  return {
    known(rung: Rung, integrationId: IntegrationId): boolean | undefined {
      const control = controls.get(keyOf(rung, integrationId));
      return control !== undefined && control.untilMs > core.clock.monotonicMs() ? control.discerning : undefined;
    },
    keep(rung: Rung, integrationId: IntegrationId, discerning: boolean): void {
      if (controls.size >= CONTROLS_MAX) controls.clear();
      controls.set(keyOf(rung, integrationId), { discerning, untilMs: core.clock.monotonicMs() + CONTROL_MS });
    },
  };
}

function keyOf(rung: Rung, integrationId: IntegrationId): string {
  return `${rung.name} ${integrationId}`;
}

/**
 * `passes` the service accepted the secret · `fails` it rejected it · `absent` there is no such route or integration · `silent` the
 * answer says nothing about the secret · `unreachable` no answer now.
 */
type Probe = 'passes' | 'fails' | 'absent' | 'silent' | 'unreachable';

type ProbeCaller = { readonly integrationId: IntegrationId; readonly secret: string; readonly token: string };

type ProbeDeps = Pick<RelayCore, 'config' | 'http' | 'stop'>;

type Rung = { readonly name: string; probe(core: ProbeDeps, caller: ProbeCaller): Promise<Probe> };

/** The desktop waits 60 s for a proof, which takes five requests, most of them fast. */
const TIMEOUT_MS = 8 * SECOND_MS;

/** The contract documents 400 with the right secret and 401 with a wrong one; nothing is created (§ Entries route). */
const EMPTY_ENTRIES = JSON.stringify({ entries: { data: { lines: [] } } });

const status: Rung = {
  name: 'status',
  async probe(core, caller) {
    const answer = await ask(core, caller, { method: 'GET', url: joinUrl(core.config.baseUrl, integrationPath(caller.integrationId)) });
    if (answer === null) return 'unreachable';
    if (answer.status < 200 || answer.status >= 300) return judged(answer.status);
    // The contract does not show the body. A page from an intermediary, which may answer occasionally, is not the service's answer.
    return answer.body.byteLength === 0 || jsonOf(answer.body) !== undefined ? 'passes' : 'silent';
  },
};

const entries: Rung = {
  name: 'entries',
  async probe(core, caller) {
    const url = joinUrl(core.config.baseUrl, importPath(caller.integrationId, 'entries'));
    const answer = await ask(core, caller, { method: 'POST', url, body: [utf8(EMPTY_ENTRIES)] });
    if (answer === null) return 'unreachable';
    if (answer.status !== 400) return judged(answer.status);
    const problem = problemSchema.safeParse(jsonOf(answer.body));
    return problem.success && problem.data.errorCode === ERROR_CODES.validation ? 'passes' : 'silent';
  },
};

const RUNGS: readonly Rung[] = [status, entries];

/** Whether a 401 was about our own token: the health route needs nothing else (C7). Unknown counts as no. */
async function isTokenStale(core: ProbeDeps, token: string): Promise<boolean> {
  const answer = await core.http.send({
    method: 'GET',
    url: joinUrl(core.config.baseUrl, HEALTH_PATH),
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  return answer.ok && answer.value.status === 401;
}

function judged(code: number): Probe {
  if (code === 401 || code === 403) return 'fails';
  if (code === 404 || code === 410) return 'absent';
  return code === 408 || code === 425 || code === 429 || code >= 500 ? 'unreachable' : 'silent';
}

async function ask(core: ProbeDeps, caller: ProbeCaller, what: Pick<HttpRequest, 'method' | 'url' | 'body'>): Promise<HttpAnswer | null> {
  const answer = await core.http.send({
    ...what,
    headers: {
      authorization: `Bearer ${caller.token}`,
      [core.config.apiKeyHeader]: caller.secret,
      accept: JSON_TYPE,
      ...(what.body === undefined ? {} : { 'content-type': JSON_TYPE }),
    },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    stop: core.stop,
  });
  return answer.ok ? answer.value : null;
}
