import type { installation as en } from '../../en/settings/installation.ts';
import type { French } from '../../french.ts';

export const installation: French<typeof en> = {
  'installation.json': 'Fichier des adresses',
  'installation.json.hint': 'Ouvrez le fichier, ou collez ici tout son contenu.',
  'installation.save': 'Utiliser ce fichier',
  'installation.secrets.title': 'Ce sont d’autres serveurs : saisissez de nouveau les secrets',
  'installation.secrets.text':
    'Les secrets de vos sociétés y seraient envoyés désormais. Pour que seul quelqu’un qui les possède puisse en décider, Intray les redemande un par un. Rien n’a encore été modifié.',
  'installation.secrets.of': 'Secret de {{name}}',
  'installation.secrets.wrong': 'Ce n’est pas le secret qu’Intray possède.',
  'installation.vault':
    'Les secrets gardés sur cet ordinateur ne peuvent pas être lus pour l’instant : Intray ne peut pas vérifier ceux-ci. Si le trousseau est verrouillé, déverrouillez-le et réessayez ; sinon, l’accueil dit que faire.',
  'installation.start-over': 'Repartir de zéro : retirer d’abord toutes les sociétés',
  'installation.start-over.hint':
    'Si vous n’avez plus les secrets. Vos fichiers et l’historique restent ; chaque société est ensuite reconnectée.',
  'installation.start-over.save': 'Retirer toutes les sociétés et utiliser ce fichier',
  'installation.wrong': 'Ce fichier ne peut pas être utilisé : {{place}}.',
  'installation.wrong.json': 'il est incomplet, recopiez-le en entier',
  'installation.wrong.empty': 'ni « relayUrl » ni « service » n’y figure',
  'installation.wrong.member': '« {{member}} » manque ou n’est pas correct',
  'installation.wrong.missing': '« {{member}} » n’y figure pas, et rien ne fonctionne sans',
  'installation.not-set': 'Pas encore configurée',
  'installation.file': 'Ouvrir le fichier…',
};
