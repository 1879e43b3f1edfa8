import type { relay as en } from '../../en/companies/relay.ts';
import type { French } from '../../french.ts';

export const relay: French<typeof en> = {
  'relay.title': 'Réponses du comptable',
  'relay.connected': 'Connecté',
  'relay.connected.seen': 'Dernière lecture {{age}}',
  'relay.unreachable': 'Illisibles pour l’instant',
  'relay.unreachable.text': 'Depuis le {{moment}}. Intray réessaie sans cesse ; les réponses sont conservées pour vous.',
  'relay.trouble.certificate': 'Le serveur qui répond n’a pas le bon certificat : rien n’est lu.',
  'relay.trouble.refused': 'Le relais ne connaît pas cet ordinateur pour le moment.',
  'relay.trouble.keys': 'Les clés du service ne peuvent pas être lues, et aucune réponse ne compte sans être vérifiée.',
  'relay.trouble.odd': 'Ses réponses sont incompréhensibles. Si cela dure, prévenez la personne qui s’en occupe.',
  'relay.trouble.busy': 'Il est occupé ou en panne.',
  'relay.trouble.network': 'Il est injoignable.',
  'relay.mode.stream': 'Les réponses arrivent instantanément.',
  'relay.mode.long-poll':
    'Les réponses arrivent instantanément, par des requêtes laissées en attente : quelque chose en chemin retient les flux.',
  'relay.mode.poll': 'Intray demande les réponses toutes les quelques secondes : quelque chose en chemin retient tout le reste.',
  'relay.missing_one': '{{count, number}} numéro manque dans son journal ; c’était peut-être une réponse.',
  'relay.missing_many': '{{count, number}} de numéros manquent dans son journal ; c’étaient peut-être des réponses.',
  'relay.missing_other': '{{count, number}} numéros manquent dans son journal ; c’étaient peut-être des réponses.',
  'relay.forged_one':
    '{{count, number}} réponse n’était pas signée par le service et ne compte pas. Demandez à celui qui s’occupe du relais.',
  'relay.forged_many':
    '{{count, number}} de réponses n’étaient pas signées par le service et ne comptent pas. Demandez à celui qui s’occupe du relais.',
  'relay.forged_other':
    '{{count, number}} réponses n’étaient pas signées par le service et ne comptent pas. Demandez à celui qui s’occupe du relais.',
  'relay.closed_one': 'Les réponses de {{count, number}} ancienne connexion ne peuvent plus être lues.',
  'relay.closed_many': 'Les réponses de {{count, number}} d’anciennes connexions ne peuvent plus être lues.',
  'relay.closed_other': 'Les réponses de {{count, number}} anciennes connexions ne peuvent plus être lues.',
  'relay.not-set': 'Non configuré',
  'relay.not-set.text': 'Collez la configuration reçue dans les réglages, sous « Installation ».',
};
