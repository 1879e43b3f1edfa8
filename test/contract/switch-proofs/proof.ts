import type { accessSwitches, SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import {
  aCaller,
  type Bench,
  type BenchOptions,
  type Caller,
  type Fields,
  headersOf,
  importEntries,
  importInvoice,
  type Received,
  tokenForm,
} from '../bench.ts';
import { ENTRIES } from '../fixtures/entries.ts';

/** Proves that a switch has an effect: the same look at a normal service, and at one with the switch turned. */
export type Proof = {
  readonly on: SwitchesPatch;
  readonly look: (bench: Bench) => Promise<unknown>;
  readonly normally: unknown;
  readonly turned: unknown;
  readonly keys?: NonNullable<BenchOptions['keys']>;
};

/** One invoice that was accepted, with its event under way. */
export async function accepted(bench: Bench, fields: Fields = {}): Promise<string> {
  const { documentId } = (await (await importInvoice(bench, await aCaller(bench), fields)).json()) as { documentId: string };
  await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Accepted' });
  await bench.clock.settle();
  return documentId;
}

export function bodyOf(received: Received | undefined): Record<string, unknown> {
  return JSON.parse(received?.body.toString('utf8') ?? '{}') as Record<string, unknown>;
}

export function claimsOf(received: Received | undefined): Record<string, unknown> {
  const [, payload = ''] = (received?.headers['x-service-webhook-signature'] ?? '').split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** The status of an invoice import with these fields. */
export async function invoiceStatus(bench: Bench, fields: Fields): Promise<number> {
  return (await importInvoice(bench, await aCaller(bench), fields)).status;
}

/** The status of an entries import with these members. */
export async function entriesStatus(bench: Bench, members: Readonly<Record<string, unknown>>): Promise<number> {
  return (await importEntries(bench, await aCaller(bench), { entries: ENTRIES, ...members })).status;
}

export async function attemptOffsets(bench: Bench): Promise<readonly number[]> {
  const [delivery] = (await (await bench.control('GET', '/deliveries')).json()) as { attempts: { at: string }[] }[];
  const at = delivery?.attempts.map((attempt) => Date.parse(attempt.at)) ?? [];
  return at.map((one) => one - (at[0] ?? 0));
}

const tokenAnswer = async (bench: Bench, fields = {}) =>
  (await (await bench.call('/oauth2/token', tokenForm(bench.sandbox, fields))).json()) as Record<string, unknown>;

const health = async (bench: Bench, token: string) =>
  (await bench.call('/v1/health', { headers: { authorization: `Bearer ${token}` } })).status;

const status = (bench: Bench, caller: Caller, headers: Record<string, string> = headersOf(caller)) =>
  bench.call(`/v1/integrations/${caller.integrationId}`, { headers });

async function revoked(bench: Bench, errorCode: string | null = null): Promise<Caller> {
  const caller = await aCaller(bench);
  const path = `/integrations/${caller.integrationId}`;
  if (errorCode === null) await bench.control('POST', `${path}/revoke`);
  else await bench.control('POST', `${path}/close`, { errorCode });
  if (errorCode !== null) await importInvoice(bench, caller);
  await bench.clock.settle();
  return caller;
}

export const ACCESS_PROOFS: Record<keyof typeof accessSwitches, Proof> = {
  apiKeyHeader: {
    on: { apiKeyHeader: 'X-Brand-Key' },
    look: async (bench) => {
      const caller = await aCaller(bench);
      const { authorization = '' } = headersOf(caller);
      const branded = { authorization, 'x-brand-key': caller.integrationSecret };
      return [(await status(bench, caller)).status, (await status(bench, caller, branded)).status];
    },
    normally: [200, 401],
    turned: [401, 200],
  },
  tokenLifeSeconds: {
    on: { tokenLifeSeconds: 5 },
    look: async (bench) => (await tokenAnswer(bench))['expires_in'],
    normally: 3_600,
    turned: 5,
  },
  expiresInAs: {
    on: { expiresInAs: 'string' },
    look: async (bench) => (await tokenAnswer(bench))['expires_in'],
    normally: 3_600,
    turned: '3600',
  },
  liveTokens: {
    on: { liveTokens: 'newest' },
    look: async (bench) => {
      const [older, newer] = [await bench.token(), await bench.token()];
      return [await health(bench, older), await health(bench, newer)];
    },
    normally: [204, 204],
    turned: [401, 204],
  },
  scopeNeeded: {
    on: { scopeNeeded: true },
    look: async (bench) => Object.keys(await tokenAnswer(bench, { scope: '' }))[0],
    normally: 'token_type',
    turned: 'error',
  },
  statusNeedsSecret: {
    on: { statusNeedsSecret: false },
    look: async (bench) => {
      const caller = await aCaller(bench);
      return (await status(bench, { ...caller, integrationSecret: 'wrong' })).status;
    },
    normally: 401,
    turned: 200,
  },
  statusAnswer: {
    on: { statusAnswer: 404 },
    look: async (bench) => {
      const caller = await aCaller(bench);
      return [(await status(bench, caller)).status, (await status(bench, { ...caller, token: 'stale' })).status];
    },
    normally: [200, 401],
    turned: [404, 401],
  },
  revokedStatus: {
    on: { revokedStatus: 410 },
    look: async (bench) => {
      const caller = await revoked(bench);
      return [(await status(bench, caller)).status, (await importInvoice(bench, caller)).status];
    },
    normally: [401, 401],
    turned: [410, 401],
  },
  revokedMember: {
    on: { revokedMember: 'revokedAt' },
    look: async (bench) => {
      await bench.control('PATCH', '/switches', { revokedStatus: 200 });
      const answers = [await status(bench, await aCaller(bench)), await status(bench, await revoked(bench))];
      const told = (await Promise.all(answers.map((one) => one.json()))) as Record<string, unknown>[];
      return told.map((one) => one['status'] ?? typeof one['revokedAt']);
    },
    normally: ['active', 'revoked'],
    turned: ['object', 'string'],
  },
  revokedReasonIn: {
    on: { revokedReasonIn: 'title' },
    look: async (bench) => {
      const { title, detail } = (await (await status(bench, await revoked(bench, 'SMB_NOTFOUND'))).json()) as Record<string, string>;
      return [title, detail];
    },
    normally: ['Unauthorized', 'SMB not Found'],
    turned: ['SMB not Found', 'Unknown integration or wrong integration secret.'],
  },
  revocationEventAfterAutoRevoke: {
    on: { revocationEventAfterAutoRevoke: false },
    look: async (bench) => (await revoked(bench, 'CPA_CLOSED'), bench.webhooks.received.length),
    normally: 1,
    turned: 0,
  },
  jwksNeedsBearer: {
    on: { jwksNeedsBearer: true },
    look: async (bench) => {
      const headers = { authorization: `Bearer ${await bench.token()}` };
      const path = '/.well-known/jwks.json';
      return [(await bench.call(path)).status, (await bench.call(path, { headers })).status];
    },
    normally: [200, 200],
    turned: [401, 200],
  },
  problemMembers: {
    on: { problemMembers: 'documented' },
    look: async (bench) => Object.keys((await (await importInvoice(bench, await aCaller(bench), { filename: null })).json()) as object),
    normally: ['type', 'title', 'status', 'detail', 'errorCode'],
    turned: ['errorCode'],
  },
};
