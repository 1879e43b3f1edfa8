import type { ReadPdf } from './pages.ts';

/** `not-understood`: it cannot be determined whether it is whole, or whether it opens without a password. */
export type PdfFault = 'damaged' | 'password' | 'blank' | 'not-understood';

/** `read`: null if it was not read as far as its pages. */
export type CheckedPdf = { readonly fault: PdfFault | null; readonly read: ReadPdf | null };
