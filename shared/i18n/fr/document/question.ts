import type { question as en } from '../../en/document/question.ts';
import type { French } from '../../french.ts';

export const question: French<typeof en> = {
  'question.blank.what': 'Il paraît vierge : on n’y voit rien.',
  'question.blank.next': 'Vérifiez le sens de la feuille et le bac, puis rescannez-la. Ou envoyez le document s’il doit être ainsi.',
  'question.not-understood.what': 'Intray ne peut pas dire si ce fichier est complet et s’ouvre sans mot de passe.',
  'question.not-understood.next':
    'Ouvrez-le. Si tout y est et qu’aucun mot de passe n’est demandé, envoyez-le ; sinon, scannez-le ou enregistrez-le à nouveau.',
  'question.other-type.what': 'Le même fichier est déjà connu sous l’autre type, achat ou vente.',
  'question.other-type.next': 'L’un des deux est en général une erreur. Envoyez-le seulement si le document relève des deux.',
  'question.bulk-arrival.what': 'Il était là avant l’ajout du dossier, ou est arrivé avec beaucoup d’autres à la fois.',
  'question.bulk-arrival.next': 'Envoyez-le si votre comptable ne l’a pas encore.',
  'question.new-subfolder.what': 'Il se trouve dans le sous-dossier {{subfolder}}, jamais utilisé jusqu’ici.',
  'question.new-subfolder.next':
    'Envoyer les fichiers qui s’y trouvent ? Si oui, Intray ne pose plus la question pour ce sous-dossier. Il ne la pose que la première semaine.',
  'question.unclear-answer.what': 'Le service d’import donne sans cesse une réponse qui ne dit ni oui ni non (code {{status}}).',
  'question.unclear-answer.next': 'Un pare-feu ou une adresse erronée gêne peut-être. Faites vérifier la connexion, puis réessayez.',
  'question.part-received.what':
    'Le service d’import a déjà l’une de ses images comme document à part entière : un autre ordinateur l’a envoyée.',
  'question.part-received.next':
    'Si vous envoyez ce PDF, votre comptable recevra cette page deux fois. Vous pouvez aussi annuler la réunion des images, et réunir les autres.',
  'question.maybe-received.what': 'Il a peut-être été reçu sous l’ancienne connexion : la réponse s’est perdue.',
  'question.maybe-received.next':
    'Demandez à votre comptable s’il l’a, et ne l’envoyez que s’il ne l’a pas. Si son résultat arrive entre-temps, il s’affiche ici.',
  'question.entries.what_one': '{{count, number}} ligne d’écritures : débit {{debit}}, crédit {{credit}}.',
  'question.entries.what_many': '{{count, number}} de lignes d’écritures : débit {{debit}}, crédit {{credit}}.',
  'question.entries.what_other': '{{count, number}} lignes d’écritures : débit {{debit}}, crédit {{credit}}.',
  'question.entries.warnings_one': '{{count, number}} endroit y semble inhabituel.',
  'question.entries.warnings_many': '{{count, number}} d’endroits y semblent inhabituels.',
  'question.entries.warnings_other': '{{count, number}} endroits y semblent inhabituels.',
  'question.entries.again': 'Intray lit maintenant ce fichier autrement que lorsque vous avez accepté de l’envoyer.',
  'question.entries.choose': 'C’est la comptabilité complète d’un exercice : votre comptable en a peut-être déjà certains journaux.',
  'question.entries.choose.next': 'Regardez les journaux, et n’envoyez que ceux que votre comptable n’a pas encore.',
  'question.entries.imports_one': 'C’est trop volumineux pour un seul import : {{count, number}} import sera envoyé.',
  'question.entries.imports_many': 'C’est trop volumineux pour un seul import : {{count, number}} d’imports seront envoyés.',
  'question.entries.imports_other': 'C’est trop volumineux pour un seul import : {{count, number}} imports seront envoyés.',
  'question.entries.uncut': 'C’est trop volumineux pour être envoyé en une fois, et ne peut pas être coupé.',
  'question.entries.uncut.next': 'Regardez ses lignes : la raison y est indiquée, et ce qui aide.',
  'question.entries.repeated_one': 'Sur ces {{lines, number}} lignes, {{count, number}} a déjà été envoyée :',
  'question.entries.repeated_many': 'Sur ces {{lines, number}} lignes, {{count, number}} ont déjà été envoyées :',
  'question.entries.repeated_other': 'Sur ces {{lines, number}} lignes, {{count, number}} ont déjà été envoyées :',
  'question.entries.fresh_one': '{{count, number}} est nouvelle.',
  'question.entries.fresh_many': '{{count, number}} sont nouvelles.',
  'question.entries.fresh_other': '{{count, number}} sont nouvelles.',
  'question.entries.all-repeated_one': 'Cette ligne a déjà été envoyée.',
  'question.entries.all-repeated_many': 'Ces {{count, number}} de lignes ont toutes déjà été envoyées.',
  'question.entries.all-repeated_other': 'Ces {{count, number}} lignes ont toutes déjà été envoyées.',
  'question.entries.other-dates_one': '{{count, number}} autre ligne a été envoyée à une autre date ; le reste est identique.',
  'question.entries.other-dates_many': '{{count, number}} d’autres lignes ont été envoyées à une autre date ; le reste est identique.',
  'question.entries.other-dates_other': '{{count, number}} autres lignes ont été envoyées à une autre date ; le reste est identique.',
  'question.entries.repeated.next':
    'Vérifiez les lignes et n’envoyez que les nouvelles. Ce que votre comptable a déjà serait comptabilisé deux fois.',
  'question.entries.next': 'Regardez ses lignes. Envoyez-les si ce sont les bonnes, et si votre comptable ne les a pas encore.',
  'question.pair.what': 'Il part avec les écritures de {{name}}.',
  'question.pair.again': 'Les écritures ont changé depuis que vous avez accepté de les envoyer.',
  'question.pair.next': 'Regardez ses lignes. Envoyez les deux si ce sont les bonnes, et si votre comptable ne les a pas encore.',
  'question.entries-missing.what': 'Il attend ses écritures : {{name}}.json, .csv, .xlsx ou .txt dans le même dossier.',
  'question.entries-missing.next': 'Déposez-les à côté : Intray vous interroge alors sur les deux. Ou envoyez le scan sans écritures.',
  'question.entries-missing.errors.what_one':
    'Les écritures de {{name}} comportent {{count, number}} erreur : le scan n’est pas parti non plus.',
  'question.entries-missing.errors.what_many':
    'Les écritures de {{name}} comportent {{count, number}} d’erreurs : le scan n’est pas parti non plus.',
  'question.entries-missing.errors.what_other':
    'Les écritures de {{name}} comportent {{count, number}} erreurs : le scan n’est pas parti non plus.',
  'question.entries-missing.problem.what':
    'Les écritures de {{name}} ne peuvent pas être envoyées : le scan n’est pas parti non plus. {{problem}}',
  'question.entries-missing.problem.next': '{{problem}} Intray vous interroge ensuite sur les deux. Ou envoyez le scan sans écritures.',
  'question.entries-missing.several.what': 'Plusieurs fichiers à côté peuvent contenir ses écritures : {{names}}.',
  'question.entries-missing.several.next':
    'N’y laissez que le bon : Intray vous interroge alors sur les deux. Ou envoyez le scan sans écritures.',
  'question.entries-missing.untaken.what':
    'Vous l’aviez ignoré alors qu’il attendait ses écritures, et son dossier n’en envoie plus avec les scans.',
  'question.entries-missing.untaken.next': 'Envoyez-le sans écritures, ou ignorez-le de nouveau.',
  'question.note.what': 'Son dossier attend une note pour votre comptable avant d’envoyer un document.',
  'question.note.next': 'Écrivez la note, ou envoyez-le sans note.',
  'question.note.file.not-text': 'La note {{name}} à côté de lui n’est pas lisible comme texte en UTF-8 : le document n’est pas parti.',
  'question.note.file.too-long': 'La note {{name}} à côté de lui dépasse 1 000 caractères : le document n’est pas parti.',
  'question.note.file.number-too-long':
    'Le numéro, sur la première ligne de la note {{name}} à côté de lui, dépasse 60 caractères : le document n’est pas parti.',
  'question.note.file.empty': 'La note {{name}} à côté de lui est vide : le document n’est pas parti.',
  'question.note.file.unreadable': 'La note {{name}} à côté de lui ne peut pas être lue : le document n’est pas parti.',
  'question.note.file.used':
    'La note {{name}} à côté de lui est partie avec un document précédent du même nom : ce document n’est pas parti.',
  'question.note.file.next': 'Corrigez le fichier texte, et le document part avec lui. Ou écrivez la note ici, ou envoyez-le sans note.',
  'question.gone.what': 'Son fichier a disparu de vos dossiers avant l’envoi, et Intray n’en a pas de copie.',
  'question.gone.next': 'Remettez le fichier dans son dossier : il part alors tout seul. Ou ignorez-le, s’il ne doit pas être envoyé.',
};
