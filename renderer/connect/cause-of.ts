import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { INVALID_REASONS } from '#shared/domain/connection.ts';
import { relayTrouble } from '#shared/domain/results/no-answer.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

export const CAUSES = [...INVALID_REASONS, 'partner', 'credentials', 'secrets', 'clock', 'network', 'doubt', 'paused', 'working'] as const;
export type CauseKind = (typeof CAUSES)[number];

/** What is broken, and what repairs it: a secret, identifier and secret, the settings, or nothing that a person could type in. */
export type ConnectCause = {
  readonly kind: CauseKind;
  readonly needs: 'secret' | 'both' | 'settings' | 'nothing' | 'both-if-new';
  readonly tone: 'bad' | 'warn' | 'calm';
  readonly since: WallMs | null;
};

/** What keeps this company from being connected, as far as is known. */
export function causeOf({ connection }: Company, overview: Pick<Overview, 'relay' | 'clockAheadMs'>): ConnectCause {
  switch (connection.kind) {
    case 'active':
      return { kind: 'working', needs: 'both-if-new', tone: 'calm', since: null };
    case 'paused':
      return { kind: 'paused', needs: 'both-if-new', tone: 'calm', since: connection.since };
    case 'invalid': {
      const { reason, since } = connection;
      return { kind: reason, needs: reason === 'wrong-secret' || reason === 'no-secret' ? 'secret' : 'both', tone: 'bad', since };
    }
    case 'checking': {
      const { doubt, since } = connection;
      if (doubt !== 'unknown') return { kind: doubt, needs: doubt === 'credentials' ? 'settings' : 'nothing', tone: 'warn', since };
      return { kind: outside(overview), needs: 'nothing', tone: 'warn', since };
    }
    default:
      return unreachable(connection);
  }
}

/** The cause of an unexplained doubt. A wrong clock breaks every secure connection, so it is checked first. */
function outside({ relay, clockAheadMs }: Pick<Overview, 'relay' | 'clockAheadMs'>): 'clock' | 'network' | 'doubt' {
  if (clockAheadMs !== undefined) return 'clock';
  return relay.kind === 'unreachable' && relayTrouble(relay.code) === 'network' ? 'network' : 'doubt';
}
