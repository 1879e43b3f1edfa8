import type { notice as en } from '../../en/desktop/notice.ts';
import type { French } from '../../french.ts';

export const notice: French<typeof en> = {
  'notice.refused.one': '« {{name}} » a été refusé',
  'notice.refused.many_one': '{{count, number}} document a été refusé',
  'notice.refused.many_many': '{{count, number}} de documents ont été refusés',
  'notice.refused.many_other': '{{count, number}} documents ont été refusés',
  'notice.refused.body': 'Votre comptable n’a pas donné de motif. Ouvrez Intray pour voir que faire.',
  'notice.unfit.one': '« {{name}} » ne peut pas être envoyé',
  'notice.unfit.many_one': '{{count, number}} document ne peut pas être envoyé',
  'notice.unfit.many_many': '{{count, number}} de documents ne peuvent pas être envoyés',
  'notice.unfit.many_other': '{{count, number}} documents ne peuvent pas être envoyés',
  'notice.unfit.body': 'Ouvrez Intray pour voir pourquoi, et que faire.',
  'notice.question.one': '« {{name}} » attend votre décision',
  'notice.question.many_one': '{{count, number}} document attend votre décision',
  'notice.question.many_many': '{{count, number}} de documents attendent votre décision',
  'notice.question.many_other': '{{count, number}} documents attendent votre décision',
  'notice.question.body': 'Il ne sera pas envoyé avant votre réponse.',
  'notice.disconnected.title': 'La connexion de {{name}} est interrompue',
  'notice.disconnected.body': 'Rien n’est envoyé pour cette société tant qu’elle n’est pas reconnectée. Rien n’est perdu.',
  'notice.intray': 'Intray',
  'notice.window-crashed': 'La fenêtre ne répondait plus et a été rouverte. L’envoi a continué ; rien n’est perdu.',
  'notice.window-gone':
    'La fenêtre ne fonctionne plus. L’envoi continue sans elle ; rien n’est perdu. Rouvrez-la par l’icône, ou redémarrez Intray.',
  'notice.started-again':
    'Intray s’était arrêté à cause d’une erreur interne et a redémarré. Rien n’est perdu, et rien n’est envoyé deux fois.',
  'notice.no-answer.one': 'Pas encore de réponse pour « {{name}} »',
  'notice.no-answer.many_one': 'Pas encore de réponse pour {{count, number}} document',
  'notice.no-answer.many_many': 'Pas encore de réponse pour {{count, number}} de documents',
  'notice.no-answer.many_other': 'Pas encore de réponse pour {{count, number}} documents',
  'notice.no-answer.body': 'Demandez à votre comptable. Ouvrez Intray pour le numéro de document.',
};
