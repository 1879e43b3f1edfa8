import type { vault as en } from '../../en/frame/vault.ts';
import type { French } from '../../french.ts';

export const vault: French<typeof en> = {
  'vault.locked.title': 'Votre trousseau est verrouillé',
  'vault.locked.text':
    'Les connexions à votre comptable y sont gardées : rien n’est envoyé pour l’instant. Déverrouillez-le, ou rouvrez votre session. Rien n’est perdu, et Intray reprendra tout seul.',
  'vault.unavailable.title': 'Cet ordinateur n’a pas de trousseau utilisable par Intray',
  'vault.unavailable.text':
    'Intray n’écrit jamais un secret là où d’autres pourraient le lire ; il ne peut donc pas connecter de société ici. Sous Linux, lancez un trousseau tel que GNOME Keyring ou KWallet ; sans bureau, lancez Intray avec un fichier de clé.',
  'vault.lost.title': 'Votre trousseau n’a plus la clé des secrets d’Intray',
  'vault.lost.text':
    'Il a été vidé, ou c’en est un autre. Reconnectez chaque société avec son identifiant et son secret, et ressaisissez le mot de passe du proxy s’il y en a un. Vos documents attendent et rien n’est envoyé deux fois ; les anciens secrets restent, chiffrés, au cas où la clé reviendrait.',
  'vault.damaged.title': 'Le fichier des secrets d’Intray est abîmé',
  'vault.damaged.text':
    'Il ne peut plus être ouvert. Reconnectez chaque société avec son identifiant et son secret, et ressaisissez le mot de passe du proxy s’il y en a un. Vos documents attendent et rien n’est envoyé deux fois ; le fichier abîmé reste à côté du nouveau.',
  'vault.newer.title': 'Une version plus récente d’Intray a écrit les secrets',
  'vault.newer.text':
    'Cette version-ci ne sait pas les lire et n’y touche pas. Réinstallez la version plus récente ; vos documents attendent et rien n’est perdu.',
  'vault.unreadable.title': 'Le fichier des secrets d’Intray ne peut pas être lu',
  'vault.unreadable.text':
    'Le disque le refuse. La personne qui s’occupe de cet ordinateur doit autoriser votre compte à lire et à écrire le fichier vault.json d’Intray. Vos documents attendent et rien n’est perdu.',
};
