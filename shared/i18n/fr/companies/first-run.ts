import type { firstRun as en } from '../../en/companies/first-run.ts';
import type { French } from '../../french.ts';

export const firstRun: French<typeof en> = {
  'first-run.steps': 'Étapes',
  'first-run.at': 'Étape {{step, number}} sur {{steps, number}} : {{name}}',
  'first-run.step.connect': 'Connexion',
  'first-run.step.folders': 'Dossiers',
  'first-run.step.first-scan': 'Premier scan',
  'first-run.first-scan': 'Déposez un premier scan dans l’un de ces dossiers, ou faites-le glisser sur cette fenêtre',
  'first-run.first-scan.text': 'Un PDF, un JPEG ou un PNG, enregistré ou numérisé. Intray le voit en quelques secondes.',
  'first-run.no-folders':
    'Aucun dossier n’est surveillé : rien ne peut être envoyé. Vous pouvez en choisir un à tout moment sous « Sociétés ».',
  'first-run.waiting': 'En attente du premier document…',
  'first-run.seen.under-way': 'Intray l’a vu et l’envoie.',
  'first-run.seen.received': 'Il est arrivé chez votre comptable. Tout est prêt : Intray s’en charge désormais seul.',
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
  'first-run.installation': 'Ouvrez le fichier de votre invitation',
  'first-run.installation.text':
    'Il dit où se trouve le service d’import et ne contient rien de secret. Vous pouvez aussi coller son contenu.',
  'first-run.connect': 'Connectez votre société',
  'first-run.connect.text':
    'Votre comptable vous a donné un identifiant et un secret pour chaque société. Collez-les ici : Intray les vérifie aussitôt.',
  'first-run.folders': 'Choisissez vos dossiers',
  'first-run.folders.text':
    'Un pour les achats, un pour les ventes. Ce que vous y déposez est envoyé ; vos fichiers restent en place et ne sont jamais modifiés ni supprimés.',
  'first-run.folders.later': 'Plus tard',
};
