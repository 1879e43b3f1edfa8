import type { link as en } from '../../en/frame/link.ts';
import type { French } from '../../french.ts';

export const link: French<typeof en> = {
  'link.down.title': 'Non connecté à Intray',
  'link.down.text':
    'Ce que vous voyez est peut-être ancien. Cette fenêtre essaie de se reconnecter ; si cela dure, vérifiez qu’Intray est bien lancé.',
  'link.closed.text': 'Le programme a été fermé. Vous voyez son dernier état connu. Relancez Intray, puis rechargez cette fenêtre.',
  'link.missing.title': 'Une partie de cette fenêtre manque',
  'link.missing.text':
    'Elle a sans doute été remplacée par une version plus récente. Les envois continuent. Rechargez la fenêtre pour tout voir.',
  'link.reload': 'Recharger',
  'link.sign-in.title': 'Cette page n’est pas connectée',
  'link.sign-in.text':
    'Pour votre sécurité, une adresse de cette fenêtre ne sert qu’une fois, dans un seul onglet. La commande « intray url », sur l’ordinateur où Intray est en marche, vous en donne une nouvelle : ouvrez-la dans ce navigateur.',
};
