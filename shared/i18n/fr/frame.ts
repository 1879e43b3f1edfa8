import type { frame as en } from '../en/frame.ts';
import type { French } from '../french.ts';

export const frame: French<typeof en> = {
  'frame.places': 'Rubriques',
  'frame.overview': 'Aperçu',
  'frame.companies': 'Sociétés',
  'frame.to-look-at_one': '{{count, number}} à regarder',
  'frame.to-look-at_many': '{{count, number}} à regarder',
  'frame.to-look-at_other': '{{count, number}} à regarder',
  'frame.page': '{{place}} – Intray',
  'contact.connected': 'Connecté',
  'contact.last': 'Dernier contact {{age}}',
  'contact.program': 'Sans contact avec Intray',
  'contact.no-company': 'Aucune société',
  'contact.keychain': 'Trousseau fermé',
  'contact.lost': 'Non connecté',
  'contact.lost-one': 'Une société n’est pas connectée',
  'contact.doubt': 'Connexion incertaine',
  'contact.relay': 'Réponses illisibles',
  'contact.relay-not-set': 'Réponses non configurées',
  'contact.paused': 'En pause',
  'frame.documents': 'Documents',
  'frame.settings': 'Réglages',
  'frame.back': 'Retour',
  'common.cancel': 'Annuler',
  'common.close': 'Fermer',
  'common.save': 'Enregistrer',
  'common.saved': 'Enregistré',
  'common.copy': 'Copier',
  'common.copied': 'Copié',
  'common.continue': 'Continuer',
  'common.finish': 'Terminer',
  'common.try-again': 'Réessayer',
  'common.loading': 'Un instant…',
  'common.unexpected': 'Cela n’a pas fonctionné, et Intray ne sait pas pourquoi. Rien n’a été modifié. Réessayez.',
  'common.now': 'à l’instant',
  'common.soon': 'dans un instant',
  'link.down.title': 'Non connecté à Intray',
  'link.down.text':
    'Ce que vous voyez est peut-être ancien. Cette fenêtre continue d’appeler le programme ; si cela dure, vérifiez qu’Intray est bien lancé.',
  'link.closed.text': 'Le programme a été fermé. Vous voyez son dernier état connu. Relancez Intray, puis rechargez cette fenêtre.',
  'link.missing.title': 'Une partie de cette fenêtre manque',
  'link.missing.text':
    'Elle a sans doute été remplacée par une version plus récente. Les envois continuent. Rechargez la fenêtre pour tout voir.',
  'link.reload': 'Recharger',
  'sign-in.title': 'Cette page n’est pas connectée',
  'sign-in.text':
    'Pour votre sécurité, une adresse de cette fenêtre ne sert qu’une fois, dans un seul onglet. Demandez-en une nouvelle à Intray et ouvrez-la dans ce navigateur.',
  'vault.locked.title': 'Votre trousseau est verrouillé',
  'vault.locked.text':
    'Les connexions à votre comptable y sont gardées : rien n’est envoyé pour l’instant. Déverrouillez-le, ou rouvrez votre session. Rien n’est perdu, et Intray reprendra tout seul.',
  'vault.unavailable.title': 'Cet ordinateur n’a pas de trousseau utilisable par Intray',
  'vault.unavailable.text':
    'Intray n’écrit jamais un secret là où d’autres pourraient le lire ; il ne peut donc pas connecter de société ici. Sous Linux, lancez un trousseau tel que GNOME Keyring ou KWallet ; sans bureau, lancez Intray avec un fichier de clé.',
  'vault.lost.title': 'Votre trousseau n’a plus la clé des secrets d’Intray',
  'vault.lost.text':
    'Il a été vidé, ou c’en est un autre. Reconnectez chaque société avec son identifiant et son secret, et ressaisissez le mot de passe du proxy s’il y en a un. Vos documents attendent et rien n’est envoyé deux fois ; les anciens secrets restent, scellés, au cas où la clé reviendrait.',
  'disk.full.title': 'Le disque de cet ordinateur est plein',
  'disk.full.text':
    'Intray note sur le disque ce qu’il envoie avant de l’envoyer : rien n’est donc envoyé pour l’instant. Faites de la place sur le disque où Intray garde ses propres fichiers ; Intray reprendra tout seul, et rien n’est perdu.',
  'disk.read-only.title': 'Intray ne peut pas écrire dans son propre dossier',
  'disk.read-only.text':
    'Rien n’est envoyé pour l’instant, car Intray ne pourrait pas le noter d’abord. Autorisez votre compte à écrire dans le dossier d’Intray, ou demandez à la personne qui s’occupe de cet ordinateur ; Intray reprendra tout seul, et rien n’est perdu.',
  'disk.held.title': 'Un autre programme utilise les fichiers d’Intray',
  'disk.held.text':
    'Un antivirus ou un logiciel de sauvegarde, par exemple. Rien n’est envoyé pour l’instant, car Intray ne pourrait pas le noter d’abord. Fermez ce programme, ou excluez-en le dossier d’Intray ; Intray réessaie et reprendra tout seul, et rien n’est perdu.',
  'disk.broken.title': 'Le disque de cet ordinateur signale des erreurs',
  'disk.broken.text':
    'Rien n’est envoyé pour l’instant, car Intray ne pourrait pas le noter d’abord. Faites vérifier le disque sans tarder ; Intray reprendra tout seul quand il fonctionnera. Vos scans n’ont pas été touchés.',
  'disk.gone.title': 'Les fichiers d’Intray ne sont plus à leur place',
  'disk.gone.text':
    'Ils ont été supprimés, déplacés ou remplacés pendant qu’Intray était ouvert : rien n’est donc envoyé pour l’instant. Remettez-les en place, et Intray reprendra tout seul ; ou quittez Intray et relancez-le : il repart de ses copies, et rien n’est envoyé deux fois. Vos scans n’ont pas été touchés.',
  'recovery.title': 'Le journal d’Intray était endommagé et a été reconstruit',
  'recovery.backup':
    'Il a été restauré à partir de la copie du {{when}}. Ce qui est venu après est retrouvé : le service sait ce qu’il a reçu, rien n’est donc envoyé deux fois.',
  'recovery.set-up':
    'Vos sociétés, dossiers et réglages sont là ; la liste repart de zéro. Intray demande avant d’envoyer ce qui se trouve déjà dans vos dossiers ; le service sait ce qu’il a reçu, rien n’est donc envoyé deux fois.',
  'recovery.nothing':
    'Il n’en restait rien. Connectez de nouveau vos sociétés et ajoutez vos dossiers ; ce qui a déjà été envoyé ne l’est pas une seconde fois.',
  'recovery.kept': 'Le journal endommagé est gardé dans le dossier d’Intray sous le nom {{name}}.',
  'recovery.seen': 'Compris',
};
