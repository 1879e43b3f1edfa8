import type { tryOut as en } from '../../en/settings/try-out.ts';
import type { French } from '../../french.ts';

export const tryOut: French<typeof en> = {
  'try-out.running': 'Test en cours…',
  'try-out.service': 'Tester le service d’import',
  'try-out.relay': 'Tester le serveur d’Intray',
  'try-out.proxy': 'Tester le proxy',
  'try-out.credentials': 'Tester l’accès au service d’import',
  'try-out.good': 'Fonctionne : réponse en {{milliseconds}} ms',
  'try-out.fault.not-set': 'Il n’y a pas encore d’adresse à tester.',
  'try-out.fault.not-set.next': 'Ouvrez le fichier de votre invitation, sous « Installation ».',
  'try-out.fault.network': 'Il est injoignable.',
  'try-out.fault.network.next': 'Vérifiez la connexion internet, le pare-feu et le proxy.',
  'try-out.fault.timed-out': 'Aucune réponse n’est venue à temps.',
  'try-out.fault.timed-out.next': 'Le réseau est très lent, ou quelque chose bloque la demande. Réessayez dans une minute.',
  'try-out.fault.certificate': 'Le serveur qui répond n’est pas le bon.',
  'try-out.fault.certificate.next':
    'Un pare-feu qui inspecte les connexions, ou une horloge fausse : demandez à la personne qui s’occupe de votre réseau.',
  'try-out.fault.proxy': 'Le proxy ne laisse pas passer.',
  'try-out.fault.proxy.next': 'Vérifiez l’adresse, l’utilisateur et le mot de passe du proxy.',
  'try-out.fault.credentials': 'L’identifiant et le secret saisis ici sont refusés.',
  'try-out.fault.credentials.next': 'Comparez les deux avec ce que vous avez reçu, et enregistrez le secret encore une fois.',
  'try-out.fault.partner': 'L’accès d’Intray est bloqué côté service d’import.',
  'try-out.fault.partner.next': 'Cela concerne Intray, pas vous. Il reprend seul une fois la panne réparée.',
  'try-out.fault.not-connected': 'Le serveur d’Intray ne prête un accès qu’une fois une société connectée.',
  'try-out.fault.not-connected.next': 'Connectez une société, puis réessayez.',
  'try-out.fault.vault': 'Le trousseau ne donne pas ce qu’il faut.',
  'try-out.fault.vault.next': 'Déverrouillez le trousseau, puis réessayez.',
  'try-out.fault.answer': 'Quelque chose répond, mais ce n’est pas le service d’import.',
  'try-out.fault.answer.next': 'Une page d’accueil du réseau, une adresse fausse, ou une panne de l’autre côté. Son code :',
};
