import type { installation as en } from '../../en/settings/installation.ts';
import type { French } from '../../french.ts';

export const installation: French<typeof en> = {
  'installation.json': 'Configuration (JSON)',
  'installation.json.hint': 'Deux membres : « relayUrl » et « service ».',
  'installation.save': 'Utiliser cette configuration',
  'installation.secrets.title': 'C’est un autre service ou un autre relais : saisissez de nouveau les secrets',
  'installation.secrets.text':
    'Les secrets de vos sociétés y seraient envoyés désormais. Pour que seul quelqu’un qui les possède puisse en décider, Intray les redemande un par un. Rien n’a encore été modifié.',
  'installation.secrets.of': 'Secret de {{name}}',
  'installation.secrets.wrong': 'Ce n’est pas le secret qu’Intray possède.',
  'installation.vault':
    'Le trousseau de cet ordinateur ne s’ouvre pas : Intray ne peut pas vérifier ces secrets. Déverrouillez-le et réessayez.',
  'installation.start-over': 'Repartir de zéro : retirer d’abord toutes les sociétés',
  'installation.start-over.hint':
    'Si vous n’avez plus les secrets. Vos fichiers et l’historique restent ; chaque société est ensuite reconnectée.',
  'installation.start-over.save': 'Retirer toutes les sociétés et utiliser cette configuration',
  'installation.wrong': 'Ce n’est pas une configuration d’Intray : {{place}}.',
  'installation.wrong.json': 'le texte n’est pas du JSON complet',
  'installation.wrong.empty': 'ni « relayUrl » ni « service » n’y figure',
  'installation.wrong.member': '« {{member}} » manque ou n’est pas correct',
  'installation.not-set': 'Pas encore configurée',
  'installation.file': 'Ouvrir le fichier…',
};
