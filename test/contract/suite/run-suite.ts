import { unreachable } from '#shared/lib/unreachable.ts';
import { ALL_CASES } from './all-cases.ts';
import type { Case, Need } from './case.ts';
import { Breach, member, type SectionId } from './check.ts';
import { openSubject, type Subject, type SubjectOptions } from './subject.ts';
import type { Integration, Target } from './target.ts';
import type { Http } from '#shared/ports/http.ts';
import { type Answer, type Call, call, tokenForm, tokenRequest } from './client.ts';

export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly expected: string; readonly seen: string }
  | { readonly kind: 'skipped'; readonly reason: string };

export type Outcome = { readonly of: Pick<Case, 'id' | 'section' | 'says'>; readonly verdict: Verdict; readonly ms: number };

export type RunOptions = SubjectOptions & {
  /** All sections if empty. */
  readonly sections: readonly SectionId[];
  /** Only the cases with these ids; all if absent. */
  readonly ids?: ReadonlySet<string>;
  /** Called after each case. */
  readonly ran?: (outcome: Outcome) => void;
};

/** Runs the cases one after another and closes what it opened. Rejects if the run cannot be prepared at all. */
export async function runSuite(target: Target, options: RunOptions): Promise<readonly Outcome[]> {
  const subject = await openSubject(target, options);
  const { sections, ids } = options;
  const wanted = ALL_CASES.filter(({ id, section }) => (sections.length === 0 || sections.includes(section)) && (ids?.has(id) ?? true));
  const outcomes: Outcome[] = [];
  try {
    for (const one of wanted) {
      const outcome = await playCase(one, subject);
      outcomes.push(outcome);
      options.ran?.(outcome);
    }
  } finally {
    await subject.close();
  }
  return outcomes;
}

const REASONS: Readonly<Record<Need, string>> = {
  writing: 'leaves documents behind in the service; run with --writing yes',
  control: 'needs a hand on the service; run with --control-url',
  clock: 'needs a control API that moves the service’s clock',
  scope: 'needs a scope; run with --scope',
};

async function playCase(one: Case, subject: Subject): Promise<Outcome> {
  const of = { id: one.id, section: one.section, says: one.says };
  const missing = one.needs.find((need) => !has(subject, need));
  if (missing !== undefined) return { of, verdict: { kind: 'skipped', reason: REASONS[missing] }, ms: 0 };
  const began = performance.now();
  const verdict = await judgeCase(one, subject);
  return { of, verdict, ms: Math.round(performance.now() - began) };
}

async function judgeCase(one: Case, subject: Subject): Promise<Verdict> {
  try {
    await one.run(subject);
    return { kind: 'passed' };
  } catch (error) {
    // Any error in a case is a failure of that case, and the next one still runs.
    if (error instanceof Breach) return { kind: 'failed', expected: subject.scrub(error.expected), seen: subject.scrub(error.seen) };
    return { kind: 'failed', expected: 'the case to come to its end', seen: subject.scrub(String(error)) };
  }
}

function has(subject: Subject, need: Need): boolean {
  switch (need) {
    case 'writing':
      return subject.target.writing;
    case 'control':
      return subject.target.control !== null;
    case 'clock':
      return subject.target.control !== null && subject.control.hasClock;
    case 'scope':
      return subject.target.scope !== '';
    default:
      return unreachable(need);
  }
}

/** Asks once. A failure to get any answer is not the fault of a case. */
type Ask = (option: string, of: Call) => Promise<Answer>;
class Obstacle extends Error {}

/**
 * Says in one sentence why no case can be run against this target: an address where nothing answers or that belongs to
 * something else, or credentials that are refused. Null if there is a service to test, however wrong its answers:
 * the cases judge those. Leaves nothing behind.
 */
export async function preflight(target: Target, http: Http): Promise<string | null> {
  const ask: Ask = async (option, of) => answered(option, of, await call(http, of));
  try {
    if (target.control !== null) await mustBeControl(ask, target.control.controlUrl);
    const token = await tokenFor(ask, target);
    await mustBeService(ask, target.baseUrl, token);
    await ask('--jwks-url', { method: 'GET', url: target.jwksUrl });
    if (target.integration !== null) await mustKnow(ask, target.integration, { baseUrl: target.baseUrl, token });
    return null;
  } catch (error) {
    if (error instanceof Obstacle) return error.message;
    throw error;
  }
}

function answered(option: string, of: Call, answer: Answer): Answer {
  if (answer.status === 0) throw new Obstacle(`nobody answers at ${option}: ${of.method} ${of.url} ended with ${answer.fault}`);
  const isPage = answer.mediaType === 'text/html' && answer.text.trimStart().startsWith('<');
  if (isPage)
    throw new Obstacle(`${option} belongs to a web site: ${of.method} ${of.url} answered ${answer.status} with a page for people`);
  return answer;
}

async function mustBeControl(ask: Ask, controlUrl: string): Promise<void> {
  const { status, json } = await ask('--control-url', { method: 'GET', url: `${controlUrl}/openapi.json` });
  if (member(member(json, 'paths'), '/switches') !== undefined) return;
  throw new Obstacle(`--control-url is no control API: GET ${controlUrl}/openapi.json answered ${status} without its description`);
}

/** Null if there is no token, but the credentials are not the cause. */
async function tokenFor(ask: Ask, target: Target): Promise<string | null> {
  const { status, json } = await ask('--auth-url', tokenRequest(target, tokenForm(target)));
  const token = member(json, 'access_token');
  if (typeof token === 'string') return token;
  if (status === 404) throw new Obstacle(`--auth-url gives no tokens: POST ${target.authUrl}/oauth2/token answered 404`);
  if (status !== 400 && status !== 401 && status !== 403) return null;
  const code = member(json, 'error');
  const why = typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? `${status} ${code}` : String(status);
  throw new Obstacle(`the client is refused (${why}): check --client-id, CONTRACT_CLIENT_SECRET and --scope`);
}

/** A service that lacks one route is tested; one that lacks all of them is another address. */
async function mustBeService(ask: Ask, baseUrl: string, token: string | null): Promise<void> {
  const headers = bearer(token);
  for (const path of ['/health', '/integrations/00000000-0000-4000-8000-000000000000', '/integrations/none/entries']) {
    const method = path.endsWith('/entries') ? 'POST' : 'GET';
    const { status } = await ask('--base-url', { method, url: `${baseUrl}${path}`, headers });
    if (status !== 404) return;
  }
  throw new Obstacle(`--base-url knows no route of the document: GET ${baseUrl}/health and others answered 404`);
}

/** Uses an import whose content must be refused: some services check the secret nowhere else. */
async function mustKnow(ask: Ask, of: Integration, deps: { readonly baseUrl: string; readonly token: string | null }): Promise<void> {
  const { status } = await ask('--base-url', {
    method: 'POST',
    url: `${deps.baseUrl}/integrations/${of.integrationId}/entries`,
    headers: { ...bearer(deps.token), 'x-service-api-key': of.integrationSecret, 'content-type': 'application/json' },
    body: '{"entries":{"data":{"lines":[]}}}',
  });
  if (status !== 401 && status !== 403 && status !== 404) return;
  throw new Obstacle(
    `the integration is refused (${status}): check --integration-id and CONTRACT_INTEGRATION_SECRET, and that it is not revoked`,
  );
}

function bearer(token: string | null): Readonly<Record<string, string>> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
