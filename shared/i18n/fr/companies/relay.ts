import type { relay as en } from '../../en/companies/relay.ts';
import type { French } from '../../french.ts';

export const relay: French<typeof en> = {
  'relay.title': 'Réponses du comptable',
  'relay.connected': 'Connecté',
  'relay.connected.seen': 'Dernière lecture {{age}}',
  'relay.connecting': 'Connexion…',
  'relay.connecting.text': 'Intray a fait sa demande et attend le premier retour.',
  'relay.unreachable': 'Indisponibles pour l’instant',
  'relay.unreachable.text': 'Depuis le {{moment}}. Intray réessaie sans cesse, et lira les réponses dès que possible.',
  'relay.unreachable.text.late':
    'Depuis le {{moment}}. Certaines réponses ont pu se perdre : demandez à votre comptable pour les documents qui n’en ont pas. Intray réessaie sans cesse.',
  'relay.trouble.certificate': 'Le serveur qui répond n’a pas le bon certificat : rien n’est lu.',
  'relay.trouble.refused': 'Le serveur d’Intray ne connaît pas cet ordinateur pour le moment.',
  'relay.trouble.keys': 'Les clés du service d’import ne peuvent pas être lues, et aucune réponse ne compte sans être vérifiée.',
  'relay.trouble.odd': 'Le serveur d’Intray donne une réponse inattendue. Si cela dure, prévenez la personne qui s’en occupe.',
  'relay.trouble.busy': 'Le serveur d’Intray est occupé ou en panne.',
  'relay.trouble.own-files':
    'Intray ne lit aucune réponse tant qu’il ne peut pas écrire ses propres fichiers sur cet ordinateur. Son serveur n’y est pour rien.',
  'relay.trouble.network': 'Le serveur d’Intray est injoignable.',
  'relay.mode.stream': 'Les réponses arrivent instantanément.',
  'relay.mode.long-poll': 'Les réponses arrivent instantanément.',
  'relay.mode.poll': 'Les réponses arrivent en quelques secondes : quelque chose sur le réseau les ralentit.',
  'relay.missing_one': 'Une réponse a pu se perdre. Demandez à votre comptable.',
  'relay.missing_many': '{{count, number}} de réponses ont pu se perdre. Demandez à votre comptable.',
  'relay.missing_other': '{{count, number}} réponses ont pu se perdre. Demandez à votre comptable.',
  'relay.forged_one':
    '{{count, number}} réponse n’était pas signée par le service d’import et ne compte pas. Demandez à la personne qui s’occupe du serveur d’Intray.',
  'relay.forged_many':
    '{{count, number}} de réponses n’étaient pas signées par le service d’import et ne comptent pas. Demandez à la personne qui s’occupe du serveur d’Intray.',
  'relay.forged_other':
    '{{count, number}} réponses n’étaient pas signées par le service d’import et ne comptent pas. Demandez à la personne qui s’occupe du serveur d’Intray.',
  'relay.closed_one': 'Les réponses de {{count, number}} ancienne connexion ne peuvent plus être lues.',
  'relay.closed_many': 'Les réponses de {{count, number}} d’anciennes connexions ne peuvent plus être lues.',
  'relay.closed_other': 'Les réponses de {{count, number}} anciennes connexions ne peuvent plus être lues.',
  'relay.not-set': 'Non configuré',
  'relay.not-set.text': 'Ouvrez le fichier de votre invitation dans les réglages, sous « Installation ».',
};
