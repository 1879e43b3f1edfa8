import { standingOf } from '#shared/app-api/needs-of.ts';
import type { AnswersView, Overview, RelayView, VaultView } from '#shared/app-api/views.ts';
import type { Disk } from '#shared/domain/disk.ts';
import { DELAY_MS } from '#shared/domain/item/delay.ts';
import { MINUTE_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Intake } from '../intake/create-intake.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { RelayHeard } from '../results/relay-heard.ts';
import type { Looked } from './look-once.ts';
import { quietWay } from './network/quiet-way.ts';

/** Ages and dates that are shown are wrong by it; less is a drift that nobody needs to hear of. */
const CLOCK_SHOWN_MS = 5 * MINUTE_MS;

/** What the overview is made of beside the journal. */
export type Seen = Looked & {
  readonly relay: RelayView;
  readonly way: Pick<AnswersView, 'mode' | 'closed'>;
  readonly heard: RelayHeard;
  readonly vault: VaultView;
  readonly vaultDetail: string | null;
  readonly disk: Disk;
  readonly clockAheadMs: number | null;
  readonly waitsForMains: boolean;
  readonly isCopied: boolean;
  readonly now: WallMs;
};

type Inside = { readonly journal: Journal; readonly intake: Intake };

/** What the tray and the head of the window show. */
export function overviewOf({ journal, intake }: Inside, seen: Seen): Overview {
  const { relay, way, heard, vault, vaultDetail, disk, clockAheadMs, now } = seen;
  const companies = [...journal.companies.companies()];
  const strays = intake.strays().map(({ names, ...stray }) => ({ ...stray, names: [...names] }));
  const unfinished = intake.unfinished().map((one) => ({ ...one, files: [...one.files] }));
  // What waits for a person, or for the service to speak of the company, says so itself.
  const companyIds = companies.filter(({ connection }) => connection.kind === 'active').map(({ id }) => id);
  const quiet = quietWay({ relay, heard, now, oldestAwaiting: () => journal.noAnswers.oldestAwaiting() });
  const shown = {
    delay: journal.delays.delay({ before: wallMs(now - DELAY_MS), companyIds }),
    counts: journal.items.counts(),
    companies,
    removed: [...journal.companies.removed()],
    folders: foldersOf({ journal, intake }, seen),
    strays,
    ...(unfinished.length > 0 ? { unfinished } : {}),
    relay,
    answers: { ...way, ...journal.results.figures(), ...quiet },
    vault,
    ...(vaultDetail === null ? {} : { vaultDetail }),
    disk,
    recovery: journal.recovery.unseen(),
    ...(clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_SHOWN_MS ? { clockAheadMs } : {}),
    ...(seen.waitsForMains ? { waitsForMains: true } : {}),
    ...(seen.isCopied ? { isCopied: true } : {}),
    ...(seen.noHost ? { noHost: true } : {}),
    now,
  };
  return { standing: standingOf(shown), ...shown };
}

function foldersOf({ journal, intake }: Inside, { folderStates }: Seen): Overview['folders'] {
  return journal.folders.folders().map((folder) => ({
    ...folder,
    state: folderStates.get(folder.id) ?? folder.state,
    watching: intake.watching(folder.id),
    ...intake.passedOver(folder.id),
  }));
}
