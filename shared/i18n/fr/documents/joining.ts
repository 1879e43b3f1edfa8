import type { joining as en } from '../../en/documents/joining.ts';
import type { French } from '../../french.ts';

export const joining: French<typeof en> = {
  'joining.do': 'Réunir en un seul PDF…',
  'joining.why.too-few': 'Il faut au moins deux images pour les réunir.',
  'joining.why.too-many': 'Vous pouvez réunir au plus {{max, number}} images en un seul PDF.',
  'joining.why.companies': 'Des images de sociétés différentes ne peuvent pas être réunies en un seul PDF.',
  'joining.why.types': 'Un achat et une vente ne peuvent pas être réunis en un seul PDF.',
  'joining.why.not-pictures':
    'Seules des images qui n’ont pas été envoyées et ne sont pas sur le point de l’être peuvent être réunies en un seul PDF ; un PDF ne le peut pas.',
  'joining.why.asked-first':
    'Indiquez d’abord si les images sélectionnées sont des achats ou des ventes : elles pourront alors être réunies en un seul PDF.',
  'joining.title_one': 'Réunir {{count, number}} image en un seul PDF',
  'joining.title_many': 'Réunir {{count, number}} d’images en un seul PDF',
  'joining.title_other': 'Réunir {{count, number}} images en un seul PDF',
  'joining.title.again': 'Créer à nouveau {{name}}',
  'joining.order': 'Les images, dans l’ordre des pages',
  'joining.order.again': 'Les images qui le composent',
  'joining.up': 'Monter {{name}}',
  'joining.down': 'Descendre {{name}}',
  'joining.moved': '{{name}} est maintenant en position {{place, number}} sur {{all, number}}.',
  'joining.keeps':
    'Votre comptable reçoit ce seul PDF. Les fichiers de votre dossier ne sont pas modifiés, et ne sont pas envoyés séparément.',
  'joining.fault.of': '{{name}} : {{what}}',
  'joining.nothing-sent': 'Rien n’a été envoyé, et Intray n’a pas touché à vos fichiers.',
  'joining.advice.fewer': 'Réunissez moins d’images à la fois.',
  'joining.advice.without': 'Réunissez les autres sans elle, ou photographiez ou scannez à nouveau cette page.',
  'joining.chosen': 'Vous avez fait réunir plusieurs images en un seul PDF',
  'joining.again': 'Créer à nouveau…',
  'joining.undo': 'Annuler la réunion des images',
  'joining.undone': 'C’est annulé. Chaque image est à nouveau un document à part entière.',
  'joining.undo.too-late': 'Une partie a peut-être déjà été envoyée : la réunion des images ne peut plus être annulée.',
  'joining.parts': 'Images de ce PDF',
  'joining.part': 'Page d’un PDF',
  'joining.part.of': 'Elle est envoyée avec {{name}}.',
  'joining.open': 'Ouvrir {{name}}',
  'joining.not-kept': 'Ce PDF n’est plus conservé sur cet ordinateur. Ouvrez ses images pour en voir les pages.',
};
