import type { message as en } from '../../en/document/message.ts';
import type { French } from '../../french.ts';

export const message: French<typeof en> = {
  'message.write': 'Écrire au comptable',
  'message.title': 'Message à votre comptable',
  'message.intro': 'Relisez-le, changez ce que vous voulez, puis copiez-le dans votre e-mail. Intray n’envoie rien de lui-même.',
  'message.text': 'Message',
  'message.copy': 'Copier le message',
  'message.copied': 'Copié. Collez-le dans un e-mail à votre comptable.',
  'message.not-copied': 'La copie n’a pas réussi. Sélectionnez le texte et copiez-le vous-même.',
  'message.hello': 'Bonjour,',
  'message.refused': 'Le document ci-dessous a été refusé, pour ce motif :',
  'message.quoted': '« {{reason}} »',
  'message.refused-ask': 'Pourriez-vous me dire ce que je dois changer, ou envoyer à la place ?',
  'message.no-reason':
    'Le document ci-dessous a été refusé, sans motif. Pourriez-vous me dire pourquoi, et ce que je dois envoyer à la place ?',
  'message.awaiting':
    'J’ai envoyé le document ci-dessous et n’ai pas encore eu de réponse. L’avez-vous reçu, et manque-t-il quelque chose ?',
  'message.contradicted': 'Il y a deux réponses différentes pour le document ci-dessous. Pourriez-vous me dire laquelle est la bonne ?',
  'message.doubt': 'Je ne sais pas si le document ci-dessous vous est parvenu. Pourriez-vous vérifier que vous l’avez ?',
  'message.question': 'J’ai une question sur le document ci-dessous.',
  'message.document': 'Document : {{name}}',
  'message.company': 'Société : {{name}} ({{type}})',
  'message.company.alone': 'Société : {{name}}',
  'message.sent-on': 'Reçu par le service d’import : {{moment}}',
  'message.number': 'Numéro de document : {{number}}',
  'message.reference': 'Référence : {{reference}}',
  'message.thanks': 'Merci d’avance,',
  'message.unproven':
    'J’ai reçu pour le document ci-dessous une réponse que je ne peux pas vérifier. Pourriez-vous me dire ce qu’il est devenu ?',
};
