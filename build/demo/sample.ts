import type { InvoiceType } from '#shared/contract/import-types.ts';

/** The expected end of a demo file. */
export type Ending = 'accepted' | 'refused' | 'unfit' | 'duplicate';

/** One file of the demo: one of the project's own sample scans. */
export type Sample = {
  readonly from: string;
  readonly name: string;
  readonly importType: InvoiceType;
  readonly ending: Ending;
  /** For an unfit file the expected problem; for a refused one the accountant's reason. */
  readonly reason: string | null;
};

/** The demo's accountant refuses files with this in their name. */
export const REFUSED_NAME = 'devis';
export const REFUSED_REASON = 'Ceci est un devis, pas une facture. Merci de déposer la facture correspondante.';
