import { join } from 'node:path';
import type { Diagnostics, ReportKept, RunsOn, Tried, TryFault } from '#shared/app-api/diagnostics.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';
import { redactedReport } from '#shared/app-api/redacted-report.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { World } from '#shared/ports/world.ts';

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
