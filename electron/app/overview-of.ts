import { standingOf } from '#shared/app-api/needs-of.ts';
import type { AnswersView, Overview, RelayView, VaultView } from '#shared/app-api/views.ts';
import type { Disk } from '#shared/domain/disk.ts';
import { DELAY_MS } from '#shared/domain/delay.ts';
import { MINUTE_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Intake } from '../intake/create-intake.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { RelayHeard } from '../results/relay-heard.ts';
import { quietWay } from './quiet-way.ts';

/** Ages and dates that are shown are wrong by it; less is a drift that nobody needs to hear of. */
const CLOCK_SHOWN_MS = 5 * MINUTE_MS;

/** What the tray and the head of the window show. */
export function overviewOf(
  { journal, intake }: { readonly journal: Journal; readonly intake: Intake },
  seen: {
    readonly relay: RelayView;
    readonly way: Pick<AnswersView, 'mode' | 'closed'>;
    readonly heard: RelayHeard;
    readonly vault: VaultView;
    readonly disk: Disk;
    readonly clockAheadMs: number | null;
    readonly waitsForMains: boolean;
    readonly isCopied: boolean;
    readonly now: WallMs;
  },
): Overview {
  const counts = journal.items.counts();
  const companies = [...journal.companies.companies()];
  const removed = [...journal.companies.removed()];
  const folders = journal.folders
    .folders()
    .map((folder) => ({ ...folder, watching: intake.watching(folder.id), ...intake.passedOver(folder.id) }));
  const strays = intake.strays().map(({ names, ...stray }) => ({ ...stray, names: [...names] }));
  const unfinished = intake.unfinished().map((one) => ({ ...one, files: [...one.files] }));
  // What waits for a person, or for the service to speak of the company, says so itself.
  const companyIds = companies.filter(({ connection }) => connection.kind === 'active').map(({ id }) => id);
  const delay = journal.delays.delay({ before: wallMs(seen.now - DELAY_MS), companyIds });
  const { way, heard, clockAheadMs, waitsForMains, isCopied, ...rest } = seen;
  const wrongClock = clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_SHOWN_MS ? { clockAheadMs } : {};
  const quiet = quietWay({ ...rest, heard, oldestAwaiting: () => journal.noAnswers.oldestAwaiting() });
  const answers = { ...way, ...journal.results.figures(), ...quiet };
  const recovery = journal.recovery.unseen();
  const shown = {
    delay,
    counts,
    companies,
    removed,
    folders,
    strays,
    ...(unfinished.length > 0 ? { unfinished } : {}),
    answers,
    recovery,
    ...wrongClock,
    ...(waitsForMains ? { waitsForMains } : {}),
    ...(isCopied ? { isCopied } : {}),
    ...rest,
  };
  return { standing: standingOf(shown), ...shown };
}
