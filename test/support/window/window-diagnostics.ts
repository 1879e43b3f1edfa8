import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';
import type { Diagnostics } from '#shared/app-api/diagnostics.ts';
import { type FolderPlace, NO_FIGURES, type SuggestedFolders } from '#shared/app-api/folder-places.ts';
import type { MonthFigures, MonthSpan, RegisterQuery, RegisterStep } from '#shared/app-api/list/register.ts';
import type { PlaceKind } from '#shared/domain/folder/place-kind.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { mayResolve } from '#shared/domain/item/aside.ts';
import { HOUR_MS, MINUTE_MS, plus } from '#shared/lib/duration.ts';
import type { WindowState } from './window-state.ts';
import { writeRegister } from '#electron/register/write-register.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { chosenOf } from './window-lists.ts';

/** Of a made-up computer; what the overview knows is the same here. */
export function diagnosticsOf({ overview, settings, info }: WindowState): Diagnostics {
  const { now, counts, relay, answers, vault, disk, clockAheadMs } = overview;
  return {
    at: now,
    startedAt: plus(now, -5 * HOUR_MS),
    version: info.version,
    host: info.host,
    runsOn: {
      node: '24.21.0',
      electron: info.host === 'electron' ? '45.4.1' : null,
      system: 'Linux 6.1.0 x64',
      key: 'keychain',
      sqlite: '3.53.4',
    },
    ...partsOf(overview),
    counts,
    updates: { kind: 'current', version: null, checkedAt: plus(now, -2 * HOUR_MS), fault: null, failed: null, obstacle: null },
    relay,
    answers: { ...answers, closed: answers.closed.length },
    journal: { bytes: 18_432_000, lastBackupAt: plus(now, -7 * HOUR_MS), setUpFault: null },
    vault,
    disk: disk.kind === 'bad' ? disk.fault : disk.kind,
    clockAheadMs: clockAheadMs ?? 1_400,
    failures: counts.waiting === 0 ? [] : [{ kind: 'service', code: '503', count: 2, since: plus(now, -9 * MINUTE_MS) }],
    problems: counts.unfit === 0 ? [] : [{ kind: 'password', code: null, count: counts.unfit, since: plus(now, -3 * HOUR_MS) }],
    set: {
      service: settings.service !== null,
      relay: settings.relayUrl !== null,
      proxy: settings.proxy.mode,
      credentials: settings.credentials.mode,
      parallelUploads: settings.parallelUploads,
      checkMinutes: settings.checkMinutes,
      askAfterDays: settings.askAfterDays,
    },
  };
}

function partsOf({ companies, folders }: WindowState['overview']): Pick<Diagnostics, 'companies' | 'folders'> {
  return {
    companies: companies.map(({ id, connection, connectedAt, formerIntegrationIds }) => ({
      id,
      connection: connection.kind,
      because: connection.kind === 'invalid' ? connection.reason : connection.kind === 'checking' ? connection.doubt : null,
      since: connection.kind === 'active' ? connection.seenAt : connection.since,
      connectedAt,
      formerIntegrations: formerIntegrationIds.length,
    })),
    folders: folders.map(({ after, converts, ...folder }) => ({
      ...folder,
      moves: after === 'move',
      converts: CONVERSION_GROUPS.filter((group) => converts[group] !== null),
    })),
  };
}

export function monthsOf({ items, overview }: WindowState, { from, before }: MonthSpan): readonly MonthFigures[] {
  return overview.companies.map(({ id: companyId }) => {
    const found = items.filter((item) => item.companyId === companyId && item.foundAt >= from && item.foundAt < before);
    const of = (...kinds: readonly string[]) => found.filter(({ state }) => kinds.includes(state.kind)).length;
    return {
      companyId,
      accepted: of('accepted'),
      refused: of('refused'),
      unresolved: found.filter(mayResolve).length,
      open: of('held', 'unfit', 'waiting', 'uploading', 'awaiting'),
    };
  });
}

/** Only one folder of the made-up disk has files in it. */
/** What the made-up disk has in it: twelve scans of purchases, and a home with much else. */
export function placeOf(path: string): FolderPlace {
  const place = { path, exists: path.startsWith('/home/anne/Scans'), kind: 'ordinary' as const, ...NO_FIGURES };
  const scans = { files: 12, directly: 12, sendable: 12, endings: 1 };
  if (path === '/home/anne/Scans/Achats') return { ...place, ...scans };
  const kind = SPECIAL[path];
  return kind === undefined ? place : { ...place, exists: true, kind, ...MUCH };
}

const SPECIAL: Readonly<Record<string, PlaceKind>> = {
  '/': 'drive-root',
  '/home': 'system',
  '/home/anne': 'home',
  '/home/anne/Bureau': 'desktop',
  '/home/anne/Documents': 'documents',
  '/home/anne/Images': 'pictures',
  '/home/anne/Téléchargements': 'downloads',
};
const MUCH = { files: 3_212, directly: 41, subfolders: 140, sendable: 12, entries: 3, endings: 23 };

export function suggestedFor({ settings }: WindowState, _companyId: CompanyId): SuggestedFolders {
  const [purchases, sales] = settings.language === 'fr' ? ['Achats', 'Ventes'] : ['Purchases', 'Sales'];
  return { 'purchase-invoices': placeOf(`/home/anne/Intray/${purchases}`), 'sales-invoices': placeOf(`/home/anne/Intray/${sales}`) };
}

/** The real register of made-up documents. A `slow` one is never ready, so that the window's progress message can be looked at. */
export async function* storyRegister(
  state: WindowState,
  of: RegisterQuery,
  stop: Stop | undefined,
): AsyncGenerator<RegisterStep, void, void> {
  const chosen = chosenOf(state.items, of.chosen);
  if (state.register === 'slow') {
    yield { kind: 'progress', done: Math.floor(chosen.length / 3), total: chosen.length };
    await new Promise<void>((resolve) => stop?.addEventListener('abort', () => resolve()));
    return;
  }
  const names = new Map(state.overview.companies.map(({ id, name }) => [id, name]));
  yield* writeRegister(
    { ...of, into: 'parts' },
    {
      clock: nodeClock(),
      page: () => ({ items: chosen, next: null }),
      total: () => chosen.length,
      companyName: (companyId) => names.get(companyId) ?? '',
      font: async () => null,
      drawing: { onThread: undrawn, here: async () => undrawn() },
      saveFile: null,
      keep: async () => null,
    },
    stop,
  );
}

/** Without a font nothing can be drawn. */
function undrawn() {
  return { ask: async () => fail('failed'), end: () => undefined } as const;
}
