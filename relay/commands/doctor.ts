import { ANSWER_BYTES_MAX, CLOCK_SKEW_MS } from '#shared/contract/limits.ts';
import { HEALTH_PATH, joinUrl } from '#shared/contract/routes.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { HttpAnswer } from '#shared/ports/http.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { publishedKeys } from '#shared/service-client/rsa-keys.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { readSettings, type RelayConfig, SETTING_NAMES, type SettingRisk, sourceOf } from '../config.ts';
import type { RelayWorld } from '../relay-core.ts';
import type { Store } from '../store/store.ts';
import { linkHost } from './invitation/new-invitation.ts';
import { keyTroubleLines } from './seal-keys.ts';

/** One finding. `detail` is for a user; it contains no secret and no text from outside. */
export type RelayFinding = { readonly what: string; readonly verdict: 'good' | 'bad' | 'warning'; readonly detail: string };

export type Patient = {
  readonly world: Pick<RelayWorld, 'http' | 'clock' | 'random'>;
  readonly config: RelayConfig;
  readonly store:
    | Pick<Store, 'isWritable' | 'totals' | 'notNewest' | 'keyTroubles' | 'lastVerifiedAt'>
    | { readonly cannotBeOpened: string };
  /** The relay's public address; null if it is not configured. */
  readonly publicUrl: string | null;
  readonly risks: readonly SettingRisk[];
};

/** Longer than this without a webhook, by day and night and for all companies together, deserves a look (C38). */
const QUIET_MS = DAY_MS;
const TIMEOUT_MS = 10 * SECOND_MS;

/** Checks everything that the relay needs, one thing after another, and changes nothing but a probe row in the store. */
export async function examine(patient: Patient): Promise<readonly RelayFinding[]> {
  const keys = await get(patient, patient.config.jwksUrl);
  const risks = patient.risks.map(({ setting, detail }): RelayFinding => ({ what: setting, verdict: 'warning', detail }));
  const own = [await ownAddress(patient), ...theInvitations(patient)];
  return [await token(patient), theKeys(keys), clock(patient, keys), ...(await theStore(patient)), ...own, ...risks];
}

async function token({ world, config }: Patient): Promise<RelayFinding> {
  const what = 'service';
  const granted = await requestToken(world.http, config);
  if (!granted.ok) return bad(what, `no access token: ${granted.failure.kind} (${granted.failure.code})`);
  const headers = { authorization: `Bearer ${granted.value.value}` };
  const url = joinUrl(config.baseUrl, HEALTH_PATH);
  const health = await world.http.send({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX });
  if (!health.ok) return bad(what, `its health route does not answer: ${health.failure.kind} (${health.failure.code})`);
  if (health.value.status !== 204) return bad(what, `its health route answers ${health.value.status} to a fresh token`);
  return good(what, 'gives a token and takes it');
}

function theKeys(answer: HttpAnswer | null): RelayFinding {
  const what = 'keys';
  if (answer === null) return bad(what, 'the key set cannot be read; every webhook is answered 503');
  if (answer.status !== 200) return bad(what, `the key set answers ${answer.status}`);
  const keys = publishedKeys(jsonOf(answer.body), nodeSha256);
  return keys.length === 0 ? bad(what, 'none of its keys may verify webhooks') : good(what, `${keys.length} may verify webhooks`);
}

/** Compares our clock with the service's, which its `Date` header gives to the second. */
function clock({ world }: Patient, answer: HttpAnswer | null): RelayFinding {
  const what = 'clock';
  const theirs = Date.parse(answer?.headers['date'] ?? '');
  if (Number.isNaN(theirs)) return { what, verdict: 'warning', detail: 'the service’s answers carry no date to compare with' };
  const seconds = Math.round((world.clock.wallMs() - theirs) / SECOND_MS);
  const detail = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service`;
  return Math.abs(seconds) * SECOND_MS > CLOCK_SKEW_MS
    ? bad(what, `${detail}: its signatures look not yet, or no longer, valid`)
    : good(what, detail);
}

async function theStore({ store, world }: Patient): Promise<readonly RelayFinding[]> {
  const what = 'store';
  if ('cannotBeOpened' in store) return [bad(what, `cannot be opened (${store.cannotBeOpened})`)];
  if (!(await store.isWritable())) return [bad(what, 'a write does not reach it')];
  const { integrations, devices, apart, quarantined } = await store.totals();
  const found = good(what, `writable; ${integrations} integrations, ${devices} devices, ${apart} events apart`);
  const findings = [found, lastWebhook(await store.lastVerifiedAt(), world.clock.wallMs()), ...inQuarantine(quarantined)];
  return [...findings, ...(await theSeals(store))];
}

async function theSeals(store: Pick<Store, 'notNewest' | 'keyTroubles'>): Promise<readonly RelayFinding[]> {
  const what = 'seal';
  const shut = keyTroubleLines(await store.keyTroubles()).map((detail) => bad(what, detail));
  const old = await store.notNewest();
  if (old === 0) return shut;
  return [...shut, { what, verdict: 'warning', detail: `${old} bodies are not sealed with the newest key yet; keep the older ones` }];
}

/** Judges the last webhook of any integration: does the service reach this relay at all? */
function lastWebhook(lastAt: number | null, now: number): RelayFinding {
  const what = 'webhooks';
  if (lastAt === null) return { what, verdict: 'warning', detail: 'none of the service was ever verified here' };
  const quietMs = Math.max(0, now - lastAt);
  const detail = `the last one of the service was verified ${Math.floor(quietMs / HOUR_MS)} hours ago`;
  return quietMs > QUIET_MS ? { what, verdict: 'warning', detail: `${detail}; are they switched off there?` } : good(what, detail);
}

function inQuarantine(count: number): readonly RelayFinding[] {
  if (count === 0) return [];
  return [
    { what: 'quarantine', verdict: 'warning', detail: `${count} webhooks of the service could not be read; “relay quarantine” lists them` },
  ];
}

async function ownAddress(patient: Patient): Promise<RelayFinding> {
  const what = 'public address';
  if (patient.publicUrl === null) return { what, verdict: 'warning', detail: 'RELAY_PUBLIC_URL is not set, so it cannot be looked at' };
  const health = await get(patient, joinUrl(patient.publicUrl, RELAY_PATHS.health));
  if (health === null) return bad(what, 'does not answer');
  if (health.status !== 200) return bad(what, `answers ${health.status}; a redirect is a failure to the service`);
  // A proxy that changes requests or answers of the webhook route shows here: nothing but the relay answers this GET with 405.
  const webhooks = await get(patient, joinUrl(patient.publicUrl, RELAY_PATHS.webhooks));
  return webhooks?.status === 405
    ? good(what, 'answers')
    : bad(what, `its webhook route answers ${webhooks?.status ?? 'nothing'} where 405 is right`);
}

/** An address that is not set is told already. */
function theInvitations({ publicUrl, world }: Patient): readonly RelayFinding[] {
  const host = publicUrl === null ? null : linkHost(publicUrl, world.random);
  return host === null || host.ok ? [] : [{ what: 'invitations', verdict: 'warning', detail: `none can be made: ${host.failure}` }];
}

async function get({ world }: Patient, url: string): Promise<HttpAnswer | null> {
  const answer = await world.http.send({ method: 'GET', url, headers: {}, timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX });
  return answer.ok ? answer.value : null;
}

function good(what: string, detail: string): RelayFinding {
  return { what, verdict: 'good', detail };
}

function bad(what: string, detail: string): RelayFinding {
  return { what, verdict: 'bad', detail };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Lists every setting with the source of its value, then what is wrong. Values are never printed, since some are secrets. */
export function checkConfig(environment: Environment): { readonly lines: readonly string[]; readonly ok: boolean } {
  const read = readSettings(environment);
  const width = Math.max(...SETTING_NAMES.map((name) => name.length));
  const listed = SETTING_NAMES.map((name) => `  ${name.padEnd(width)}  ${sourceOf(environment, name)}`);
  const verdict = read.ok ? ['', 'The settings are good.'] : ['', 'Wrong:', ...read.failure.map((line) => `  ${line}`)];
  return { lines: ['Settings (docs/operations/relay.md explains each):', ...listed, ...verdict], ok: read.ok };
}
