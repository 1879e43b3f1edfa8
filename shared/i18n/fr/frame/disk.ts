import type { disk as en } from '../../en/frame/disk.ts';
import type { French } from '../../french.ts';

export const disk: French<typeof en> = {
  'disk.full.title': 'Le disque de cet ordinateur est plein',
  'disk.full.text':
    'Intray note sur le disque ce qu’il envoie avant de l’envoyer : rien n’est donc envoyé pour l’instant. Faites de la place sur le disque où Intray garde ses propres fichiers ; Intray reprendra tout seul, et rien n’est perdu.',
  'disk.read-only.title': 'Intray ne peut pas écrire dans son propre dossier',
  'disk.read-only.text':
    'Rien n’est envoyé pour l’instant, car Intray ne pourrait pas le noter d’abord. Autorisez votre compte à écrire dans le dossier d’Intray, ou demandez à la personne qui s’occupe de cet ordinateur ; Intray reprendra tout seul, et rien n’est perdu.',
  'disk.held.title': 'Un autre programme utilise les fichiers d’Intray',
  'disk.held.text':
    'Un antivirus ou un logiciel de sauvegarde, par exemple. Rien n’est envoyé pour l’instant, car Intray ne pourrait pas le noter d’abord. Fermez ce programme, ou excluez-en le dossier d’Intray ; Intray réessaie et reprendra tout seul, et rien n’est perdu.',
  'disk.broken.title': 'Le disque de cet ordinateur signale des erreurs',
  'disk.broken.text':
    'Rien n’est envoyé pour l’instant, car Intray ne pourrait pas le noter d’abord. Faites vérifier le disque sans tarder ; Intray reprendra tout seul quand il fonctionnera. Vos scans n’ont pas été touchés.',
  'disk.gone.title': 'Les fichiers d’Intray ne sont plus à leur place',
  'disk.gone.text':
    'Ils ont été supprimés, déplacés ou remplacés pendant qu’Intray était ouvert : rien n’est donc envoyé pour l’instant. Remettez-les en place, et Intray reprendra tout seul ; ou quittez Intray et relancez-le : il repart de ses copies, et rien n’est envoyé deux fois. Vos scans n’ont pas été touchés.',
};
