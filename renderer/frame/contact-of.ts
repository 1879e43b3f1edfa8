import { isVaultShut } from '#shared/app-api/secrets.ts';
import { statusOf } from '#shared/app-api/status/status-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { LinkState } from '../live/link-state.ts';

export type Contact = {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly key: MessageKey;
  /** The oldest of the companies' last contacts; null if it would say nothing now. */
  readonly at: WallMs | null;
};

/** The connection as a whole, judged by its worst part, and only by round trips that were really made. Never good while sending has stopped. */
export function contactOf(overview: Overview, link: LinkState): Contact {
  const { companies, relay, vault, disk, delay } = overview;
  const kinds = new Set(companies.map(({ connection }) => connection.kind));
  if (link !== 'up' && link !== 'connecting') return none('bad', 'contact.program');
  if (companies.length === 0) return none('quiet', 'contact.no-company');
  if (disk.kind === 'bad') return none('bad', disk.fault === 'full' ? 'contact.disk-full' : 'contact.stopped');
  if (vault === 'locked') return none('bad', 'contact.keychain');
  if (isVaultShut(vault)) return none('bad', 'contact.stopped');
  if (kinds.has('invalid')) return none('bad', companies.length === 1 ? 'contact.lost' : 'contact.lost-one');
  if (kinds.has('checking') || delay) return none('warn', 'contact.doubt');
  if (relay.kind === 'unreachable') return none('warn', 'contact.relay');
  if (relay.kind === 'connecting') return none('quiet', 'contact.relay-connecting');
  if (relay.kind === 'not-set') return none('warn', 'contact.relay-not-set');
  if (!kinds.has('active')) return none('quiet', 'contact.paused');
  if (statusOf(overview).tone === 'stopped') return none('bad', 'contact.stopped');
  return { tone: 'good', key: 'contact.connected', at: lastContact(overview) };
}

/** Of several companies the oldest contact: a newer one would look better than the truth. */
function lastContact({ companies }: Overview): WallMs | null {
  const seen = companies.flatMap(({ connection }) => (connection.kind === 'active' ? [connection.seenAt] : []));
  return seen.length === 0 ? null : seen.reduce((oldest, at) => (at < oldest ? at : oldest));
}

function none(tone: Contact['tone'], key: MessageKey): Contact {
  return { tone, key, at: null };
}
