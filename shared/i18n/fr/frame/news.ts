import type { news as en } from '../../en/frame/news.ts';
import type { French } from '../../french.ts';

export const news: French<typeof en> = {
  'news.title': 'Les nouveautés d’Intray {{version}}',
  'news.seen': 'J’ai compris',
  'news.0-1-0.sentence': 'L’accueil dit en une courte phrase s’il y a quelque chose à faire.',
  'news.0-1-0.ignore': 'Tout ce qui est à traiter peut être ignoré, et pendant un moment cela s’annule.',
  'news.0-1-0.questions': 'Les questions s’ouvrent en pleine page : vous voyez les deux documents, répondez et passez à la suivante.',
  'news.0-1-0.month': 'Pour chaque société, l’accueil montre ce que sont devenus les documents du mois.',
  'news.0-1-0.list': 'La liste des documents se trie, et se limite aux dates que vous choisissez.',
};
