import type { connect as en } from '../../en/companies/connect.ts';
import type { French } from '../../french.ts';

export const connect: French<typeof en> = {
  'connect.title': 'Connecter une société',
  'connect.reconnect.title': 'Reconnecter {{name}}',
  'connect.reconnect.text':
    'Collez l’identifiant et le secret actuels. Les dossiers, l’historique et ce qui attend sont conservés ; rien n’est envoyé deux fois.',
  'connect.name': 'Nom de la société',
  'connect.name.hint': 'Comme vous l’appelez ; vous seul le voyez.',
  'connect.name.missing': 'Donnez un nom à la société.',
  'connect.colour': 'Couleur',
  'connect.integration-id': 'Identifiant de l’intégration',
  'connect.integration-id.hint': '36 caractères, de la forme 3f2b8c1e-…',
  'connect.integration-id.wrong': 'Ce n’est pas un identifiant : il compte 36 caractères, comme 3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f.',
  'connect.integration-id.right': 'Ceci a la forme d’un identifiant.',
  'connect.integration-id.taken': 'Cet identifiant est déjà connecté ici, sous « {{name}} ». Une société n’a besoin que d’une connexion.',
  'connect.secret': 'Secret',
  'connect.secret.hint': 'Gardé dans le trousseau de cet ordinateur, montré à personne.',
  'connect.secret.missing': 'Collez le secret.',
  'connect.secret.show': 'Afficher le secret',
  'connect.secret.hide': 'Masquer le secret',
  'connect.submit': 'Vérifier et connecter',
  'connect.submitting': 'Vérification en cours…',
  'connect.done': '{{name}} est connectée.',
  'connect.fault.not-set-up': 'Cette installation ne connaît pas encore son service.',
  'connect.fault.not-set-up.next': 'Collez la configuration dans les réglages, sous « Installation », puis reconnectez.',
  'connect.fault.wrong-secret': 'Cet identifiant et ce secret ne vont pas ensemble.',
  'connect.fault.wrong-secret.next':
    'Copiez-les à nouveau tous les deux, en entier et sans espaces, puis recollez-les. Rien n’a été enregistré.',
  'connect.fault.not-valid': 'Le service ne connaît pas cet identifiant, ou la connexion a pris fin.',
  'connect.fault.not-valid.next':
    'Comparez l’identifiant à celui reçu ; s’il est identique, demandez-en un nouveau à votre comptable. Rien n’a été enregistré.',
  'connect.fault.partner': 'Le service refuse Intray lui-même pour l’instant.',
  'connect.fault.partner.next': 'Cela ne concerne ni vous ni votre société. Rien n’a été enregistré ; réessayez plus tard.',
  'connect.fault.own-credentials': 'Le service n’accepte pas vos propres identifiants client.',
  'connect.fault.own-credentials.next':
    'Vérifiez l’identifiant et le secret client dans les réglages, sous « Connexion ». Rien n’a été enregistré.',
  'connect.fault.service-unreachable': 'Le service ne répond pas : Intray ne peut pas savoir si ces données sont justes.',
  'connect.fault.service-unreachable.next': 'Vérifiez la connexion internet et réessayez. Rien n’a été enregistré.',
  'connect.fault.relay-unreachable': 'Le relais qui apporte les réponses du comptable ne répond pas.',
  'connect.fault.relay-unreachable.next': 'Vérifiez la connexion internet et réessayez. Rien n’a été enregistré.',
  'connect.fault.relay-refused': 'Le relais n’a pas pu s’assurer que cette société est la vôtre.',
  'connect.fault.relay-refused.next': 'Vérifiez l’identifiant et le secret, et réessayez dans une minute. Rien n’a été enregistré.',
  'connect.fault.relay-limited': 'Le relais n’accepte plus de tentative pour l’instant : trop ont échoué, ici ou ailleurs.',
  'connect.fault.relay-limited.next': 'Rien n’a été enregistré. Préparez l’identifiant et le secret, et réessayez plus tard.',
  'connect.fault.again': 'Vous pourrez réessayer à partir du {{moment}}.',
  'connect.fault.already-connected': 'Cet identifiant est déjà connecté ici, sous un autre nom.',
  'connect.fault.already-connected.next': 'Regardez vos sociétés : l’une d’elles l’a. Une société n’a besoin que d’une connexion.',
  'connect.fault.vault-locked': 'Le trousseau de cet ordinateur est verrouillé : le secret ne peut pas être gardé.',
  'connect.fault.vault-locked.next': 'Déverrouillez-le, ou rouvrez votre session, puis reconnectez. Rien n’a été enregistré.',
  'connect.fault.vault-unavailable': 'Cet ordinateur n’a pas de trousseau utilisable par Intray, et un secret n’est jamais gardé en clair.',
  'connect.fault.vault-unavailable.next':
    'Sous Linux, lancez un trousseau tel que GNOME Keyring ; sans bureau, lancez Intray avec un fichier de clé.',
  'connect.where': 'Où les trouver ?',
  'connect.where.text':
    'Le logiciel de votre comptable crée un identifiant et un secret pour chaque société, et votre comptable vous les envoie, le plus souvent par e-mail. Si vous n’en avez pas, demandez « une intégration pour l’import de documents ».',
  'connect.where-installation': 'Qu’est-ce qu’une configuration ?',
  'connect.where-installation.text':
    'Un court texte remis par la personne qui a préparé Intray pour votre comptable : deux adresses, rien de secret. Ouvrez le fichier joint à votre invitation, sélectionnez tout, copiez, et collez ici.',
  'connect.integration-id.missing': 'Collez l’identifiant que vous avez reçu.',
};
