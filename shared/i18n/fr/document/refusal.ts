import type { refusal as en } from '../../en/document/refusal.ts';
import type { French } from '../../french.ts';

export const refusal: French<typeof en> = {
  'refusal.corrected': 'Un fichier corrigé a été déposé',
  'refusal.more': 'Conseils et autres actions',
  'refusal.ask': 'Pour votre comptable',
  'refusal.look': 'Voir le message',
  'refusal.copied': 'Le message est copié. Collez-le dans un e-mail à votre comptable.',
  'refusal.no-mail':
    'Aucun logiciel de messagerie ne s’est ouvert sur cet ordinateur. Le message est copié : collez-le dans un e-mail à votre comptable.',
  'refusal.mail-bare': 'Le message est trop long pour être rempli d’avance. Il est copié : collez-le dans l’e-mail qui s’est ouvert.',
  'refusal.subject': 'Question sur {{name}}',
  'refusal.subject.refused': 'Document refusé : {{name}}',
  'refusal.technical': 'Détails techniques',
};
