import type { WallMs } from '#shared/lib/duration.ts';
import type { SealKey } from '../store/seal.ts';
import type { BodiesUnder, KeyTrouble, Store } from '../store/store.ts';
import type { CommandOutput } from './said.ts';

export type SealKeysAsked = {
  readonly store: Pick<Store, 'bodiesByKey' | 'keyTroubles' | 'giveUpKey'>;
  /** As configured, the newest first. */
  readonly keys: readonly Pick<SealKey, 'id'>[];
  /** The words after `seal-keys` on the command line. */
  readonly words: readonly string[];
  readonly json: boolean;
  readonly at: WallMs;
  /** The operator's name, for the audit log. */
  readonly by: string;
};

/** `newest` seals; `old` only opens; `missing` and `another` cannot open the bodies sealed under that name; `open`: bodies without a seal. */
type Standing = 'newest' | 'old' | 'open' | KeyTrouble['why'];
type Listed = Omit<BodiesUnder, 'key'> & { readonly id: string | null; readonly standing: Standing; readonly mayGo: boolean };

/**
 * `seal-keys`: lists each key, configured or not, with the bodies under it, and which keys may be removed. `seal-keys give-up ID`: removes the
 * bodies whose key is lost. Null if the command line is wrong; exit code 1 if some bodies cannot be opened, or a key cannot be given up.
 */
export async function sealKeysCommand(asked: SealKeysAsked): Promise<CommandOutput | null> {
  const [verb, id, ...more] = asked.words;
  if (verb === undefined) return list(asked);
  return verb === 'give-up' && id !== undefined && more.length === 0 && !asked.json ? giveUp(asked, id) : null;
}

/** One sentence for each key whose bodies cannot be opened. With any of these the relay does not start. */
export function keyTroubleLines(troubles: readonly KeyTrouble[]): readonly string[] {
  return troubles.map(({ key, why }) => `RELAY_SEAL_KEYS: ${why === 'missing' ? missing(key) : another(key)}; ${WAY_OUT}`);
}

const WAY_OUT =
  '“relay seal-keys” lists what lies under each key, and “relay seal-keys give-up ID” takes away what lies under one that is lost';

function missing(key: string): string {
  return `the store holds results that are sealed with the key “${key}”, which is not configured: add it behind the newest`;
}

function another(key: string): string {
  return `the key “${key}” is not the one of this name that sealed results in the store: bring that one back, and give a new key a new name`;
}

async function list({ store, keys, json }: SealKeysAsked): Promise<CommandOutput> {
  const troubles = new Map((await store.keyTroubles()).map(({ key, why }) => [key, why]));
  const under = await store.bodiesByKey();
  const names = [...new Set([...keys.map(({ id }) => id), ...under.map(({ key }) => key)])];
  const listed = names.map((id): Listed => {
    const { events, conflicts, quarantine } = under.find(({ key }) => key === id) ?? { events: 0, conflicts: 0, quarantine: 0 };
    const standing = id === null ? 'open' : (troubles.get(id) ?? (id === keys[0]?.id ? 'newest' : 'old'));
    return { id, standing, events, conflicts, quarantine, mayGo: standing === 'old' && events + conflicts + quarantine === 0 };
  });
  const code = troubles.size === 0 ? 0 : 1;
  if (json) return { text: JSON.stringify(listed), code };
  if (listed.length === 0) return { text: 'No key is configured, and nothing lies in the store.', code };
  return {
    text: [...listed.map((one) => line(one, keys.length > 0)), ...(listed.some(({ mayGo }) => mayGo) ? ['', HINT] : [])].join('\n'),
    code,
  };
}

const HINT =
  'Before a key is taken away: every node has to run with the newest key in front, and backups that are older than the change still need the old one.';

function line(one: Listed, isSealed: boolean): string {
  const counts = `${one.events} events, ${one.conflicts} in conflict, ${one.quarantine} in quarantine`;
  return [one.id ?? '(open)', counts, advice(one, isSealed)].join('  ');
}

function advice({ standing, mayGo }: Listed, isSealed: boolean): string {
  if (standing === 'newest') return 'newest: it seals';
  if (standing === 'missing') return 'MISSING: not configured, what lies under it cannot be read';
  if (standing === 'another') return 'ANOTHER KEY: the configured one of this name opens nothing of it';
  if (standing === 'open' && !isSealed) return 'no key is configured';
  return mayGo ? 'may be taken away' : 'sealed with the newest within the next rounds of retention';
}

/** Only for bodies that nobody can open any more: a configured key is never given up. */
async function giveUp({ store, at, by }: SealKeysAsked, id: string): Promise<CommandOutput> {
  const trouble = (await store.keyTroubles()).find(({ key }) => key === id);
  if (trouble === undefined) return { text: `Nothing lies under a lost key “${id}”: there is nothing to give up.`, code: 1 };
  const bodies = await store.giveUpKey({ key: id, at, by });
  return {
    text: `Given up: ${bodies} bodies under the key “${id}” are taken away. Desktops that had not read them will not get them.`,
    code: 0,
  };
}
