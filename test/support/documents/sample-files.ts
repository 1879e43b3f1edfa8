import { fileURLToPath } from 'node:url';
import type { MediaType } from '#shared/contract/media-types.ts';
import type { Problem } from '#shared/domain/item/problem.ts';

export type SampleFile = {
  readonly name: string;
  readonly path: string;
  readonly expected:
    | { readonly verdict: 'fit'; readonly mediaType: MediaType; readonly sentName: string }
    | { readonly verdict: 'unfit'; readonly problem: Problem };
};

/** The folder of the samples; `npm run samples` makes them. */
export const SAMPLE_FOLDER = fileURLToPath(new URL('../files/', import.meta.url));

/** The project's scans, by name, each with what inspection must find. */
export const sampleFiles = {
  invoice: fit('facture-2026-031.pdf', 'application/pdf'),
  /** The same bytes under another name. */
  copy: fit('copie-de-facture-2026-031.pdf', 'application/pdf'),
  threePages: fit('facture-trois-feuilles.pdf', 'application/pdf'),
  accented: fit('Reçu boulangerie été.pdf', 'application/pdf'),
  capitals: fit('facture-chauffage.PDF', 'application/pdf', 'facture-chauffage.pdf'),
  /** A quote, which an accountant refuses. */
  quote: fit('devis-toiture.pdf', 'application/pdf'),
  /** A PDF whose name says JPEG. */
  misnamed: fit('scan-mal-nomme.jpg', 'application/pdf', 'scan-mal-nomme.pdf'),
  jpeg: fit('ticket-de-parking.jpg', 'image/jpeg'),
  png: fit('note-de-restaurant.png', 'image/png'),
  bmp: fit('recu-de-timbres.bmp', 'image/bmp'),
  cutPdf: unfit('coupe.pdf', { kind: 'damaged', found: 'pdf' }),
  cutJpeg: unfit('coupe.jpg', { kind: 'damaged', found: 'jpeg' }),
  cutPng: unfit('coupe.png', { kind: 'damaged', found: 'png' }),
  cutBmp: unfit('coupe.bmp', { kind: 'damaged', found: 'bmp' }),
  empty: unfit('vide.pdf', { kind: 'damaged', found: 'pdf' }),
  password: unfit('protege.pdf', { kind: 'password' }),
  noPages: unfit('sans-page.pdf', { kind: 'blank' }),
  tiff: unfit('scan-ancien.tiff', { kind: 'not-taken', found: 'tiff' }),
  gif: unfit('logo.gif', { kind: 'not-taken', found: 'gif' }),
  webp: unfit('photo.webp', { kind: 'not-taken', found: 'webp' }),
  heic: unfit('photo-de-telephone.heic', { kind: 'not-taken', found: 'heic' }),
  xml: unfit('facture-electronique.xml', { kind: 'not-taken', found: 'xml' }),
  zip: unfit('factures-de-janvier.zip', { kind: 'not-taken', found: 'zip' }),
  office: unfit('lettre.docx', { kind: 'not-taken', found: 'office' }),
  text: unfit('a-lire.txt', { kind: 'not-taken', found: 'text' }),
} as const;

function fit(name: string, mediaType: MediaType, sentName: string = name): SampleFile {
  return { name, path: SAMPLE_FOLDER + name, expected: { verdict: 'fit', mediaType, sentName } };
}

function unfit(name: string, problem: Problem): SampleFile {
  return { name, path: SAMPLE_FOLDER + name, expected: { verdict: 'unfit', problem } };
}
