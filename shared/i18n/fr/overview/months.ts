import type { months as en } from '../../en/overview/months.ts';
import type { French } from '../../french.ts';

export const months: French<typeof en> = {
  'months.title': '{{month}} par société',
  'months.title-one': '{{month}}',
  'months.accepted_one': '{{count, number}} accepté',
  'months.accepted_many': '{{count, number}} acceptés',
  'months.accepted_other': '{{count, number}} acceptés',
  'months.refused_one': '{{count, number}} refusé',
  'months.refused_many': '{{count, number}} refusés',
  'months.refused_other': '{{count, number}} refusés',
  'months.open_one': '{{count, number}} en attente',
  'months.open_many': '{{count, number}} en attente',
  'months.open_other': '{{count, number}} en attente',
  'months.complete': '{{month}} : rien en attente',
  'months.none': 'Aucun document',
  'months.earlier': 'Avant : {{month}}',
  'months.later': 'Après : {{month}}',
  'months.register': 'Relevé de {{month}} : {{name}}',
  'months.details': 'Détails de {{name}}',
  'months.missing': '{{month}}, pas encore là : {{what}}',
  'months.last': 'le dernier est arrivé {{age}}',
  'months.not-expected': 'Ne plus l’attendre',
  'months.unexpected': 'N’est plus attendu',
  'months.expect': 'Attendre à nouveau',
};
