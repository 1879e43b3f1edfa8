import type { reconnect as en } from '../../en/companies/reconnect.ts';
import type { French } from '../../french.ts';

export const reconnect: French<typeof en> = {
  'reconnect.about': 'La connexion de {{name}}',
  'reconnect.kept': 'Ce qui est conservé',
  'reconnect.kept.queue_zero': 'Rien n’attend d’être envoyé.',
  'reconnect.kept.queue_one': '{{count, number}} document attend et part dès que la connexion est rétablie.',
  'reconnect.kept.queue_many': '{{count, number}} documents attendent et partent dès que la connexion est rétablie.',
  'reconnect.kept.queue_other': '{{count, number}} documents attendent et partent dès que la connexion est rétablie.',
  'reconnect.kept.rest': 'Dossiers, réglages et historique restent. Rien n’est envoyé deux fois.',
  'reconnect.since': 'Depuis le {{moment}}.',
  'reconnect.check': 'Vérifier maintenant',
  'reconnect.checking': 'Vérification en cours…',
  'reconnect.to-settings': 'Ouvrir les réglages',
  'reconnect.secret-only': 'L’identifiant qui commence par {{id}} reste. Seul le secret est nécessaire.',
  'reconnect.other-id': 'J’ai aussi reçu un nouvel identifiant',
  'reconnect.done': 'La connexion de {{name}} est rétablie',
  'reconnect.leaving_one': '{{count, number}} document doit encore partir.',
  'reconnect.leaving_many': '{{count, number}} documents doivent encore partir.',
  'reconnect.leaving_other': '{{count, number}} documents doivent encore partir.',
  'reconnect.left': 'Tout ce qui attendait est parti.',
  'reconnect.cause.partner': 'L’accès d’Intray est bloqué côté service d’import',
  'reconnect.cause.partner.text':
    'La faute est du côté d’Intray, dans l’accès que toutes les sociétés partagent. Vous n’avez rien à faire, rien à coller : Intray continue de demander et reprend seul.',
  'reconnect.cause.wrong-secret': 'Le secret n’est pas le bon',
  'reconnect.cause.wrong-secret.text':
    'Le service d’import connaît cette connexion, mais pas ce secret : il a été mal saisi, ou votre comptable en a créé un nouveau. Collez le secret actuel.',
  'reconnect.cause.no-secret': 'Cet ordinateur a perdu le secret',
  'reconnect.cause.no-secret.text':
    'La connexion elle-même est peut-être bonne. Cet ordinateur n’a plus son secret : collez-le encore une fois.',
  'reconnect.cause.revoked': 'La connexion a pris fin',
  'reconnect.cause.revoked.text':
    'Quelqu’un y a mis fin : votre comptable, une personne de votre société, ou le service d’import après un changement. Le service ne dit pas qui. Demandez à votre comptable un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.SMB_CLOSED': 'Le dossier de la société est clôturé chez votre comptable',
  'reconnect.cause.SMB_CLOSED.text':
    'Le service d’import a mis fin à la connexion parce que le dossier de cette société y a été clôturé. Demandez à votre comptable de le rouvrir, ou un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.SMB_NOTFOUND': 'Le service d’import ne trouve plus la société',
  'reconnect.cause.SMB_NOTFOUND.text':
    'Le service d’import a mis fin à la connexion parce que cette société n’y est plus : déplacée ou supprimée. Demandez à votre comptable un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.CPA_CLOSED': 'Le compte de votre comptable est clôturé',
  'reconnect.cause.CPA_CLOSED.text':
    'Le service d’import a mis fin à la connexion parce que le compte du cabinet a été clôturé. Demandez à votre comptable où vont désormais vos documents, avec un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.unknown': 'Le service d’import n’accepte plus cette connexion',
  'reconnect.cause.unknown.text':
    'Il ne dit pas pourquoi ; une connexion peut aussi expirer. Comparez avec votre comptable ce que vous avez, puis collez l’identifiant et le secret actuels.',
  'reconnect.cause.clock': 'L’horloge de cet ordinateur est fausse',
  'reconnect.cause.clock.text':
    'Les connexions sûres échouent avec une date ou une heure fausse. Réglez les deux, de préférence automatiquement par internet, puis vérifiez à nouveau. Il n’y a rien à coller.',
  'reconnect.cause.network': 'Cet ordinateur est hors ligne',
  'reconnect.cause.network.text':
    'Ni le service d’import ni le serveur d’Intray ne sont joignables : vérifiez le réseau, le câble ou le Wi-Fi. La connexion elle-même n’a pas changé, et il n’y a rien à coller.',
  'reconnect.cause.doubt': 'Le service d’import ne répond pas clairement',
  'reconnect.cause.doubt.text':
    'Intray ne sait pas encore si la connexion est toujours bonne, et continue de demander. Il n’y a rien à coller avant que le service d’import ne l’ait dit.',
  'reconnect.cause.credentials': 'L’accès propre à votre cabinet est refusé',
  'reconnect.cause.credentials.text':
    'L’identifiant et le secret de cet accès, dans les réglages sous « Connexion », sont refusés. La connexion de la société n’est pas en cause.',
  'reconnect.cause.secrets': 'Le secret ne peut pas être lu pour l’instant',
  'reconnect.cause.secrets.text':
    'Il est là, intact. Si le trousseau est verrouillé, déverrouillez-le, ou rouvrez votre session ; sinon, l’accueil dit que faire. Il n’y a alors rien à coller.',
  'reconnect.cause.working': 'La connexion fonctionne',
  'reconnect.cause.working.text':
    'Il n’y a rien à réparer. Ne collez un autre identifiant et un autre secret que si votre comptable vous en a donné de nouveaux.',
  'reconnect.cause.paused': 'Vous avez mis cette société en pause',
  'reconnect.cause.paused.text':
    'La connexion n’est pas en cause : reprenez, et ce qui attend part. Ne collez un autre identifiant et un autre secret que si votre comptable vous en a donné de nouveaux.',
};
