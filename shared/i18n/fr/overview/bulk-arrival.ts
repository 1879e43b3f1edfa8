import type { bulkArrival as en } from '../../en/overview/bulk-arrival.ts';
import type { French } from '../../french.ts';

export const bulkArrival: French<typeof en> = {
  'bulk-arrival.send-all': 'Tout envoyer',
  'bulk-arrival.send-none': 'Ne pas les envoyer',
  'bulk-arrival.send-since': 'À partir d’une date…',
  'bulk-arrival.since-day': 'À partir du',
  'bulk-arrival.oldest': 'Le plus ancien date du {{moment}}.',
  'bulk-arrival.going_one': '{{count, number}} document sera envoyé.',
  'bulk-arrival.going_many': '{{count, number}} de documents seront envoyés.',
  'bulk-arrival.going_other': '{{count, number}} documents seront envoyés.',
  'bulk-arrival.going-none': 'Aucun ne date de ce jour ou d’après.',
  'bulk-arrival.confirm.all_one': 'Envoyer {{count, number}} document ?',
  'bulk-arrival.confirm.all_many': 'Envoyer {{count, number}} de documents ?',
  'bulk-arrival.confirm.all_other': 'Envoyer {{count, number}} documents ?',
  'bulk-arrival.confirm.all.text': 'Ils partent chez votre comptable et ne peuvent pas être repris.',
  'bulk-arrival.confirm.none_one': 'Ne pas envoyer {{count, number}} document ?',
  'bulk-arrival.confirm.none_many': 'Ne pas envoyer {{count, number}} de documents ?',
  'bulk-arrival.confirm.none_other': 'Ne pas envoyer {{count, number}} documents ?',
  'bulk-arrival.confirm.none.text':
    'Ils restent où ils sont et ne sont pas envoyés. Vous les retrouvez sous « Ignorés » et pouvez encore les envoyer. Ce qui arrive désormais est envoyé.',
  'bulk-arrival.confirm.since_one': 'À partir de quelle date envoyer {{count, number}} document ?',
  'bulk-arrival.confirm.since_many': 'Lesquels des {{count, number}} de documents envoyer ?',
  'bulk-arrival.confirm.since_other': 'Lesquels des {{count, number}} documents envoyer ?',
  'bulk-arrival.confirm.since.do': 'Envoyer ces documents',
  'bulk-arrival.confirm.since.text': 'Les plus anciens restent où ils sont, sous « Ignorés ». Ce qui est envoyé ne peut pas être repris.',
};
