import type { overview as en } from '../../en/overview/overview.ts';
import type { French } from '../../french.ts';

export const overview: French<typeof en> = {
  'overview.folders_one': '{{count, number}} dossier surveillé, vérifié {{age}}',
  'overview.folders_many': '{{count, number}} de dossiers surveillés, vérifiés {{age}}',
  'overview.folders_other': '{{count, number}} dossiers surveillés, vérifiés {{age}}',
  'overview.folders-first_one': '{{count, number}} dossier surveillé',
  'overview.folders-first_many': '{{count, number}} de dossiers surveillés',
  'overview.folders-first_other': '{{count, number}} dossiers surveillés',
  'overview.folders-away_one': '{{count, number}} dossier ne peut pas être lu',
  'overview.folders-away_many': '{{count, number}} de dossiers ne peuvent pas être lus',
  'overview.folders-away_other': '{{count, number}} dossiers ne peuvent pas être lus',
  'overview.folders-none': 'Aucun dossier surveillé',
};
