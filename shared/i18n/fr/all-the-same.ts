import type { allTheSame as en } from '../en/all-the-same.ts';
import type { French } from '../french.ts';

export const allTheSame: French<typeof en> = {
  'all-the-same.title': 'Envoyer {{name}} quand même ?',
  'all-the-same.text':
    'Il part chez votre comptable exactement tel qu’il est dans le dossier. Son logiciel ne pourra peut-être pas l’ouvrir, et pourra le refuser. Ce qui est envoyé ne peut pas être repris.',
  'all-the-same.told.gone':
    'Le fichier n’est plus à sa place, rien n’a donc été envoyé. Remettez le même fichier dans le dossier, puis réessayez.',
  'all-the-same.told.changed':
    'Le fichier a changé depuis qu’Intray l’a vérifié, rien n’a donc été envoyé. Intray vérifie de lui-même le fichier modifié.',
  'all-the-same.told.in-cloud':
    'Le contenu du fichier se trouve désormais uniquement dans le cloud, rien n’a donc été envoyé. Ouvrez une fois le fichier sur cet ordinateur, puis réessayez.',
  'all-the-same.told.unreadable':
    'Le fichier ne peut pas être lu pour l’instant, rien n’a donc été envoyé : un autre programme l’utilise, ou son disque ne répond pas. Réessayez dans un instant.',
  'all-the-same.told.not-fit':
    'Le fichier ne commence pas comme un PDF, JPEG, PNG ou BMP, rien n’a donc été envoyé. Scannez-le ou enregistrez-le à nouveau.',
  'all-the-same.told.not-offered': 'Le document a changé entre-temps et ne peut plus être envoyé ainsi.',
  'all-the-same.told.failed': 'Cela n’a pas fonctionné. Réessayez.',
  'document.all-the-same': 'Vous avez choisi de l’envoyer quand même',
};
