import type { AnswersView, Overview, RelayView, VaultView } from '#shared/app-api/views.ts';
import { standing } from '#shared/domain/standing.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Journal } from '../journal/open-journal.ts';

/** What the tray and the head of the window show. */
export function overviewOf(
  journal: Journal,
  seen: { readonly relay: RelayView; readonly way: Pick<AnswersView, 'mode' | 'closed'>; readonly vault: VaultView; readonly now: WallMs },
): Overview {
  const counts = journal.items.counts();
  const companies = [...journal.companies.companies()];
  const folders = [...journal.folders.folders()];
  const { way, ...rest } = seen;
  const answers = { ...way, ...journal.results.figures() };
  return { standing: standing(counts, companies, folders), counts, companies, folders, answers, ...rest };
}
