import type { firstRun as en } from '../../en/companies/first-run.ts';
import type { French } from '../../french.ts';

export const firstRun: French<typeof en> = {
  'first-run.steps': 'Étapes',
  'first-run.at': 'Étape {{step, number}} sur {{steps, number}} : {{name}}',
  'first-run.step.connect': 'Connexion',
  'first-run.step.folders': 'Dossiers',
  'first-run.step.first-scan': 'Premier scan',
  'first-run.first-scan': 'Déposez un premier scan dans l’un de ces dossiers',
  'first-run.first-scan.text': 'Un PDF, un JPEG ou un PNG. Intray le voit en quelques secondes.',
  'first-run.drop': 'Ou déposez-le ici',
  'first-run.choose-file': 'Choisir un fichier…',
  'first-run.sample': 'Utiliser un document test',
  'first-run.sample.text': 'Il porte la mention « test » et peut être refusé sans conséquence.',
  'first-run.sample.fault': 'Le document test n’a pas pu être placé dans le dossier. Vérifiez que le dossier existe, puis réessayez.',
  'first-run.stages': 'Parcours de ce document',
  'first-run.stage.found': 'Trouvé',
  'first-run.stage.under-way': 'En route',
  'first-run.stage.received': 'Reçu',
  'first-run.stage.accepted': 'Accepté',
  'first-run.stage.refused': 'Refusé',
  'first-run.no-folders':
    'Aucun dossier n’est surveillé : rien ne peut être envoyé. Vous pouvez en choisir un à tout moment sous « Sociétés ».',
  'first-run.waiting': 'En attente du premier document…',
  'first-run.seen.found': 'Intray l’a trouvé et l’envoie dans un instant.',
  'first-run.seen.under-way': 'Il est en route vers votre comptable.',
  'first-run.seen.received': 'Il est arrivé chez votre comptable. Tout est prêt : Intray s’en charge désormais seul.',
  'first-run.seen.accepted': 'Il a été accepté. Tout est prêt : Intray s’en charge désormais seul.',
  'first-run.seen.refused': 'Il est arrivé et a été refusé ; l’accueil dit pourquoi. Tout est prêt : Intray enverra seul les prochains.',
  'first-run.seen.asks': 'Intray a vu des fichiers et veut vous poser une question. Elle se trouve sur l’accueil.',
  'first-run.seen.unfit': 'Intray l’a vu, mais il ne peut pas partir tel quel. L’accueil dit pourquoi.',
  'first-run.to-overview': 'Aller à l’accueil',
  'first-run.create': 'Créer les deux dossiers pour moi',
  'first-run.create-one': 'Le créer pour moi',
  'first-run.create.text': 'Intray crée ces deux dossiers et les surveille :',
  'first-run.create.exists': 'existe déjà',
  'first-run.watched': 'Surveillé',
  'first-run.title': 'Bienvenue dans Intray',
  'first-run.text':
    'Déposez vos scans dans un dossier. Intray envoie chacun à votre comptable, une seule fois, et vous dit ce qu’il devient.',
  'first-run.connect': 'Connectez votre société',
  'first-run.connect.text':
    'Votre comptable vous a donné un identifiant et un secret pour chaque société. Collez-les ici : Intray les vérifie aussitôt.',
  'first-run.folders': 'Choisissez vos dossiers',
  'first-run.folders.text':
    'Un pour les achats, un pour les ventes. Ce que vous y déposez est envoyé ; vos fichiers restent en place et ne sont jamais modifiés ni supprimés.',
  'first-run.folders.later': 'Plus tard',
};
