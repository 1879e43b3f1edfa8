import { join } from 'node:path';
import type { Diagnostics, ReportKept } from '#shared/app-api/diagnostics.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { redactedReport } from '#shared/app-api/redacted-report.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import type { World } from '#shared/ports/world.ts';
import type { DiagnosticsPart } from '../api/parts.ts';
import type { EngineDeps } from '../engine.ts';
import { listBackups } from '../../journal/profile/backups.ts';
import type { Parts } from '../create-parts.ts';

type By = { readonly world: World; readonly deps: EngineDeps; readonly parts: Parts; readonly overview: () => Overview };

const UNKNOWN = { node: null, electron: null, system: null, key: null } as const;

/** How this installation is: what the overview says without its names, and what it does not say. */
export function diagnosticsPart(by: By): DiagnosticsPart {
  const startedAt = by.world.clock.wallMs();
  const view = () => viewOf(by, startedAt);
  const report = async () => redactedReport(await view());
  return { view, report, save: () => saved(report, by), tryOut: (what) => by.parts.tryOut(what) };
}

/** As it is when the person has said where to. */
async function saved(report: () => Promise<string>, { world, deps }: By): Promise<ReportKept> {
  const day = new Date(world.clock.wallMs()).toISOString().slice(0, 10);
  const path = deps.saveFile == null ? null : await deps.saveFile(`Intray ${day}.txt`);
  if (path === null) return { kept: false, code: null };
  const written = await world.files.writeDurably(path, utf8(await report()));
  return written.ok ? { kept: true, code: null } : { kept: false, code: written.failure.code };
}

async function viewOf({ world, deps, parts, overview }: By, startedAt: WallMs): Promise<Diagnostics> {
  const { journal, settings } = parts;
  const { companies, folders, counts, relay, answers, vault, disk, now } = overview();
  const { closed, ...way } = answers;
  return {
    at: now,
    startedAt,
    version: deps.version,
    host: deps.host,
    runsOn: { ...(deps.runsOn ?? UNKNOWN), sqlite: journal.troubles.sqlite() },
    companies: companies.map(companyOf),
    folders: folders.map(({ id, companyId, importType, state, watching, lastSweptAt, settleMs, after }) => ({
      id,
      companyId,
      importType,
      state,
      watching,
      lastSweptAt,
      settleMs,
      moves: after === 'move',
    })),
    counts,
    updates: standOf(deps.updates?.view() ?? { kind: 'not-here' }),
    relay,
    answers: { ...way, closed: closed.length },
    journal: await journalOf(world, deps.profile),
    vault,
    disk: disk.kind === 'bad' ? disk.fault : disk.kind,
    clockAheadMs: parts.clockAheadMs(),
    failures: [...journal.troubles.failures()],
    problems: [...journal.troubles.problems()],
    set: setOf(settings.get()),
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

async function journalOf({ files }: World, profile: string): Promise<Diagnostics['journal']> {
  const stat = await files.stat(join(profile, 'journal.sqlite'));
  const [newest] = await listBackups(files, profile);
  return { bytes: stat.ok ? stat.value.bytes : null, lastBackupAt: newest?.at ?? null };
}

/** What is set, and never to what: addresses may be a person's. */
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
