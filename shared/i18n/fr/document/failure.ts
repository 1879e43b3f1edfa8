import type { failure as en } from '../../en/document/failure.ts';
import type { French } from '../../french.ts';

export const failure: French<typeof en> = {
  'failure.offline.what': 'Cet ordinateur n’atteint pas le service d’import.',
  'failure.broken.what': 'La connexion se coupe pendant l’envoi.',
  'failure.timed-out.what': 'Le service d’import met trop de temps à répondre.',
  'failure.certificate.what': 'La connexion n’est pas sûre : le certificat ne convient pas.',
  'failure.clock.what': 'L’horloge de cet ordinateur est fausse : la connexion ne peut pas être vérifiée.',
  'failure.proxy.what': 'Le proxy de votre réseau ne laisse pas passer l’envoi.',
  'failure.forbidden.what': 'L’accès est refusé sur le chemin vers le service d’import (code 403).',
  'failure.service.what': 'Le service d’import est occupé ou en panne (code {{status}}).',
  'failure.not-understood.what': 'Une réponse est arrivée qui n’est pas celle du service d’import (code {{status}}).',
  'failure.no-token.what': 'Intray n’a pas accès au service d’import pour l’instant ; rien d’anormal de votre côté.',
  'failure.credentials.what': 'Le service d’import n’accepte pas l’accès propre à votre cabinet.',
  'failure.no-file.what': 'Le fichier n’est plus là où il a été trouvé.',
  'failure.spool.what': 'Le disque est plein ou protégé : Intray ne peut pas préparer l’envoi.',
  'failure.copy.what': 'Le disque de cet ordinateur n’a pas rendu la copie de ce fichier telle qu’Intray l’avait écrite.',
  'failure.company.what': 'La connexion de cette société ne fonctionne pas pour l’instant.',
  'failure.offline.next': 'Intray continue d’essayer. Vérifiez la connexion internet.',
  'failure.broken.next': 'Intray continue d’essayer. Rien n’est envoyé deux fois.',
  'failure.timed-out.next': 'Intray continue d’essayer. Rien n’est envoyé deux fois.',
  'failure.certificate.next':
    'Intray continue d’essayer. Vérifiez la date de cet ordinateur, et demandez à la personne qui s’occupe de votre réseau.',
  'failure.clock.next': 'Réglez la date et l’heure de cet ordinateur. Intray continue ensuite de lui-même.',
  'failure.proxy.next': 'Intray continue d’essayer. Demandez à la personne qui s’occupe de votre réseau.',
  'failure.forbidden.next':
    'Intray continue d’essayer. C’est en général un pare-feu : demandez à la personne qui s’occupe de votre réseau de laisser passer l’adresse du service d’import.',
  'failure.service.next': 'Intray continue d’essayer. Vous n’avez rien à faire.',
  'failure.not-understood.next': 'Intray continue d’essayer. Un réseau d’hôtel ou d’invités demande peut-être une connexion préalable.',
  'failure.no-token.next': 'Intray continue d’essayer. Vous n’avez rien à faire.',
  'failure.credentials.next': 'Vérifiez son identifiant et son secret dans les réglages, sous « Connexion ». Intray continue d’essayer.',
  'failure.no-file.next': 'Intray continue de chercher. Vérifiez que le disque ou le partage est branché, ou remettez le fichier en place.',
  'failure.spool.next': 'Intray continue d’essayer. Libérez de la place sur le disque.',
  'failure.copy.next': 'Intray fait une autre copie et envoie celle-là. Si cela se répète, faites vérifier le disque.',
  'failure.company.next': 'Voyez la carte de la société pour savoir que faire.',
};
