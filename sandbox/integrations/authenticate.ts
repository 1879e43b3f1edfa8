import { REVOKED_REASONS } from '#shared/contract/answers.ts';
import { API_KEY_HEADER } from '#shared/contract/headers.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Core } from '../core.ts';
import { isSecret } from '../digest.ts';
import { bearerFault } from '../oauth/bearer-fault.ts';
import { problem } from '../problem.ts';
import type { IntegrationRow } from '../store/integration-rows.ts';

export type Credentials = {
  readonly integrationId: string;
  readonly headers: Headers;
  readonly secret: 'needed' | 'not-needed';
};

/**
 * Whoever calls an integration route: bearer token, then integration and secret, then whether it is still active. A
 * failure is the answer, always 401 (contract, Errors; decision 7). Only who has the secret learns why it was revoked.
 */
export function authenticate(core: Core, by: Credentials): Result<IntegrationRow, Response> {
  const fault = bearerFault(core, by.headers);
  if (fault !== null) return fail(fault);
  const id = integrationIdSchema.safeParse(by.integrationId);
  const integration = id.success ? core.store.integrations.get(id.data) : null;
  if (integration === null) return fail(unknown());
  if (by.secret === 'needed' && !isSecret(by.headers.get(API_KEY_HEADER) ?? '', integration.secretHash)) return fail(unknown());
  if (integration.revokedAt === null) return ok(integration);
  const reason = integration.revokedAs === null ? 'Integration revoked' : REVOKED_REASONS[integration.revokedAs];
  return fail(problem({ status: 401, detail: reason }));
}

function unknown(): Response {
  return problem({ status: 401, detail: 'Unknown integration or wrong integration secret.' });
}
