import type { InvoiceType } from '#shared/contract/import-types.ts';

/** How the way of one demo file must end. */
export type Ending = 'accepted' | 'refused' | 'unfit' | 'duplicate';

/** One file of the demo: a scan of the project's own. */
export type Sample = {
  readonly from: string;
  readonly name: string;
  readonly importType: InvoiceType;
  readonly ending: Ending;
  /** The problem an unfit one must show; the accountant's reason of a refused one. */
  readonly reason: string | null;
};

/** What the demo's accountant does not take, and says so. */
export const REFUSED_NAME = 'devis';
export const REFUSED_REASON = 'Ceci est un devis, pas une facture. Merci de déposer la facture correspondante.';
