import { Hono } from 'hono';
import { integrationPath } from '#shared/contract/routes.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type Core, iso } from '../core.ts';
import { faulty } from '../faults/faulty.ts';
import { shaped } from '../faults/broken-answer.ts';
import { bearerFault } from '../oauth/token-route.ts';
import { problem } from '../problem.ts';
import type { IntegrationRow } from '../store/integration-rows.ts';
import type { Switches } from '../switches/switches-schema.ts';
import { authenticate } from './authenticate.ts';

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
