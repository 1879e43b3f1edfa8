import type { AnswersView, Overview, RelayView, VaultView } from '#shared/app-api/views.ts';
import type { Disk } from '#shared/domain/disk.ts';
import { standing } from '#shared/domain/standing.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Journal } from '../journal/open-journal.ts';

/** What the tray and the head of the window show. */
export function overviewOf(
  journal: Journal,
  seen: {
    readonly relay: RelayView;
    readonly way: Pick<AnswersView, 'mode' | 'closed'>;
    readonly vault: VaultView;
    readonly disk: Disk;
    readonly now: WallMs;
  },
): Overview {
  const counts = journal.items.counts();
  const companies = [...journal.companies.companies()];
  const folders = [...journal.folders.folders()];
  const { way, ...rest } = seen;
  const answers = { ...way, ...journal.results.figures() };
  // With a disk that takes nothing, nothing goes on, whatever else there is.
  const stands = seen.disk.kind === 'bad' ? 'needs-you' : standing(counts, companies, folders);
  return { standing: stands, counts, companies, folders, answers, recovery: journal.recovery.unseen(), ...rest };
}
