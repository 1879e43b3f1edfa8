import type { unfinished as en } from '../en/unfinished.ts';
import type { French } from '../french.ts';

export const unfinished: French<typeof en> = {
  'unfinished.title': 'En cours d’écriture, ou incomplets',
  'unfinished.text': 'Intray envoie chacun d’eux dès qu’il est complet.',
  'unfinished.more_one': '{{count, number}} autre',
  'unfinished.more_many': '{{count, number}} d’autres',
  'unfinished.more_other': '{{count, number}} autres',
  'unfinished.send': 'Envoyer tel quel',
  'unfinished.told.taken': '« {{name}} » est maintenant dans la liste.',
  'unfinished.told.known': 'Le même contenu que « {{name}} » est déjà dans la liste. Il n’est pas renvoyé.',
  'unfinished.told.changed': '« {{name}} » vient de changer. Intray attend que son écriture soit terminée.',
  'unfinished.told.unreadable':
    '« {{name}} » ne peut pas être lu pour l’instant : un autre programme l’utilise, ou son disque ne répond pas.',
  'unfinished.told.too-soon': '« {{name}} » est là depuis moins d’une minute. Réessayez dans un instant.',
  'unfinished.told.not-fit': '« {{name}} » est vide, ou n’est pas un fichier PDF, JPEG, PNG ou BMP.',
  'unfinished.told.gone': '« {{name}} » n’est plus en attente : il est complet, ou il a été retiré.',
  'unfinished.told.failed': 'Cela n’a pas fonctionné. Réessayez.',
};
