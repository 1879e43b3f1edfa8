import type { frame as en } from '../en/frame.ts';
import type { French } from '../french.ts';

export const frame: French<typeof en> = {
  'frame.documents': 'Documents',
  'frame.settings': 'Réglages',
  'frame.back': 'Retour',
  'frame.skip': 'Aller aux documents',
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
  'link.reload': 'Recharger',
  'sign-in.title': 'Cette page n’est pas connectée',
  'sign-in.text':
    'Pour votre sécurité, l’adresse de cette fenêtre ne sert qu’une fois. Demandez-en une nouvelle à Intray et ouvrez-la dans ce navigateur.',
  'vault.locked.title': 'Votre trousseau est verrouillé',
  'vault.locked.text':
    'Les connexions à votre comptable y sont gardées : rien n’est envoyé pour l’instant. Déverrouillez-le, ou rouvrez votre session. Rien n’est perdu, et Intray reprendra tout seul.',
  'vault.unavailable.title': 'Cet ordinateur n’a pas de trousseau utilisable par Intray',
  'vault.unavailable.text':
    'Intray n’écrit jamais un secret là où d’autres pourraient le lire ; il ne peut donc pas connecter de société ici. Sous Linux, lancez un trousseau tel que GNOME Keyring ou KWallet ; sans bureau, lancez Intray avec un fichier de clé.',
};
