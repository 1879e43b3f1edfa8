import type { resolved as en } from '../../en/document/resolved.ts';
import type { French } from '../../french.ts';

/** “Traité”, not “réglé”: said of an invoice, “réglé” means “paid”. */
export const resolved: French<typeof en> = {
  'resolved.user': 'Vous avez indiqué que ce refus est traité : Intray ne vous le signale plus.',
  'resolved.correction': 'Le document qui le remplace a été accepté : ce refus est traité, et Intray ne vous le signale plus.',
  'resolved.elsewhere':
    'Cet ordinateur ne l’a pas envoyé et n’a pas son fichier : Intray ne vous signale donc pas ce refus ici. Marquez-le comme non traité s’il vous revient de vous en occuper.',
  'resolved.told': '« {{name}} » est marqué comme traité.',
};
