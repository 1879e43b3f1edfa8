import type { problem as en } from '../../en/document/problem.ts';
import type { French } from '../../french.ts';

export const problem: French<typeof en> = {
  'problem.too-large.what': 'Il dépasse la limite de {{sizeMax}}.',
  'problem.too-large.what.unsaid':
    'Il a été refusé pour sa taille ({{size}}), alors que le service d’import dit en accepter de plus volumineux. Quelque chose sur le trajet a peut-être sa propre limite.',
  'problem.too-large.what.detail': '{{what}} Le service d’import indique : {{detail}}',
  'problem.too-large.next': 'Rescannez-le en gris ou à 300 ppp (dpi), ou divisez-le en plusieurs fichiers.',
  'problem.too-large.next.unsaid':
    'Renvoyez-le une fois. S’il est encore refusé, scannez-le en qualité réduite, ou demandez à la personne qui s’occupe du réseau ce qui limite les envois.',
  'problem.not-taken.what': 'C’est {{found}}. Formats acceptés : PDF, JPEG, PNG, BMP.',
  'problem.not-taken.next.tiff':
    'Réglez le scanner sur PDF et rescannez-le, ou enregistrez l’image en PDF, puis déposez ce PDF dans le dossier.',
  'problem.not-taken.next.heic':
    'Enregistrez la photo en JPEG ou en PDF, et déposez-la dans le dossier. Votre téléphone peut être réglé pour prendre ses photos en JPEG.',
  'problem.not-taken.next.avif': 'Enregistrez l’image en JPEG, en PNG ou en PDF, et déposez-la dans le dossier.',
  'problem.not-taken.next.gif': 'Enregistrez l’image en PNG ou en PDF, et déposez-la dans le dossier.',
  'problem.not-taken.next.webp': 'Enregistrez l’image en JPEG, en PNG ou en PDF, et déposez-la dans le dossier.',
  'problem.not-taken.next.xml':
    'Déposez le PDF de cette facture dans le dossier. Si vous n’avez que le XML, demandez le PDF au fournisseur, ou à votre comptable quoi en faire.',
  'problem.not-taken.next.zip': 'Décompressez-la, et déposez dans le dossier les documents qu’elle contient, un fichier chacun.',
  'problem.not-taken.next.office': 'Enregistrez-le ou imprimez-le en PDF, et déposez le PDF dans le dossier.',
  'problem.not-taken.next.text': 'Si c’est une facture, enregistrez-la ou imprimez-la en PDF, et déposez le PDF dans le dossier.',
  'problem.not-taken.next.unknown': 'Enregistrez-le ou scannez-le en PDF, et déposez le PDF dans le dossier.',
  'problem.entries-among-scans.what': 'Ce fichier {{format}} n’est pas une facture : les écritures comptables ont leur propre dossier.',
  'problem.entries-among-scans.next':
    'Déplacez-le dans le dossier des écritures, ou ajoutez-en un sous « Sociétés ». S’il accompagne un scan du même nom, indiquez-le dans les réglages de ce dossier. Si c’est une facture, enregistrez-la en PDF.',
  'problem.entries-without-scan.what':
    'Aucun scan ne porte le nom de ces écritures, et les écritures de ce dossier ne partent qu’avec leur scan.',
  'problem.entries-without-scan.next':
    'Déposez le scan à côté, sous le même nom. Des écritures sans scan vont dans un dossier d’écritures.',
  'problem.entries-late.what':
    'Ces écritures sont arrivées, ou ont été modifiées, après l’envoi de {{name}}. Elles n’ont pas été envoyées.',
  'problem.entries-late.next':
    'Demandez à votre comptable quoi en faire. Si {{name}} est refusé et que vous le renvoyez, elles partent avec lui.',
  'problem.scan-among-entries.what': 'Ce dossier est réservé aux écritures comptables, et ceci est un scan ou une image ({{format}}).',
  'problem.scan-among-entries.next': 'Déplacez-le dans le dossier des achats ou des ventes : il est envoyé de là.',
  'problem.not-taken-as-entries.what': 'C’est {{found}}. Un dossier d’écritures accepte les fichiers JSON, CSV, TXT et XLSX.',
  'problem.not-taken-as-entries.next': 'Exportez les écritures dans l’un de ces formats, et déposez ce fichier dans le dossier.',
  'problem.password.what': 'Ce PDF est protégé par un mot de passe.',
  'problem.password.next': 'Enregistrez-le sans mot de passe, et déposez le nouveau fichier dans le dossier.',
  'problem.damaged.what': '{{found}} est incomplet ou abîmé.',
  'problem.damaged.found.pdf': 'Le fichier PDF',
  'problem.damaged.found.jpeg': 'Le fichier JPEG',
  'problem.damaged.found.png': 'Le fichier PNG',
  'problem.damaged.found.bmp': 'Le fichier BMP',
  'problem.damaged.next': 'Rescannez-le ou enregistrez-le à nouveau. Intray le relira dès qu’il changera.',
  'problem.blank.what': 'Ce PDF ne contient aucune page.',
  'problem.blank.next': 'Scannez-le ou enregistrez-le à nouveau.',
  'problem.link.what': 'Ce n’est qu’un lien vers un fichier qui se trouve ailleurs.',
  'problem.link.next': 'Déposez le fichier lui-même dans le dossier.',
  'problem.in-parts.what': 'Il se compose de plusieurs images, et le PDF créé à partir d’elles n’existe plus.',
  'problem.in-parts.next':
    'Faites créer à nouveau le PDF, vérifiez-le, puis envoyez-le. Ou annulez la réunion des images : chacune est alors à nouveau un document à part entière.',
  'problem.unreadable.what.in-use': 'Le fichier ne peut pas être lu : un autre programme l’utilise.',
  'problem.unreadable.what.denied': 'Le fichier ne peut pas être lu : votre compte n’y a pas accès.',
  'problem.unreadable.what.in-cloud': 'Le contenu du fichier se trouve uniquement dans le cloud et n’a pas été transmis ({{code}}).',
  'problem.unreadable.what.away': 'Le fichier ne peut pas être lu : son disque, son partage ou son espace cloud ne répond pas ({{code}}).',
  'problem.unreadable.what.other': 'Le fichier ne peut pas être lu ({{code}}).',
  'problem.unreadable.next.in-use': 'Fermez l’autre programme, et enregistrez le fichier à nouveau.',
  'problem.unreadable.next.denied': 'Autorisez la lecture du fichier, ou recopiez-le dans le dossier.',
  'problem.unreadable.next.in-cloud':
    'Démarrez le logiciel qui synchronise ce dossier (OneDrive, iCloud, Dropbox…) et ouvrez le fichier une fois. Intray reprendra de lui-même.',
  'problem.unreadable.next.away': 'Rebranchez le disque ou rétablissez le réseau. Intray reprendra de lui-même.',
  'problem.unreadable.next.other': 'Vérifiez qu’il s’ouvre sur cet ordinateur, et recopiez-le dans le dossier.',
  'problem.declined.what': 'Le service d’import ne l’a pas accepté.',
  'problem.declined.what.detail': 'Le service d’import ne l’a pas accepté et indique : {{detail}}',
  'problem.declined.next':
    'Vérifiez que le fichier s’ouvre, puis rescannez-le ou enregistrez-le à nouveau. Si cela se répète, demandez à votre comptable.',
  'problem.entries.what_one': 'Ses écritures comportent {{count, number}} erreur : rien n’en est envoyé.',
  'problem.entries.what_many': 'Ses écritures comportent {{count, number}} d’erreurs : rien n’en est envoyé.',
  'problem.entries.what_other': 'Ses écritures comportent {{count, number}} erreurs : rien n’en est envoyé.',
  'problem.entries.next':
    'Corrigez les écritures dans le logiciel qui a produit le fichier, puis enregistrez-le de nouveau dans le dossier.',
  'problem.entries-misfit.what': 'Ses colonnes ne sont pas celles dont Intray connaît le sens : rien n’en est envoyé.',
  'problem.entries-misfit.next':
    'Si l’export a changé pour de bon, indiquez ce que ses colonnes signifient maintenant. Sinon, exportez le fichier comme avant et enregistrez-le dans le dossier.',
  'problem.no-entries.what.datev': 'C’est un fichier DATEV. Une de ses lignes vaut deux écritures et une taxe, que DATEV calcule lui-même.',
  'problem.no-entries.next.datev': 'Exportez les écritures dans un autre format, par exemple en FEC ou en CSV.',
  'problem.no-entries.what.statement': 'C’est un relevé de compte, pas un journal : ses lignes n’ont qu’un seul sens.',
  'problem.no-entries.next.statement': 'Exportez plutôt le journal depuis votre logiciel de comptabilité.',
  'problem.no-entries.what.needs-mapping': 'Intray ne sait pas encore ce que signifient les colonnes de ce fichier.',
  'problem.no-entries.next.needs-mapping':
    'Indiquez une fois ce qu’elles signifient : Intray lira ensuite chaque fichier semblable de ce dossier. Rien n’est envoyé avant que vous ayez vu ses lignes.',
  'problem.no-entries.what.not-entries': 'Intray ne trouve pas d’écritures comptables dans ce fichier.',
  'problem.no-entries.next.not-entries': 'Si c’est une facture, déplacez-la dans le dossier des achats ou des ventes.',
  'problem.no-entries.what.empty': 'Le fichier est vide.',
  'problem.no-entries.next.empty': 'Exportez de nouveau les écritures.',
  'problem.no-entries.what.too-many-lines': 'Le fichier a plus de lignes qu’Intray n’en lit.',
  'problem.no-entries.next.too-many-lines': 'Exportez les écritures en plusieurs fichiers, par exemple un par mois.',
  'problem.no-entries.what.damaged': 'Le fichier est endommagé : ses écritures ne peuvent pas être lues.',
  'problem.no-entries.next.damaged': 'Exportez de nouveau les écritures.',
  'problem.no-entries.what.other-sheet': 'C’est un classeur dans un autre format que .xlsx.',
  'problem.no-entries.next.other-sheet': 'Enregistrez-le en .xlsx ou en CSV, et déposez ce fichier dans le dossier.',
  'problem.no-entries.what.sheet-password': 'Le classeur est protégé par un mot de passe.',
  'problem.no-entries.next.sheet-password': 'Enregistrez-le sans mot de passe, et déposez le nouveau fichier dans le dossier.',
  'problem.not-taken.found.tiff': 'une image TIFF',
  'problem.not-taken.found.heic': 'une photo HEIC',
  'problem.not-taken.found.avif': 'une image AVIF',
  'problem.not-taken.found.gif': 'une image GIF',
  'problem.not-taken.found.webp': 'une image WebP',
  'problem.not-taken.found.xml': 'un fichier XML, peut-être une facture électronique sans son PDF',
  'problem.not-taken.found.zip': 'une archive ZIP',
  'problem.not-taken.found.office': 'un document bureautique',
  'problem.not-taken.found.text': 'un fichier texte',
  'problem.not-taken.found.unknown': 'un fichier d’un autre type',
};
