import type { browsers as en } from '../../en/settings/browsers.ts';
import type { French } from '../../french.ts';

export const browsers: French<typeof en> = {
  'browsers.title': 'Connectés à cette fenêtre',
  'browsers.text':
    'Chaque onglet qui affiche cette fenêtre. Déconnectez ceux que vous n’utilisez plus ou que vous ne reconnaissez pas : l’effet est immédiat.',
  'browsers.email': 'Votre adresse e-mail, dans cet onglet',
  'browsers.email.text': 'Pour les fichiers ajoutés dans cet onglet, jusqu’à sa déconnexion ; à la place de celle de la société.',
  'browsers.unknown': 'Un navigateur',
  'browsers.on': '{{browser}} sous {{system}}',
  'browsers.own': 'Ce navigateur, dans cet onglet',
  'browsers.since': 'Connecté le {{moment}}',
  'browsers.used': 'dernière utilisation :',
  'browsers.end': 'Déconnecter',
  'browsers.end.one': 'Déconnecter : {{name}}, connecté le {{moment}}',
  'browsers.end.others': 'Déconnecter tous les autres',
  'browsers.end.all': 'Déconnecter partout',
  'browsers.own.title': 'Déconnecter ce navigateur ?',
  'browsers.own.text':
    'Cet onglet n’affichera plus rien tant que vous n’y aurez pas ouvert une nouvelle adresse, que la commande « intray url » vous donne. L’envoi continue.',
  'browsers.all.title': 'Déconnecter partout ?',
  'browsers.all.text':
    'Ce navigateur est déconnecté lui aussi. Les adresses qui n’ont pas encore été ouvertes ne valent plus rien ; pour revenir, obtenez-en une nouvelle avec la commande « intray url ». L’envoi continue.',
  'browsers.told.one': 'Déconnecté : {{name}}',
  'browsers.told.others_one': '{{count, number}} autre onglet est déconnecté',
  'browsers.told.others_many': '{{count, number}} autres onglets sont déconnectés',
  'browsers.told.others_other': '{{count, number}} autres onglets sont déconnectés',
};
