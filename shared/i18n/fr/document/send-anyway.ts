import type { sendAnyway as en } from '../../en/document/send-anyway.ts';
import type { French } from '../../french.ts';

export const sendAnyway: French<typeof en> = {
  'send-anyway.title': 'Envoyer {{name}} quand même ?',
  'send-anyway.text':
    'Il part chez votre comptable exactement tel qu’il est dans le dossier. Votre comptable ne pourra peut-être pas l’ouvrir, et pourra le refuser. Ce qui est envoyé ne peut pas être repris.',
  'send-anyway.told.gone':
    'Le fichier n’est plus à sa place : rien n’a été envoyé. Remettez le même fichier dans le dossier, puis réessayez.',
  'send-anyway.told.changed':
    'Le fichier a changé depuis qu’Intray l’a vérifié : rien n’a été envoyé. Intray vérifie de lui-même le fichier modifié.',
  'send-anyway.told.in-cloud':
    'Le contenu du fichier se trouve désormais uniquement dans le cloud : rien n’a été envoyé. Ouvrez une fois le fichier sur cet ordinateur, puis réessayez.',
  'send-anyway.told.unreadable':
    'Le fichier ne peut pas être lu pour l’instant, car un autre programme l’utilise ou son disque ne répond pas : rien n’a été envoyé. Réessayez dans un instant.',
  'send-anyway.told.not-fit':
    'Le fichier ne commence pas comme un PDF, JPEG, PNG ou BMP : rien n’a été envoyé. Scannez-le ou enregistrez-le à nouveau.',
  'send-anyway.told.not-offered': 'Le document a changé entre-temps et ne peut plus être envoyé ainsi.',
  'send-anyway.told.failed': 'Cela n’a pas fonctionné. Réessayez.',
};
