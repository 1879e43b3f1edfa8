import type { contact as en } from '../../en/frame/contact.ts';
import type { French } from '../../french.ts';

export const contact: French<typeof en> = {
  'contact.connected': 'Connecté',
  'contact.last': 'Dernier contact {{age}}',
  'contact.program': 'Sans contact avec Intray',
  'contact.no-company': 'Aucune société',
  'contact.stopped': 'Rien ne part',
  'contact.disk-full': 'Disque plein',
  'contact.keychain': 'Trousseau verrouillé',
  'contact.lost': 'Non connecté',
  'contact.lost-one': 'Une société n’est pas connectée',
  'contact.doubt': 'Connexion incertaine',
  'contact.relay': 'Réponses indisponibles',
  'contact.relay-not-set': 'Réponses non configurées',
  'contact.relay-connecting': 'Connexion…',
  'contact.paused': 'En pause',
};
