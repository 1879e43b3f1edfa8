import { standingOf } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { DELAY_MS } from '#shared/domain/item/delay.ts';
import { MINUTE_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import { quietWay } from '../results/quiet-way.ts';
import type { Parts } from './parts.ts';
import type { Looked } from './look-once.ts';

/** By how much the clock must be off to be shown: dates and ages are wrong by as much, and a smaller drift needs nobody's attention. */
const CLOCK_SHOWN_MS = 5 * MINUTE_MS;

/** What the tray and the head of the window show. */
export function overviewOf(parts: Parts, looked: Looked, now: WallMs): Overview {
  const { journal, intake, results, vault, disk, dates, other } = parts;
  const [relay, vaultDetail, clockAheadMs] = [results.view(), vault.detail(), dates.aheadMs()];
  const companies = [...journal.companies.companies()];
  const strays = intake.strays().map(({ names, ...stray }) => ({ ...stray, names: [...names] }));
  const ignoredMisplaced = intake.ignoredMisplaced().map((one) => ({ ...one }));
  const unfinished = intake.unfinished().map((one) => ({ ...one, files: [...one.files] }));
  // Documents of the others wait for a person or for the service's word on the company, and say so themselves.
  const companyIds = companies.filter(({ connection }) => connection.kind === 'active').map(({ id }) => id);
  const lastReceivedAt = journal.months.lastReceivedAt();
  const bulkArrivals = journal.bulkArrivals.bulkArrivals();
  const sentBefore = journal.sentBefore.groups();
  const quiet = quietWay({ relay, heard: results.heard(), now, oldestAwaiting: () => journal.noAnswers.oldestAwaiting() });
  const shown = {
    delay: journal.delays.delay({ before: wallMs(now - DELAY_MS), companyIds }),
    counts: journal.items.counts(),
    ...(bulkArrivals.length > 0 ? { bulkArrivals: [...bulkArrivals] } : {}),
    ...(sentBefore.length > 0 ? { sentBefore: sentBefore.map((one) => ({ ...one, names: [...one.names] })) } : {}),
    companies,
    removed: [...journal.companies.removed()],
    folders: foldersOf(parts, looked),
    strays,
    ...(ignoredMisplaced.length > 0 ? { ignoredMisplaced } : {}),
    ...(unfinished.length > 0 ? { unfinished } : {}),
    relay,
    answers: { ...results.way(), ...journal.results.figures(), ...quiet },
    vault: vault.view(),
    ...(vaultDetail === null ? {} : { vaultDetail }),
    disk: disk.view(),
    recovery: journal.recovery.unseen(),
    ...(clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_SHOWN_MS ? { clockAheadMs } : {}),
    ...(lastReceivedAt === null ? {} : { lastReceivedAt }),
    ...(parts.waitsForMains() ? { waitsForMains: true } : {}),
    ...(other.isThere() ? { isCopied: true } : {}),
    ...(looked.noHost ? { noHost: true } : {}),
    now,
  };
  return { standing: standingOf(shown), ...shown };
}

function foldersOf({ journal, intake }: Parts, { folderStates }: Looked): Overview['folders'] {
  return journal.folders.folders().map((folder) => ({
    ...folder,
    state: folderStates.get(folder.id) ?? folder.state,
    watching: intake.watching(folder.id),
    ...intake.passedOver(folder.id),
  }));
}
