import type { Overview } from '#shared/app-api/views.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { LinkState } from '../live/link-state.ts';

export type Contact = {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly key: MessageKey;
  /** When every company that sends had been reached at least once; null where that says nothing now. */
  readonly at: WallMs | null;
};

/** The connection as a whole, by what is worst of it: never by hope, always by a round trip that was really made. */
export function contactOf(overview: Overview, link: LinkState): Contact {
  const { companies, relay, vault, delay } = overview;
  const kinds = new Set(companies.map(({ connection }) => connection.kind));
  if (link !== 'up' && link !== 'connecting') return none('bad', 'contact.program');
  if (companies.length === 0) return none('quiet', 'contact.no-company');
  if (vault !== 'open' && vault !== 'absent') return none('bad', 'contact.keychain');
  if (kinds.has('invalid')) return none('bad', companies.length === 1 ? 'contact.lost' : 'contact.lost-one');
  if (kinds.has('checking') || delay) return none('warn', 'contact.doubt');
  if (relay.kind === 'unreachable') return none('warn', 'contact.relay');
  if (relay.kind === 'not-set') return none('warn', 'contact.relay-not-set');
  if (!kinds.has('active')) return none('quiet', 'contact.paused');
  return { tone: 'good', key: 'contact.connected', at: lastContact(overview) };
}

/** Of several companies the one that was reached longest ago: the others would make it look better than it is. */
function lastContact({ companies }: Overview): WallMs | null {
  const seen = companies.flatMap(({ connection }) => (connection.kind === 'active' ? [connection.seenAt] : []));
  return seen.length === 0 ? null : seen.reduce((oldest, at) => (at < oldest ? at : oldest));
}

function none(tone: Contact['tone'], key: MessageKey): Contact {
  return { tone, key, at: null };
}
