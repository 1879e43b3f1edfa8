import { REVOKED_REASONS } from '#shared/contract/answers.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type Core, iso } from '../core.ts';
import { isSecret } from '../digest.ts';
import { bearerFault } from '../oauth/token-route.ts';
import { problem } from '../problem.ts';
import type { IntegrationRow } from '../store/integration-rows.ts';
import { Hono } from 'hono';
import { integrationPath } from '#shared/contract/routes.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { faulty } from '../faults/faulty.ts';
import { shaped } from '../faults/broken-answer.ts';
import type { Switches } from '../switches/switches-schema.ts';

export type PresentedCredentials = {
  readonly integrationId: string;
  readonly headers: Headers;
  readonly secret: 'needed' | 'not-needed';
  /** The status for a revoked integration; 401 if absent. */
  readonly revokedStatus?: 401 | 404 | 410;
  /** Lets the caller in: the status route may also report that the integration is revoked. */
  readonly revoked?: 'let-in';
};

/**
 * Authenticates a call to an integration route: bearer token, then integration and secret, then whether it is still active. A
 * failure is the answer, always 401 (§ Errors; C7). Only a caller with the secret learns why it was revoked.
 */
export function authenticate(core: Core, by: PresentedCredentials): Result<IntegrationRow, Response> {
  const fault = bearerFault(core, by.headers);
  if (fault !== null) return fail(fault);
  const id = integrationIdSchema.safeParse(by.integrationId);
  const integration = id.success ? core.store.integrations.get(id.data) : null;
  if (integration === null) return fail(unknown());
  const secret = by.headers.get(core.switches.now().apiKeyHeader) ?? '';
  if (by.secret === 'needed' && !isSecret(secret, integration.secretHash)) return fail(unknown());
  if (integration.revokedAt === null || by.revoked === 'let-in') return ok(integration);
  const reason = integration.revokedAs === null ? 'Integration revoked' : REVOKED_REASONS[integration.revokedAs];
  return fail(revoked(core, by.revokedStatus ?? 401, reason));
}

function revoked(core: Core, status: number, reason: string): Response {
  const where = core.switches.now().revokedReasonIn;
  const silent = 'Unknown integration or wrong integration secret.';
  if (where === 'text') return new Response(`${reason}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  if (where === 'title') return problem({ status, title: reason, detail: silent });
  return problem({ status, detail: where === 'detail' ? reason : silent });
}

function unknown(): Response {
  return problem({ status: 401, detail: 'Unknown integration or wrong integration secret.' });
}

/** The status route (§ Integration status). We chose the members of its answer, since the contract shows none. */
export function statusRoute(core: Core): Hono {
  return new Hono().get(integrationPath(':integrationId'), faulty(core, 'status'), shaped(core), (context) =>
    answer(core, context.req.param('integrationId') ?? '', context.req.raw.headers),
  );
}

function answer(core: Core, integrationId: string, headers: Headers): Response {
  const { statusNeedsSecret, statusAnswer, revokedStatus, revokedMember } = core.switches.now();
  if (typeof statusAnswer === 'number') {
    return bearerFault(core, headers) ?? (statusAnswer === 200 ? Response.json({ integrationId, status: 'active' }) : always(statusAnswer));
  }
  const secret = statusNeedsSecret ? 'needed' : 'not-needed';
  const found = authenticate(core, {
    integrationId,
    headers,
    secret,
    ...(revokedStatus === 200 ? { revoked: 'let-in' } : { revokedStatus }),
  });
  if (!found.ok) return found.failure;
  if (statusAnswer === 'empty') return new Response(null, { status: 200 });
  return Response.json({ integrationId: found.value.id, ...stateMember(revokedMember, found.value.revokedAt) });
}

/** All of these names are ours: the document shows no member of this answer. */
function stateMember(name: Switches['revokedMember'], revokedAt: IntegrationRow['revokedAt']): object {
  switch (name) {
    case 'status':
    case 'state':
      return { [name]: revokedAt === null ? 'active' : 'revoked' };
    case 'revokedAt':
      return { revokedAt: revokedAt === null ? null : iso(revokedAt) };
    case 'valid':
      return { valid: revokedAt === null };
    default:
      return unreachable(name);
  }
}

function always(status: number): Response {
  return problem({ status, detail: 'The sandbox was asked to say so.' });
}
