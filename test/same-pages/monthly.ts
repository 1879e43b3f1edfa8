import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, mustRun } from '#test/conversions/run-program.ts';
import { Sent } from './asked.ts';
import { look } from './look.ts';

/** `asked`: how many would be asked about; `unknown`: of how many not all pages are known. */
export type Monthly = { readonly files: number; readonly asked: number; readonly unknown: number };

const MONTHS = 24;

/** Invoices of two years by one template: the same customer and article, another number, month and consumption. Null without LibreOffice. */
export async function monthlyInvoices(folder: string): Promise<Monthly | null> {
  if (!(await isInstalled(['soffice', '--version']))) return null;
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: MONTHS }, (_, month) => `month-${month + 1}`);
  for (const [month, name] of names.entries()) writeFileSync(join(folder, `${name}.html`), invoice(month));
  const sources = names.map((name) => join(folder, `${name}.html`));
  await mustRun([
    'soffice',
    '--headless',
    '--infilter=HTML (StarWriter)',
    '--convert-to',
    'pdf:writer_pdf_Export',
    '--outdir',
    folder,
    ...sources,
  ]);
  const sent = new Sent<string>();
  let [asked, unknown] = [0, 0];
  for (const name of names) {
    const pages = look(join(folder, `${name}.pdf`)) ?? [];
    if (pages.length === 0 || pages.includes(null)) unknown += 1;
    if (sent.take(name, pages) !== null) asked += 1;
  }
  return { files: names.length, asked, unknown };
}

function invoice(month: number): string {
  const [year, number] = [2025 + Math.floor(month / 12), (month % 12) + 1];
  const date = `${year}-${String(number).padStart(2, '0')}-01`;
  const used = 180 + ((month * 37) % 90);
  const sum = (used * 0.27).toFixed(2);
  const rows = `<tr><td>Consommation</td><td>${used} kWh</td><td>${sum}</td></tr><tr><td>Abonnement</td><td>1</td><td>12.00</td></tr>`;
  const terms = '<p style="page-break-before: always">Conditions: 30 jours net.</p>';
  return `<html><body><h2>Facture ${year}-${100 + month}</h2><p>${date}</p><table>${rows}</table>${terms}</body></html>`;
}
