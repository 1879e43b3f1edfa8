import type { updates as english } from '../en/updates.ts';
import type { French } from '../french.ts';

export const updates: French<typeof english> = {
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
};
