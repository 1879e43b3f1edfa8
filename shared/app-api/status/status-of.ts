import type { Company } from '../../domain/company.ts';
import type { DiskFault } from '../../domain/disk.ts';
import type { Folder } from '../../domain/folder/folder.ts';
import { lastPart } from '../../lib/file-names.ts';
import { isVaultShut } from '../secrets.ts';
import { mustAct, needsOf, type NeedsSource } from '../needs-of.ts';
import type { VaultView } from '../views.ts';

/**
 * `stopped`: nothing leaves, for all or for one company, until somebody acts · `to-do`: a user is needed · `in-doubt`: something does not
 * work, and Intray keeps trying · `paused`: by the user's choice · `good`: everything was sent and answered.
 */
export type StatusTone = 'stopped' | 'to-do' | 'in-doubt' | 'paused' | 'under-way' | 'nothing' | 'good';

type ShutVault = Exclude<VaultView, 'open' | 'absent'>;
type AwayFolder = Exclude<Folder['state'], 'present'>;

/** Keys of texts; `shared/i18n` has one for each. */
type StatusKey =
  | `status.disk.${DiskFault}`
  | `status.disk.${DiskFault}.waiting`
  | `status.vault.${ShutVault}`
  | `status.folder.${AwayFolder}`
  | 'status.no-host'
  | 'status.no-company'
  | 'status.ended'
  | 'status.secret'
  | 'status.ended-several'
  | 'status.credentials'
  | 'status.folders'
  | 'status.relay-not-set'
  | 'status.to-do'
  | 'status.clock'
  | 'status.doubt'
  | 'status.doubt-several'
  | 'status.offline'
  | 'status.busy'
  | 'status.delayed'
  | 'status.battery'
  | 'status.paused'
  | 'status.paused-one'
  | 'status.paused-some'
  | 'status.relay'
  | 'status.quiet'
  | 'status.no-folder'
  | 'status.no-folder-several'
  | 'status.recovery'
  | 'status.sending'
  | 'status.awaiting'
  | 'status.nothing'
  | 'status.good'
  | 'status.rest-sent'
  | 'status.begin';

/** One short sentence: its text, what is filled in, and how serious it is. */
export type Status = {
  readonly tone: StatusTone;
  readonly key: StatusKey;
  readonly values: Readonly<Record<string, string | number>>;
};

type Found = Status | null;

/**
 * The state of everything in one sentence. There is one order, the worst first, for window, tray and command line: what stops everything, a
 * company, a folder; what a user has to do; what Intray waits for by itself; what is on its way. Only when none of it applies is all well.
 */
export function statusOf(overview: NeedsSource): Status {
  return (
    stopped(overview) ??
    connectionEnded(overview) ??
    folderAway(overview) ??
    toDo(overview) ??
    waiting(overview) ??
    toKnow(overview) ??
    calm(overview)
  );
}

/** What stands in a quiet line under that sentence: what else is to do, and what becomes of everything else. Never more than two. */
export function underStatus(overview: NeedsSource): readonly Status[] {
  const { tone, key } = statusOf(overview);
  const more = key !== 'status.to-do' && thingsToDo(overview) > 1 ? [toDo(overview)] : [];
  if (key === 'status.nothing') return [statusWith('nothing', 'status.begin')];
  // Where sending has stopped, nothing else is worth a word.
  const lines = tone === 'to-do' ? [...more, restOf(overview, key)] : tone === 'stopped' ? more : [];
  return lines.filter((line) => line !== null);
}

/** Scans in a folder that cannot be read are not known, so nobody can say that all of them were sent. */
function restOf(overview: NeedsSource, key: StatusKey): Found {
  const rest = waiting(overview) ?? toKnow(overview) ?? calm(overview);
  if (rest.key === 'status.nothing') return null;
  if (rest.key !== 'status.good') return rest;
  return key === 'status.to-do' ? statusWith('good', 'status.rest-sent') : null;
}

function stopped({ noHost = false, disk, vault, companies, counts }: NeedsSource): Found {
  if (noHost) return statusWith('stopped', 'status.no-host');
  if (disk.kind === 'bad') {
    const count = counts.waiting + counts.uploading;
    return count === 0
      ? statusWith('stopped', `status.disk.${disk.fault}`)
      : statusWith('stopped', `status.disk.${disk.fault}.waiting`, { count });
  }
  // Without a company there is nothing that a keychain could keep from leaving.
  if (companies.length === 0) return statusWith('nothing', 'status.no-company');
  return isVaultShut(vault) ? statusWith('stopped', `status.vault.${vault}`) : null;
}

function connectionEnded({ companies }: NeedsSource): Found {
  const ended = companies.filter(({ connection }) => connection.kind === 'invalid');
  const isRejected = companies.some(({ connection }) => connection.kind === 'checking' && connection.doubt === 'credentials');
  const [first] = ended;
  // The service has not ended it: what this computer has to prove itself by is gone, or no longer right.
  const isSecret = first?.connection.kind === 'invalid' && ['no-secret', 'wrong-secret'].includes(first.connection.reason);
  const one = isSecret ? 'status.secret' : 'status.ended';
  return named('stopped', ended, [one, 'status.ended-several']) ?? (isRejected ? statusWith('stopped', 'status.credentials') : null);
}

function folderAway({ folders, relay }: NeedsSource): Found {
  const away = folders.flatMap(({ state, path }) => (state === 'present' ? [] : [{ state, name: lastPart(path) }]));
  const [first] = away;
  if (first !== undefined && away.length === 1) return statusWith('to-do', `status.folder.${first.state}`, { name: first.name });
  if (away.length > 1) return statusWith('to-do', 'status.folders', { count: away.length });
  return relay.kind === 'not-set' ? statusWith('to-do', 'status.relay-not-set') : null;
}

function toDo(overview: NeedsSource): Found {
  const count = thingsToDo(overview);
  return count === 0 ? null : statusWith('to-do', 'status.to-do', { count });
}

/** Nothing leaves for now, and nobody is needed. */
function waiting({ clockAheadMs, companies, delay, waitsForMains = false, counts }: NeedsSource): Found {
  if (clockAheadMs !== undefined) return statusWith('in-doubt', 'status.clock');
  const doubtful = companies.filter(({ connection }) => connection.kind === 'checking');
  const doubt = named('in-doubt', doubtful, ['status.doubt', 'status.doubt-several']);
  if (doubt !== null) return doubt;
  if (delay) return statusWith('in-doubt', delayKey(delay.failure.kind), { count: delay.items });
  if (waitsForMains && counts.waiting > 0) return statusWith('paused', 'status.battery', { count: counts.waiting });
  const paused = companies.filter(({ connection }) => connection.kind === 'paused');
  if (paused.length === companies.length) return statusWith('paused', 'status.paused');
  return named('paused', paused, ['status.paused-one', 'status.paused-some']);
}

function delayKey(failure: NonNullable<NeedsSource['delay']>['failure']['kind']): StatusKey {
  if (failure === 'offline') return 'status.offline';
  return failure === 'service' ? 'status.busy' : 'status.delayed';
}

/** Documents leave, but something else is not as it should be. */
function toKnow({ relay, answers, companies, folders, recovery }: NeedsSource): Found {
  if (relay.kind === 'unreachable') return statusWith('in-doubt', 'status.relay');
  if (answers.quiet !== undefined) return statusWith('in-doubt', 'status.quiet');
  const unwatched = companies.filter(({ id }) => !folders.some(({ companyId }) => companyId === id));
  const unseen = named('nothing', unwatched, ['status.no-folder', 'status.no-folder-several']);
  return unseen ?? (recovery === null ? null : statusWith('nothing', 'status.recovery'));
}

function calm({ counts }: NeedsSource): Status {
  const sending = counts.waiting + counts.uploading;
  if (sending > 0) return statusWith('under-way', 'status.sending', { count: sending });
  const awaited = counts.awaiting - counts.noAnswer - counts.unproven;
  if (awaited > 0) return statusWith('under-way', 'status.awaiting', { count: awaited });
  const all = counts.accepted + counts.refused + counts.aside;
  return all === 0 ? statusWith('nothing', 'status.nothing') : statusWith('good', 'status.good');
}

/** One company by its name; several as a number. */
function named(tone: StatusTone, companies: readonly Company[], [one, several]: readonly [StatusKey, StatusKey]): Found {
  const [first] = companies;
  if (first === undefined) return null;
  return companies.length === 1 ? statusWith(tone, one, { name: first.name }) : statusWith(tone, several, { count: companies.length });
}

function statusWith(tone: StatusTone, key: StatusKey, values: Status['values'] = {}): Status {
  return { tone, key, values };
}

/**
 * How many things a user has to do: one for each entry of the list. A document that needs a decision is one thing, and so are seventy
 * documents that wait for one common answer.
 */
export function thingsToDo(overview: NeedsSource): number {
  return needsOf(overview)
    .filter(mustAct)
    .reduce((sum, need) => sum + ('count' in need ? need.count : 1), 0);
}
