import type { needs as en } from '../../en/overview/needs.ts';
import type { French } from '../../french.ts';

export const needs: French<typeof en> = {
  'needs.title': 'À traiter',
  'needs.know': 'Bon à savoir',
  'needs.none': 'Rien à faire.',
  'needs.none.text': 'Intray continue de surveiller vos dossiers, et vous prévient s’il y a quelque chose à faire.',
  'needs.latest': 'Derniers documents',
  'needs.look_one': 'Voir les {{count, number}}',
  'needs.look_many': 'Voir les {{count, number}}',
  'needs.look_other': 'Voir les {{count, number}}',
  'needs.and-more_one': 'et {{count, number}} de plus',
  'needs.and-more_many': 'et {{count, number}} de plus',
  'needs.and-more_other': 'et {{count, number}} de plus',
  'needs.company': 'La connexion de {{name}} est interrompue',
  'needs.unread': 'Les réponses pour {{name}} n’arrivent plus sur cet ordinateur',
  'needs.unread.text':
    'Vos documents sont toujours envoyés. Un autre ordinateur de la société a mis fin ici à la lecture des réponses. Pour les lire à nouveau, reconnectez la société avec son secret.',
  'needs.doubt': 'La connexion de {{name}} est incertaine',
  'needs.folder.missing': 'Le dossier {{name}} est introuvable',
  'needs.folder.silent': 'Le disque du dossier {{name}} ne répond pas',
  'needs.folder.denied': 'Intray n’a pas le droit de lire le dossier {{name}}',
  'needs.folder.swapped': 'Un autre disque ou dossier se trouve à la place de {{name}}',
  'needs.folder.missing.text':
    'Connectez le disque ou le partage, ou remettez le dossier en place. Aucun document n’est perdu, et Intray reprendra tout seul.',
  'needs.folder.silent.text':
    'Reconnectez le disque ou le partage. Aucun document n’est perdu, vos autres dossiers sont lus comme d’habitude, et Intray reprendra tout seul.',
  'needs.folder.denied.text': 'Autorisez Intray à le lire ; il reprendra tout seul.',
  'needs.folder.swapped.text':
    'Rien n’en est envoyé tant que vous ne dites pas que c’est le bon. Intray vous interroge alors sur ses fichiers.',
  'needs.no-folder': 'Aucun dossier surveillé pour {{name}}',
  'needs.no-folder.text': 'Rien ne peut être envoyé pour cette société tant qu’elle n’en a pas.',
  'needs.battery_one': '{{count, number}} document attend que l’ordinateur soit branché',
  'needs.battery_many': '{{count, number}} de documents attendent que l’ordinateur soit branché',
  'needs.battery_other': '{{count, number}} documents attendent que l’ordinateur soit branché',
  'needs.battery.text':
    'Vous avez choisi de ne rien envoyer quand cet ordinateur est sur batterie. Branchez-le, et Intray reprendra tout seul.',
  'needs.try-again': 'Réessayer',
  'needs.tried': 'Intray vient de regarder à nouveau.',
  'needs.details': 'Voir les détails',
  'needs.to-company': 'Voir la société',
  'needs.to-companies': 'Voir les sociétés',
  'needs.to-settings': 'Ouvrir les réglages',
  'needs.to-overview': 'Que faire',
  'needs.quiet': 'Les résultats n’arrivent peut-être pas jusqu’à Intray',
  'needs.quiet.since':
    'Des documents attendent leur réponse depuis plus d’un jour, et le serveur d’Intray n’a rien reçu du service d’import depuis le {{moment}}.',
  'needs.quiet.never':
    'Des documents attendent leur réponse depuis plus d’un jour, et le serveur d’Intray ne peut pas dire s’il a déjà reçu quelque chose du service d’import.',
  'needs.quiet.text':
    'Il se peut que rien n’ait encore été décidé. Si vous savez qu’une décision a été prise, demandez à la personne qui gère le serveur d’Intray si le service d’import lui envoie toujours ses messages. Rien n’est envoyé deux fois entre-temps.',
  'needs.relay-not-set': 'Cette installation ne sait pas encore où lire les réponses du comptable.',
  'needs.relay': 'Les réponses du comptable ne peuvent pas être lues pour l’instant',
  'needs.clock': 'L’horloge de cet ordinateur est fausse : réglez la date et l’heure. Rien n’est envoyé deux fois pour autant.',
  'needs.no-company': 'Toutes les sociétés ont été retirées. Connectez-en une pour envoyer à nouveau.',
  'needs.copied': 'Ce profil d’Intray est utilisé deux fois en même temps',
  'needs.copied.text':
    'Un autre Intray tourne avec une copie de ses fichiers, peut-être sur un autre ordinateur. Aucun document n’est envoyé deux fois, mais les deux listes peuvent différer. Quittez celui dont vous n’avez pas besoin ; si les deux doivent rester, appuyez sur le bouton dans l’un d’eux : il garde son historique et devient un ordinateur à part.',
  'needs.copied.press': 'En faire un ordinateur à part',
  'needs.copied.limited': 'Rien n’a changé : le serveur d’Intray n’accepte plus de tentative pour l’instant.',
  'needs.copied.failed':
    'Rien n’a changé : le serveur d’Intray ou le trousseau de cet ordinateur ne répond pas. Réessayez dans une minute.',
  'needs.take-accepted_one': 'Retenir celle qui dit accepté',
  'needs.take-accepted_many': 'Retenir les {{count, number}} qui disent accepté',
  'needs.take-accepted_other': 'Retenir les {{count, number}} qui disent accepté',
};
