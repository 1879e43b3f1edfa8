import type { register as en } from '../../en/documents/register.ts';
import type { French } from '../../french.ts';

export const register: French<typeof en> = {
  'register.export': 'Exporter…',
  'register.export.title': 'Exporter le relevé des dépôts',
  'register.export.text_one':
    '{{count, number}} document, avec son empreinte, son numéro, le moment de sa réception et ce qu’il est devenu.',
  'register.export.text_many':
    '{{count, number}} de documents, chacun avec son empreinte, son numéro, le moment de sa réception et ce qu’il est devenu.',
  'register.export.text_other':
    '{{count, number}} documents, chacun avec son empreinte, son numéro, le moment de sa réception et ce qu’il est devenu.',
  'register.format': 'Format',
  'register.format.csv': 'Tableau (CSV)',
  'register.format.pdf': 'Document (PDF)',
  'register.do': 'Exporter',
  'register.progress': '{{done, number}} documents sur {{all, number}}',
  'register.done_one': 'Le relevé de {{count, number}} document est prêt.',
  'register.done_many': 'Le relevé de {{count, number}} de documents est prêt.',
  'register.done_other': 'Le relevé de {{count, number}} documents est prêt.',
  'register.failed':
    'Le relevé n’a pas pu être enregistré ({{code}}). Rien n’est resté ; faites de la place ou choisissez un autre endroit, puis réessayez.',
  'register.file': 'Relevé des dépôts',
  'register.title': 'Relevé des dépôts du {{moment}}',
  'register.page': 'Page {{number, number}}',
  'register.name': 'Nom',
  'register.unseen': '(envoyé par un autre ordinateur)',
  'register.deposited': 'Reçu le',
  'register.state': 'État',
  'register.odd-date': '{{moment}} (daté du {{odd}} par le service)',
  'register.result': 'Réponse le',
  'register.reason': 'Motif',
  'register.sent-before.same': 'mêmes pages que {{name}}',
  'register.sent-before.grown': 'les pages de {{name}}, et d’autres',
  'register.sent-before.changed': 'à la place de {{name}}, modifié après l’envoi',
  'register.entries_one': '{{count, number}} ligne d’écritures, débit {{debit}}, crédit {{credit}}',
  'register.entries_many': '{{count, number}} de lignes d’écritures, débit {{debit}}, crédit {{credit}}',
  'register.entries_other': '{{count, number}} lignes d’écritures, débit {{debit}}, crédit {{credit}}',
  'register.entries.parts': '{{sums}}, en {{n}} envois sur {{of}}',
  'register.entries.differ': 'selon le service, d’autres lignes ont été envoyées',
  'register.version-sha256': 'SHA-256 de la version',
};
