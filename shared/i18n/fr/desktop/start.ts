import type { start as en } from '../../en/desktop/start.ts';
import type { French } from '../../french.ts';

export const start: French<typeof en> = {
  'start.fault.title': 'Intray n’a pas pu démarrer',
  'start.fault.in-use': 'Un autre Intray utilise déjà ce profil. Ouvrez-le par son icône, ou quittez-le d’abord.',
  'start.fault.newer':
    'Une version plus récente d’Intray a écrit ce profil, et celle-ci ne sait pas le lire. Réinstallez la version plus récente : rien n’est perdu, et rien n’a été modifié. D’ici là, rien n’est envoyé.',
  'start.fault.broken':
    'Intray s’est arrêté plusieurs fois de suite à cause d’une erreur interne. Rien n’est perdu : vos scans n’ont pas été touchés. Relancez-le plus tard, ou envoyez le journal technique à la personne qui l’a installé.',
  'start.fault.unreadable':
    'Intray ne peut pas ouvrir ses propres fichiers. Rien n’a été modifié, et vos scans n’ont pas été touchés. Relancez Intray ; si ce message revient, envoyez le journal technique à la personne qui l’a installé.',
  'start.fault.full':
    'Le disque qui contient les fichiers d’Intray est plein. Intray note ce qu’il envoie avant de l’envoyer : rien n’est donc envoyé pour l’instant, et rien n’est perdu. Faites de la place sur ce disque.',
  'start.fault.read-only':
    'Intray ne peut pas écrire dans son propre dossier : le disque est en lecture seule, ou votre compte n’a pas le droit d’y écrire. Rien n’est envoyé pour l’instant, et rien n’est perdu. Autorisez votre compte à écrire dans le dossier d’Intray, ou demandez à la personne qui s’occupe de cet ordinateur.',
  'start.fault.held':
    'Un autre programme utilise les fichiers d’Intray : un antivirus ou un logiciel de sauvegarde, par exemple. Rien n’est envoyé pour l’instant, et rien n’est perdu. Fermez ce programme, ou excluez-en le dossier d’Intray.',
  'start.fault.disk-errors':
    'Le disque qui contient les fichiers d’Intray signale des erreurs, ou n’est plus branché. Rien n’est envoyé pour l’instant, et rien n’est perdu. Rebranchez-le, ou faites-le vérifier sans tarder.',
  'start.fault.not-own':
    'Le dossier propre à Intray appartient à un autre utilisateur de cet ordinateur, qui pourrait lire les codes secrets de vos sociétés. Rien n’a été ouvert, et vos scans n’ont pas été touchés. Lancez Intray avec le compte de cet utilisateur, ou demandez à la personne qui s’occupe de cet ordinateur d’attribuer le dossier à votre compte.',
  'start.fault.not-private':
    'D’autres utilisateurs de cet ordinateur pourraient lire le dossier propre à Intray, qui contient les codes secrets de vos sociétés, et son disque ne permet pas de l’empêcher. Rien n’a été ouvert, et vos scans n’ont pas été touchés. Déplacez ce dossier sur un disque qui gère les droits des utilisateurs, par exemple dans votre dossier personnel.',
  'start.wait.title': 'Intray attend le disque',
  'start.wait.text': 'Intray réessaie toutes les quelques secondes et démarrera tout seul dès que possible.',
  'start.wait.wait': 'Continuer d’attendre',
  'start.wait.quit': 'Quitter Intray',
};
