import type { wizard as en } from '../en/wizard.ts';
import type { French } from '../french.ts';

export const wizard: French<typeof en> = {
  'wizard.steps': 'Étapes',
  'wizard.at': 'Étape {{step, number}} sur {{steps, number}} : {{name}}',
  'wizard.step.connect': 'Connexion',
  'wizard.step.folders': 'Dossiers',
  'wizard.step.first-scan': 'Premier scan',
  'wizard.first-scan': 'Déposez ici votre premier scan',
  'wizard.first-scan.text':
    'Enregistrez ou numérisez un PDF, un JPEG ou un PNG dans l’un de ces dossiers. Intray le voit en quelques secondes.',
  'wizard.no-folders':
    'Aucun dossier n’est surveillé : rien ne peut être envoyé. Vous pouvez en choisir un à tout moment sous « Sociétés ».',
  'wizard.waiting': 'En attente du premier document…',
  'wizard.seen.under-way': 'Intray l’a vu et l’envoie.',
  'wizard.seen.received': 'Il est arrivé chez votre comptable. Tout est prêt : Intray s’en charge désormais seul.',
  'wizard.seen.asks': 'Intray a vu des fichiers et veut vous poser une question. Elle se trouve dans l’aperçu.',
  'wizard.seen.unfit': 'Intray l’a vu, mais il ne peut pas partir tel quel. L’aperçu dit pourquoi.',
  'wizard.to-overview': 'Aller à l’aperçu',
  'wizard.create': 'Créer les deux dossiers pour moi',
  'wizard.create-one': 'Le créer pour moi',
  'wizard.create.text': 'Intray crée ces deux dossiers et les surveille :',
  'wizard.create.exists': 'existe déjà',
  'wizard.watched': 'Surveillé',
  'wizard.existing_one': 'Il contient déjà {{count, number}} fichier. Que faut-il en faire ?',
  'wizard.existing_many': 'Il contient déjà {{count, number}} fichiers. Que faut-il en faire ?',
  'wizard.existing_other': 'Il contient déjà {{count, number}} fichiers. Que faut-il en faire ?',
  'wizard.existing.more': 'Il contient déjà plus de {{count, number}} fichiers. Que faut-il en faire ?',
  'wizard.existing.ask': 'L’utiliser, et me demander',
  'wizard.existing.send': 'L’utiliser, et les envoyer aussi',
  'wizard.where': 'Où les trouver ?',
  'wizard.where.text':
    'Le logiciel de votre comptable crée un identifiant et un secret pour chaque société, et votre comptable vous les envoie, le plus souvent par e-mail. Si vous n’en avez pas, demandez « une intégration pour l’import de documents ».',
  'connect.integration-id.right': 'Ceci a la forme d’un identifiant.',
  'connect.integration-id.taken': 'Cet identifiant est déjà connecté ici, sous « {{name}} ». Une société n’a besoin que d’une connexion.',
  'connect.where-installation': 'Qu’est-ce qu’une configuration ?',
  'connect.where-installation.text':
    'Un court texte remis par la personne qui a préparé Intray pour votre comptable : deux adresses, rien de secret. Ouvrez le fichier joint à votre invitation, sélectionnez tout, copiez, et collez ici.',
  'installation.file': 'Ouvrir le fichier…',
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
  'reconnect.done': '{{name}} est de nouveau connectée',
  'reconnect.leaving_one': '{{count, number}} document doit encore partir.',
  'reconnect.leaving_many': '{{count, number}} documents doivent encore partir.',
  'reconnect.leaving_other': '{{count, number}} documents doivent encore partir.',
  'reconnect.left': 'Tout ce qui attendait est parti.',
  'reconnect.cause.partner': 'Le service refuse Intray lui-même',
  'reconnect.cause.partner.text':
    'La faute est du côté d’Intray, dans l’accès que toutes les sociétés partagent. Vous n’avez rien à faire, rien à coller : Intray continue de demander et reprend seul.',
  'reconnect.cause.wrong-secret': 'Le secret n’est pas le bon',
  'reconnect.cause.wrong-secret.text':
    'Le service connaît cette connexion, mais pas ce secret : il a été mal saisi, ou votre comptable en a créé un nouveau. Collez le secret actuel.',
  'reconnect.cause.no-secret': 'Cet ordinateur a perdu le secret',
  'reconnect.cause.no-secret.text':
    'La connexion elle-même est peut-être bonne. Le trousseau de cet ordinateur n’a plus son secret : collez-le encore une fois.',
  'reconnect.cause.revoked': 'La connexion a pris fin',
  'reconnect.cause.revoked.text':
    'Quelqu’un y a mis fin : votre comptable, une personne de votre société, ou le service après un changement. Le service ne dit pas qui. Demandez à votre comptable un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.SMB_CLOSED': 'Le dossier de la société est clos chez votre comptable',
  'reconnect.cause.SMB_CLOSED.text':
    'Le service a mis fin à la connexion parce que le dossier de cette société y a été clos. Demandez à votre comptable de le rouvrir, ou un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.SMB_NOTFOUND': 'Le service ne trouve plus la société',
  'reconnect.cause.SMB_NOTFOUND.text':
    'Le service a mis fin à la connexion parce que cette société n’y est plus : déplacée ou supprimée. Demandez à votre comptable un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.CPA_CLOSED': 'Le compte de votre comptable est clos',
  'reconnect.cause.CPA_CLOSED.text':
    'Le service a mis fin à la connexion parce que le compte du cabinet a été clos. Demandez à votre comptable où vont désormais vos documents, avec un nouvel identifiant et un nouveau secret.',
  'reconnect.cause.unknown': 'Le service n’accepte plus cette connexion',
  'reconnect.cause.unknown.text':
    'Il ne dit pas pourquoi ; une connexion peut aussi expirer. Comparez avec votre comptable ce que vous avez, puis collez l’identifiant et le secret actuels.',
  'reconnect.cause.clock': 'L’horloge de cet ordinateur est fausse',
  'reconnect.cause.clock.text':
    'Les connexions sûres échouent avec une date ou une heure fausse. Réglez les deux, de préférence automatiquement par internet, puis vérifiez à nouveau. Il n’y a rien à coller.',
  'reconnect.cause.network': 'Rien ne sort de cet ordinateur',
  'reconnect.cause.network.text':
    'Ni le service ni le relais ne sont joignables : vérifiez le réseau, le câble ou le Wi-Fi. La connexion elle-même n’a pas changé, et il n’y a rien à coller.',
  'reconnect.cause.doubt': 'Le service ne répond pas clairement',
  'reconnect.cause.doubt.text':
    'Intray ne sait pas encore si la connexion est toujours bonne, et continue de demander. Il n’y a rien à coller avant que le service ne l’ait dit.',
  'reconnect.cause.credentials': 'Vos propres identifiants client sont refusés',
  'reconnect.cause.credentials.text':
    'L’identifiant et le secret client des réglages, sous « Connexion », sont refusés. La connexion de la société n’est pas en cause.',
  'reconnect.cause.secrets': 'Le trousseau est verrouillé',
  'reconnect.cause.secrets.text':
    'Le secret s’y trouve, intact. Déverrouillez le trousseau, ou rouvrez votre session ; il n’y a alors rien à coller.',
  'reconnect.cause.working': 'La connexion fonctionne',
  'reconnect.cause.working.text':
    'Il n’y a rien à réparer. Ne collez un autre identifiant et un autre secret que si votre comptable vous en a donné de nouveaux.',
  'reconnect.cause.paused': 'Vous avez mis cette société en pause',
  'reconnect.cause.paused.text':
    'La connexion n’est pas en cause : reprenez, et ce qui attend part. Ne collez un autre identifiant et un autre secret que si votre comptable vous en a donné de nouveaux.',
  'folders.show': 'Afficher le dossier',
  'folders.show-name': 'Afficher le dossier : {{name}}',
  'folders.set-up.title': 'Dossiers pour {{name}}',
  'folders.swept': 'vérifié {{age}}',
  'folders.never-swept': 'pas encore vérifié',
  'folders.waits': 'envoi après {{seconds}} s sans changement',
  'folders.leaves': 'les fichiers restent en place',
  'folders.moves': 'les fichiers sont rangés après la réponse',
  'folders.notes': 'une note à côté des fichiers refusés',
  'folders.no-subfolders': 'sans les sous-dossiers',
  'companies.figures.accepted': 'Acceptés ce mois-ci',
  'companies.figures.refused': 'Refusés ce mois-ci',
  'companies.figures.queue': 'À envoyer',
  'companies.former_one': '{{count, number}} ancienne connexion ; son historique est conservé.',
  'companies.former_many': '{{count, number}} anciennes connexions ; leur historique est conservé.',
  'companies.former_other': '{{count, number}} anciennes connexions ; leur historique est conservé.',
  'companies.why': 'Que se passe-t-il ?',
  'companies.set-up': 'Terminer l’installation',
};
