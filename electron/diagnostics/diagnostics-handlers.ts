import { join } from 'node:path';
import type { Diagnostics, ReportKept, RunsOn, Tried, Trouble, TryFault } from '#shared/app-api/diagnostics.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { World } from '#shared/ports/world.ts';
import { SENT_BEFORE_WAYS } from '#shared/domain/item/sent-before/sent-before.ts';

/** What is known about this installation in addition to the overview. */
export type DiagnosticsDeps = Pick<World, 'clock' | 'files'> &
  Pick<Diagnostics, 'version' | 'host'> & {
    readonly profile: string;
    readonly runsOn: RunsOn | undefined;
    readonly overview: () => Overview;
    readonly updates: () => UpdatesView;
    readonly settings: () => Settings;
    readonly clockAheadMs: () => number | null;
    readonly troubles: {
      sqlite(): string;
      failures(): readonly Diagnostics['failures'][number][];
      problems(): readonly Diagnostics['problems'][number][];
    };
    /** When the journal's newest backup was made; null while there is none. */
    readonly lastBackupAt: () => Promise<WallMs | null>;
    /** Why the set-up does not lie beside the journal; null if it does. */
    readonly setUpFault: () => Promise<string | null>;
    readonly tryOut: (what: Tried) => Promise<Result<{ readonly milliseconds: number }, TryFault>>;
    /** The dialog that asks where to keep a file; null where there is none. */
    readonly saveFile: ((name: string) => Promise<string | null>) | null;
  };

const UNKNOWN = { node: null, electron: null, system: null, key: null } as const;

/** The state of this installation: what the overview says, without its names, and what it does not say. */
export function diagnosticsHandlers(deps: DiagnosticsDeps): AppHandlers['diagnostics'] {
  const startedAt = deps.clock.wallMs();
  const view = () => readView(deps, startedAt);
  const report = async () => redactedReport(await view());
  return {
    view,
    report: async () => ({ text: await report() }),
    save: () => saved(report, deps),
    try: ({ what }) => deps.tryOut(what),
  };
}

/** The report is made after the user has said where to. */
async function saved(report: () => Promise<string>, { clock, files, saveFile }: DiagnosticsDeps): Promise<ReportKept> {
  const day = new Date(clock.wallMs()).toISOString().slice(0, 10);
  const path = saveFile === null ? null : await saveFile(`Intray ${day}.txt`);
  if (path === null) return { kept: false, code: null };
  const written = await files.writeDurably(path, utf8(await report()));
  return written.ok ? { kept: true, code: null } : { kept: false, code: written.failure.code };
}

async function readView(deps: DiagnosticsDeps, startedAt: WallMs): Promise<Diagnostics> {
  const { troubles } = deps;
  const { companies, folders, counts, relay, answers, vault, disk, now } = deps.overview();
  const { closed, ...way } = answers;
  return {
    at: now,
    startedAt,
    version: deps.version,
    host: deps.host,
    runsOn: { ...(deps.runsOn ?? UNKNOWN), sqlite: troubles.sqlite() },
    companies: companies.map(companyOf),
    folders: folders.map(({ id, companyId, importType, state, watching, lastSweptAt, settleMs, after, converts, sentBefore }) => ({
      id,
      companyId,
      importType,
      state,
      watching,
      lastSweptAt,
      settleMs,
      moves: after === 'move',
      converts: CONVERSION_GROUPS.filter((group) => converts[group] !== null),
      sentBefore,
    })),
    counts,
    updates: standOf(deps.updates()),
    relay,
    answers: { ...way, closed: closed.length },
    journal: await measureJournal(deps),
    vault,
    disk: disk.kind === 'bad' ? disk.fault : disk.kind,
    clockAheadMs: deps.clockAheadMs(),
    failures: [...troubles.failures()],
    problems: [...troubles.problems()],
    set: setOf(deps.settings()),
  };
}

function standOf(view: UpdatesView): Diagnostics['updates'] {
  const version = view.kind === 'loading' || view.kind === 'ready' ? view.version : null;
  const { checkedAt, fault } = view.kind === 'current' ? view : { checkedAt: null, fault: null };
  const failed = view.kind === 'current' || view.kind === 'ready' ? (view.failed?.why ?? null) : null;
  return { kind: view.kind, version, checkedAt, fault, failed, obstacle: view.kind === 'held' ? view.obstacle : null };
}

function companyOf({ id, connection, connectedAt, formerIntegrationIds }: Company): Diagnostics['companies'][number] {
  const because = connection.kind === 'invalid' ? connection.reason : connection.kind === 'checking' ? connection.doubt : null;
  const since = connection.kind === 'active' ? connection.seenAt : connection.since;
  return { id, connection: connection.kind, because, since, connectedAt, formerIntegrations: formerIntegrationIds.length };
}

async function measureJournal({ files, profile, lastBackupAt, setUpFault }: DiagnosticsDeps): Promise<Diagnostics['journal']> {
  const stat = await files.stat(join(profile, 'journal.sqlite'));
  return { bytes: stat.ok ? stat.value.bytes : null, lastBackupAt: await lastBackupAt(), setUpFault: await setUpFault() };
}

/** Which settings are set, never to what: addresses may identify a user. */
function setOf({ service, relayUrl, proxy, credentials, parallelUploads, checkMinutes, askAfterDays }: Settings): Diagnostics['set'] {
  return {
    service: service !== null,
    relay: relayUrl !== null,
    proxy: proxy.mode,
    credentials: credentials.mode,
    parallelUploads,
    checkMinutes,
    askAfterDays,
  };
}

/**
 * The text that a user forwards when they ask for help: in English, one line per fact. It cannot contain a name, path, address, document
 * number or secret, since its input has none; ids are shortened.
 */
export function redactedReport(view: Diagnostics): string {
  const { runsOn, journal, clockAheadMs, set } = view;
  const lines = [
    `Intray ${view.version} (${view.host}), report of ${time(view.at)}`,
    `runs since: ${time(view.startedAt)}`,
    `on: ${runsOn.system ?? 'unknown'}; Node ${runsOn.node ?? '?'}; Electron ${runsOn.electron ?? 'none'}; SQLite ${runsOn.sqlite}`,
    `newer versions: ${updatesOf(view)}`,
    `vault: ${view.vault}, key in ${runsOn.key ?? 'unknown'}`,
    `disk: ${view.disk}`,
    `journal: ${journal.bytes ?? '?'} bytes, last backup ${journal.lastBackupAt === null ? 'none' : time(journal.lastBackupAt)}, set-up beside it: ${journal.setUpFault === null ? 'kept' : `not kept (${journal.setUpFault})`}`,
    `clock: ${clockAheadMs === null ? 'not compared' : `${Math.round(clockAheadMs / SECOND_MS)} s ahead of the service`}`,
    `documents: ${countsOf(view)}`,
    `relay: ${relayOf(view)}`,
    answersOf(view),
    `set: service ${yes(set.service)}, relay ${yes(set.relay)}, proxy ${set.proxy}, credentials ${set.credentials}, ${set.parallelUploads} uploads at once, check every ${set.checkMinutes} min, ask after ${set.askAfterDays} days`,
    ...view.companies.map(companyLine),
    ...view.folders.map(folderLine),
    ...view.failures.map((one) => troubleLine('fails', one)),
    ...view.problems.map((one) => troubleLine('cannot be sent', one)),
  ];
  return `${lines.join('\n')}\n`;
}

function companyLine({ id, connection, because, since, connectedAt, formerIntegrations }: Diagnostics['companies'][number]): string {
  const state = because === null ? connection : `${connection} (${because})`;
  return `company ${short(id)}: ${state} since ${time(since)}, connected ${time(connectedAt)}, ${formerIntegrations} former`;
}

function folderLine(folder: Diagnostics['folders'][number]): string {
  const { id, companyId, importType, state, watching, lastSweptAt, settleMs, moves, converts, sentBefore } = folder;
  const rules = SENT_BEFORE_WAYS.flatMap((way) => (sentBefore[way] === 'ask' ? [] : [`, ${way} pages: ${sentBefore[way]}`]));
  const swept = lastSweptAt === null ? 'never' : time(lastSweptAt);
  return `folder ${short(id)} of ${short(companyId)}: ${importType}, ${state}, by ${watching}, last sweep ${swept}, waits ${settleMs} ms, ${moves ? 'moves' : 'leaves'} files${converts.length === 0 ? '' : `, converts ${converts.join(' and ')}`}${rules.join('')}`;
}

function troubleLine(word: string, { kind, code, count, since }: Trouble): string {
  return `${word}: ${count} × ${kind}${code === null ? '' : ` (${code})`}${since === null ? '' : ` since ${time(since)}`}`;
}

function countsOf({ counts }: Diagnostics): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? 'none' : some.map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function updatesOf({ updates: { kind, version, checkedAt, fault } }: Diagnostics): string {
  const last = checkedAt === null ? '' : `, asked ${time(checkedAt)}`;
  return `${kind}${version === null ? '' : ` ${version}`}${last}${fault === null ? '' : ` (${fault})`}`;
}

function relayOf({ relay }: Diagnostics): string {
  switch (relay.kind) {
    case 'connected':
      return `connected since ${time(relay.since)}, last read ${time(relay.lastReadAt)}`;
    case 'unreachable':
      return `unreachable since ${time(relay.since)} (${relay.code})`;
    case 'connecting':
      return 'no answer yet';
    case 'not-set':
    default:
      return 'not set';
  }
}

function answersOf({ answers }: Diagnostics): string {
  const { mode, lastEventAt, missing, forged, unknownKey, unmatched, closed } = answers;
  const last = lastEventAt === null ? 'none' : time(lastEventAt);
  return `answers: by ${mode}, last ${last}, ${missing} missing, ${forged} not signed, ${unknownKey} by unknown keys, ${unmatched} unmatched, ${closed} closed`;
}

function yes(is: boolean): string {
  return is ? 'set' : 'not set';
}

/** Long enough to tell two ids apart, and to find them again on that computer. */
function short(id: string): string {
  return id.slice(0, 8);
}

function time(at: WallMs): string {
  return new Date(at).toISOString();
}
