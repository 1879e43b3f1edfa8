import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { largePdf } from '../documents/pdfs.ts';
import {
  BAKERY,
  CATALOGUE,
  DELIVERIES,
  FOREIGN,
  HEATING,
  monochromeBmp,
  noPages,
  OFFICE,
  page,
  type Paper,
  PARKING,
  QUOTE,
  RESTAURANT,
  SECRET,
  STAMPS,
} from './papers.ts';

/**
 * Makes the scans that tests and the demo use: `npm run samples [-- FOLDER]`. They are kept in the project, so this only runs when one is
 * added or changed. In a folder other than the project's it also writes one that is too large to keep. Needs qpdf.
 */
const HOME = fileURLToPath(new URL('../files', import.meta.url));
const target = process.argv[2] ?? HOME;

mkdirSync(target, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  await make(browser);
} finally {
  await browser.close();
}

async function make(by: Browser): Promise<void> {
  const office = await pdf(by, [OFFICE]);
  keep('facture-2026-031.pdf', office);
  keep('copie-de-facture-2026-031.pdf', office);
  keep('facture-trois-feuilles.pdf', await pdf(by, DELIVERIES));
  keep('Reçu boulangerie été.pdf', await pdf(by, [BAKERY]));
  keep('facture-chauffage.PDF', await pdf(by, [HEATING]));
  keep('devis-toiture.pdf', await pdf(by, [QUOTE]));
  // From a program that gives every scan the same extension.
  keep('scan-mal-nomme.jpg', await pdf(by, [CATALOGUE]));
  const [jpeg, png, stamps] = [await receipt(by, PARKING, 'jpeg'), await receipt(by, RESTAURANT, 'png'), await receipt(by, STAMPS, 'png')];
  const bmp = monochromeBmp(stamps);
  keep('ticket-de-parking.jpg', jpeg);
  keep('note-de-restaurant.png', png);
  keep('recu-de-timbres.bmp', bmp);
  const others = { 'coupe.pdf': office, 'coupe.jpg': jpeg, 'coupe.png': png, 'coupe.bmp': bmp };
  for (const [name, bytes] of Object.entries(others)) keep(name, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
  keep('protege.pdf', locked(await pdf(by, [SECRET])));
  keep('sans-page.pdf', noPages());
  for (const [name, bytes] of Object.entries(FOREIGN)) keep(name, bytes);
  if (target !== HOME) keep('trop-grand.pdf', largePdf());
}

function keep(name: string, bytes: Uint8Array): void {
  writeFileSync(join(target, name.normalize('NFC')), bytes);
  process.stderr.write(`${name}  ${bytes.byteLength} bytes\n`);
}

async function pdf(by: Browser, papers: readonly Paper[]): Promise<Buffer> {
  const tab = await by.newPage();
  await tab.setContent(page(papers));
  const bytes = await tab.pdf({ format: 'A4' });
  await tab.close();
  return bytes;
}

async function receipt(by: Browser, paper: Paper, type: 'jpeg' | 'png'): Promise<Buffer> {
  const tab = await by.newPage({ viewport: { width: 336, height: 480 }, deviceScaleFactor: 2 });
  await tab.setContent(page([paper], 'receipt'));
  const bytes = await tab.screenshot({ type, fullPage: true, ...(type === 'jpeg' ? { quality: 60 } : {}) });
  await tab.close();
  return bytes;
}

/** With a password that is needed to open it. */
function locked(bytes: Buffer): Buffer {
  const [plain, closed] = [join(target, 'protege.part'), join(target, 'protege.pdf')];
  writeFileSync(plain, bytes);
  execFileSync('qpdf', ['--encrypt', 'specimen', 'specimen-owner', '256', '--', plain, closed]);
  execFileSync('rm', [plain]);
  return readFileSync(closed);
}
