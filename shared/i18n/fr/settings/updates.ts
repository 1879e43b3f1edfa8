import type { updates as en } from '../../en/settings/updates.ts';
import type { French } from '../../french.ts';

export const updates: French<typeof en> = {
  'updates.title': 'Mises à jour',
  'updates.not-here': 'Cette installation est mise à jour par la personne qui l’a faite.',
  'updates.off': 'Cette version d’Intray ne cherche pas elle-même de version plus récente.',
  'updates.not-checked': 'Intray cherche une version plus récente quelques minutes après son démarrage.',
  'updates.current': 'Intray est à jour.',
  'updates.loading': 'La version {{version}} est en cours de téléchargement. Vous pouvez continuer à travailler.',
  'updates.ready': 'La version {{version}} est prête',
  'updates.ready.text':
    'Intray l’installe de lui-même quand personne n’utilise la fenêtre et que rien n’est en cours d’envoi, ou quand vous quittez.',
  'updates.ready.asked': 'Intray redémarre dès que plus rien n’est en cours d’envoi.',
  'updates.restart': 'Redémarrer maintenant',
  'updates.fault.unreachable':
    'Intray n’a pas pu chercher de version plus récente et réessaie de lui-même. Vos documents partent quand même.',
  'updates.fault.damaged':
    'Une version plus récente est arrivée abîmée, ou a été modifiée sur cet ordinateur, et a été jetée. Intray la télécharge à nouveau de lui-même.',
  'updates.fault.unsigned':
    'Une version plus récente a été proposée sans la signature des auteurs d’Intray. Elle n’a pas été téléchargée. Prévenez la personne qui s’occupe de cet ordinateur.',
  'updates.fault.stale':
    'Là où Intray cherche les versions plus récentes, les informations sont périmées : Intray n’y prend rien. Vérifiez la date de cet ordinateur. Si elle est juste, prévenez la personne qui vous a fourni Intray. Vos documents partent quand même.',
  'updates.fault.refused':
    'Une version plus récente a été téléchargée, mais le système de cet ordinateur ne l’a pas acceptée. Intray réessaie de lui-même. Si cela dure, prévenez la personne qui s’occupe de cet ordinateur. Vos documents partent quand même.',
  'updates.fault.unfit':
    'Les auteurs d’Intray proposent une version qui ne saurait pas lire ce que celle-ci a enregistré : Intray garde donc cette version et prendra la prochaine qui en sera capable. Vos documents partent quand même.',
  'updates.held': 'Intray ne peut pas se mettre à jour ici',
  'updates.held.gone':
    'Le fichier à partir duquel Intray a été lancé a été déplacé, renommé ou supprimé. Quittez Intray et relancez-le là où le fichier se trouve maintenant. Vos documents partent quand même.',
  'updates.held.no-right':
    'Votre compte n’a pas le droit de modifier le fichier du programme ou le dossier où il se trouve. Déplacez Intray dans un dossier à vous et lancez-le de là, ou demandez à la personne qui s’occupe de cet ordinateur de le mettre à jour. Vos documents partent quand même.',
  'updates.held.read-only':
    'Intray a été lancé depuis un disque où rien ne peut être modifié. Quittez Intray, copiez-le sur le disque de cet ordinateur (sur Mac, dans Applications) et lancez-le de là. Vos documents partent quand même.',
  'updates.held.foreign-place':
    'Un autre programme (sous Linux, souvent AppImageLauncher) lance Intray depuis un emplacement où aucun fichier ne peut être créé. Mettez Intray à jour avec ce programme, ou lancez directement le fichier téléchargé depuis un dossier à vous. Vos documents partent quand même.',
  'updates.held.not-moved-in':
    'macOS lance Intray depuis une copie temporaire. Quittez Intray, placez-le dans Applications avec le Finder et lancez-le de là. Vos documents partent quand même.',
  'updates.held.no-tools':
    'Un programme qui installe les paquets (pkexec, timeout ou dpkg) manque sur cet ordinateur. Demandez à la personne qui s’en occupe d’installer le paquet plus récent d’Intray. Vos documents partent quand même.',
  'updates.failed': 'La mise à jour vers la version {{version}} n’a pas pu être installée.',
  'updates.failed.not-allowed': 'Le mot de passe d’administrateur n’a pas été donné.',
  'updates.failed.changed': 'Le fichier téléchargé a été modifié sur cet ordinateur.',
  'updates.failed.refused': 'Le système de cet ordinateur ne l’a pas permis, ou son programme d’installation a échoué.',
  'updates.failed.no-room': 'Il n’y a pas assez de place sur le disque.',
  'updates.failed.late': 'Intray n’a pas pu terminer son travail à temps.',
  'updates.failed.silent': 'Elle a commencé, mais n’est pas allée à son terme.',
  'updates.failed.next':
    'Intray fonctionne comme avant. Il réessaie au plus tôt après un jour, ou quand vous choisissez « Redémarrer maintenant ».',
};
