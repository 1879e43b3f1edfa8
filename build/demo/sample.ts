import type { InvoiceType } from '#shared/contract/import-types.ts';

/** How the way of one demo file must end. */
export type Ending = 'accepted' | 'refused' | 'unfit' | 'duplicate';

/** One file of the demo: a scan of the test collection, dropped under a name of its own. */
export type Sample = {
  readonly from: string;
  readonly name: string;
  readonly importType: InvoiceType;
  readonly ending: Ending;
  /** The problem an unfit one must show; the accountant's reason of a refused one. */
  readonly reason: string | null;
};

/** What the demo's accountant does not like, and says so. */
export const REFUSED_NAME = 'illisible';
export const REFUSED_REASON = 'Document illisible : le montant de la TVA est coupé. Merci de le numériser à nouveau.';
