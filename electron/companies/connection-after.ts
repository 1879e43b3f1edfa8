import type { Connection, ConnectionCheck, InvalidReason } from '#shared/domain/connection.ts';
import { LEFT_BY } from '#shared/domain/left-by.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/**
 * Why the service was asked. `periodic`: it is time. `asked`: by the user. `import-refused`: an import got 401 with a fresh token.
 * `revocation`: an event reports one that may be older than the connection (C29).
 */
export type CheckTrigger = 'periodic' | 'asked' | 'import-refused' | 'revocation';

/**
 * `secret`: the service calls the connection valid, which says nothing about the secret, so the relay was asked for its proof. `unproven`: it
 * could not be had, `limited`: for now, because too many have failed. `againMs`: how long the relay asks us to wait.
 */
export type SecretFinding = {
  readonly kind: 'secret';
  readonly is: 'right' | 'wrong' | 'unproven' | 'limited';
  readonly againMs?: number;
};

/** `no-secret`: the vault did not return it, so the service was not asked. `isGone`: the vault will not return it later either. */
export type ConnectionFinding = ConnectionCheck | SecretFinding | { readonly kind: 'no-secret'; readonly isGone: boolean };

/** `refusals`: how often in a row imports were refused as unauthorised, with a pause between, while nobody could say whether the secret is right. */
export type Examined = {
  readonly finding: ConnectionFinding;
  readonly causes: ReadonlySet<CheckTrigger>;
  readonly refusals: number;
  readonly at: WallMs;
};

type Invalid = Extract<Connection, { kind: 'invalid' }>;

/** Refused imports without a proof of the relay before the user is told that the secret is wrong. */
const REFUSALS_UNTIL_TOLD = 2;

/**
 * The state of a connection after the service was asked about it (C7). An unknown answer changes nothing that was certain. A user's pause stays.
 * What only this computer concluded ends when it is no longer found; what the service itself said ends by a reconnection, or if the user asks.
 */
export function connectionAfter(current: Connection, { finding, causes, refusals, at }: Examined): Connection {
  switch (finding.kind) {
    case 'valid':
      return heals(current, causes) ? { kind: 'active', seenAt: at } : current;
    case 'secret':
      return afterProof(current, { finding, causes, refusals, at });
    case 'invalid':
      return gone(current, finding.reason, { byOldEvent: causes.has('revocation'), at });
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

/** True if nobody but this computer says so: one bad second of the service may be all that is behind it, so it is asked again by itself. */
export function isConcludedHere(connection: Connection): connection is Invalid {
  return connection.kind === 'invalid' && (LEFT_BY.connection[connection.reason] === 'itself' || connection.asked !== undefined);
}

function afterProof(current: Connection, { finding, causes, refusals, at }: Examined & { readonly finding: SecretFinding }): Connection {
  const isRefused = causes.has('import-refused');
  switch (finding.is) {
    case 'right':
      // Refused with the right secret: whatever is wrong at the service, the user cannot mend it by another secret.
      if (isRefused && !causes.has('asked')) return isWrong(current) ? inDoubt(at) : doubted(current, 'unknown', at);
      return isWrong(current) || heals(current, causes) ? { kind: 'active', seenAt: at } : current;
    case 'wrong':
      return invalid(current, 'wrong-secret', at);
    case 'unproven':
    case 'limited':
      if (isRefused && (isWrong(current) || refusals >= REFUSALS_UNTIL_TOLD)) return invalid(current, 'wrong-secret', at);
      if (isRefused) return doubted(current, 'unknown', at);
      return isWrong(current) && finding.is === 'unproven' ? { ...current, trial: true } : current;
    default:
      return unreachable(finding.is);
  }
}

function isWrong(connection: Connection): connection is Invalid {
  return connection.kind === 'invalid' && connection.reason === 'wrong-secret';
}

function heals(current: Connection, causes: ReadonlySet<CheckTrigger>): boolean {
  switch (current.kind) {
    case 'active':
    case 'checking':
      return true;
    case 'paused':
      return false;
    case 'invalid':
      return (causes.has('asked') || isConcludedHere(current)) && current.reason !== 'wrong-secret';
    default:
      return unreachable(current);
  }
}

type Gone = { readonly byOldEvent: boolean; readonly at: WallMs };

/** An old event counts if the service no longer accepts the connection; but that the two belong together is our conclusion. */
function gone(current: Connection, reason: InvalidReason | null, { byOldEvent, at }: Gone): Connection {
  const next = invalid(current, reason ?? (byOldEvent ? 'revoked' : 'unknown'), at);
  const isNew = next !== current && next.kind === 'invalid' && next.reason === 'revoked';
  return isNew ? { ...next, asked: { times: 0, at } } : next;
}

function invalid(current: Connection, reason: InvalidReason, at: WallMs): Connection {
  // The first reason stays, unless it says nothing; the event of a revocation has none, and the service may say more.
  if (current.kind === 'invalid') return saysMore(current, reason) ? { kind: 'invalid', since: current.since, reason } : current;
  return { kind: 'invalid', since: at, reason };
}

function doubted(current: Connection, doubt: Extract<Connection, { kind: 'checking' }>['doubt'], at: WallMs): Connection {
  if (current.kind === 'paused' || current.kind === 'invalid') return current;
  return { kind: 'checking', since: current.kind === 'checking' ? current.since : at, doubt };
}

function inDoubt(at: WallMs): Connection {
  return { kind: 'checking', since: at, doubt: 'unknown' };
}

/** What the service itself says is more than what was concluded here. */
function saysMore(before: Invalid, reason: InvalidReason): boolean {
  if (before.reason === 'unknown' || before.reason === 'no-secret') return before.reason !== reason;
  if (before.reason === 'wrong-secret') return LEFT_BY.connection[reason] === 'user';
  return before.reason === 'revoked' && reason !== 'revoked' && LEFT_BY.connection[reason] === 'user';
}
