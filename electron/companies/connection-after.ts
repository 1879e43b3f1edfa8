import type { Connection } from '#shared/domain/connection.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { ConnectionCheck } from '#shared/domain/connection-check.ts';

/**
 * Why the service was asked. `periodic`: it is time. `asked`: by the person. `import-refused`: an import got 401 with a fresh token.
 * `revocation`: an event reports one that may be older than the connection (C29).
 */
export type CheckTrigger = 'periodic' | 'asked' | 'import-refused' | 'revocation';

/** `no-secret`: the vault did not return it, so the service was not asked. `isGone`: the vault will not return it later either. */
export type ConnectionFinding = ConnectionCheck | { readonly kind: 'no-secret'; readonly isGone: boolean };

export type Examined = { readonly finding: ConnectionFinding; readonly causes: ReadonlySet<CheckTrigger>; readonly at: WallMs };

/**
 * The state of a connection after the service was asked about it (C7). An unknown answer changes nothing that was certain. A person's pause stays.
 * An invalid connection becomes active again only by a reconnection, if the person asked, or if its reason was `unknown` or `no-secret`.
 */
export function connectionAfter(current: Connection, { finding, causes, at }: Examined): Connection {
  switch (finding.kind) {
    case 'valid':
      // The status route need not check the secret: valid there and refused at an import means that the secret is wrong.
      if (causes.has('import-refused')) return invalid(current, 'wrong-secret', at);
      return heals(current, causes) ? { kind: 'active', seenAt: at } : current;
    case 'invalid':
      return invalid(current, finding.reason ?? (causes.has('revocation') ? 'revoked' : 'unknown'), at);
    case 'partner':
      return doubted(current, 'partner', at);
    case 'own-credentials':
      return doubted(current, 'credentials', at);
    case 'no-secret':
      return finding.isGone && current.kind !== 'paused' ? invalid(current, 'no-secret', at) : doubted(current, 'secrets', at);
    case 'unknown':
      return current.kind === 'checking' || causes.has('import-refused') ? doubted(current, 'unknown', at) : current;
    default:
      return unreachable(finding);
  }
}

function heals(current: Connection, causes: ReadonlySet<CheckTrigger>): boolean {
  switch (current.kind) {
    case 'active':
    case 'checking':
      return true;
    case 'paused':
      return false;
    case 'invalid':
      return causes.has('asked') || current.reason === 'unknown' || current.reason === 'no-secret';
    default:
      return unreachable(current);
  }
}

function invalid(current: Connection, reason: Reason, at: WallMs): Connection {
  // The first reason stays, unless it says nothing; the event of a revocation has none, and the service may say more.
  if (current.kind === 'invalid') return saysMore(current.reason, reason) ? { ...current, reason } : current;
  return { kind: 'invalid', since: at, reason };
}

function doubted(current: Connection, doubt: Extract<Connection, { kind: 'checking' }>['doubt'], at: WallMs): Connection {
  if (current.kind === 'paused' || current.kind === 'invalid') return current;
  return { kind: 'checking', since: current.kind === 'checking' ? current.since : at, doubt };
}

type Reason = Extract<Connection, { kind: 'invalid' }>['reason'];

function saysMore(before: Reason, reason: Reason): boolean {
  if (before === 'unknown' || before === 'no-secret') return true;
  return before === 'revoked' && reason !== 'unknown' && reason !== 'no-secret';
}
