import { PNG } from 'pngjs';
import { crc32, deflateRawSync } from 'node:zlib';

const SELLER = ['Fournitures Exemple', '12 rue du Modèle', '00000 Villexemple', 'contact@fournitures.example'];
const BUYER = ['Atelier Témoin SARL', '3 place du Spécimen', '00000 Villexemple'];
const CLOSING = 'Paiement à 30 jours. Document d’essai : noms et montants inventés.';

export const OFFICE: Paper = {
  title: 'FACTURE',
  number: '2026-031',
  date: '14 janvier 2026',
  from: SELLER,
  to: BUYER,
  lines: [
    ['Ramettes de papier A4, 80 g', 10, 489],
    ['Cartouches d’encre noire', 4, 2_350],
    ['Classeurs à levier', 12, 325],
  ],
  tax: 20,
  closing: CLOSING,
};

export const HEATING: Paper = {
  ...OFFICE,
  number: '2026-0112',
  date: '20 janvier 2026',
  from: ['Chauffage Exemple', '5 quai du Patron', '00000 Villexemple'],
  lines: [
    ['Entretien annuel de la chaudière', 1, 14_500],
    ['Remplacement d’un vase d’expansion', 1, 9_890],
    ['Déplacement', 1, 3_500],
  ],
  tax: 10,
};

/** One invoice of three sheets: a year's deliveries. */
export const DELIVERIES: readonly Paper[] = [1, 2, 3].map((sheet) => ({
  ...OFFICE,
  title: `FACTURE (feuille ${sheet} sur 3)`,
  number: '2026-044',
  lines: Array.from(
    { length: 9 },
    (_, n) => [`Livraison n° ${(sheet - 1) * 9 + n + 1}, panier de saison`, 1 + (n % 3), 1_890 + 35 * n] as const,
  ),
  tax: 5.5,
}));

export const BAKERY: Paper = {
  ...OFFICE,
  title: 'REÇU',
  number: 'R-208',
  date: '2 août 2026',
  from: ['Boulangerie Spécimen', '1 allée de l’Été', '00000 Villexemple'],
  to: [],
  lines: [
    ['Pains de campagne', 6, 410],
    ['Brioches', 2, 720],
  ],
  tax: 5.5,
};

export const QUOTE: Paper = {
  ...OFFICE,
  title: 'DEVIS',
  number: 'D-2026-007',
  from: ['Toitures Exemple', '8 impasse du Gabarit', '00000 Villexemple'],
  lines: [
    ['Réfection de la toiture, versant nord', 1, 842_000],
    ['Gouttières en zinc', 18, 5_450],
  ],
  closing: 'Devis valable trois mois. Ceci n’est pas une facture.',
};

const TILL: Paper = { ...BAKERY, title: 'TICKET', from: ['Parking du Modèle', '00000 Villexemple'], closing: 'Merci de votre visite.' };

export const PARKING: Paper = {
  ...TILL,
  number: '88120',
  date: '9 janvier 2026 à 12:41',
  lines: [['Stationnement 2 h 10', 1, 583]],
  tax: 20,
};

export const RESTAURANT: Paper = {
  ...TILL,
  title: 'NOTE',
  number: '417',
  from: ['Café du Gabarit', '00000 Villexemple'],
  lines: [
    ['Plat du jour', 2, 1_409],
    ['Café gourmand', 2, 682],
  ],
  tax: 10,
};

export const STAMPS: Paper = {
  ...TILL,
  title: 'REÇU',
  number: '5520',
  from: ['Relais Spécimen'],
  lines: [['Timbres, carnet de 12', 2, 1_668]],
  tax: 0,
};

export const CATALOGUE: Paper = { ...OFFICE, number: '2026-058', date: '2 février 2026', lines: [['Présentoir en carton', 3, 4_200]] };

export const SECRET: Paper = { ...OFFICE, number: '2026-059', lines: [['Coffre à clés', 1, 5_900]] };

/** One line of a paper: what, how many, and the unit price without tax in euro cents. */
type Line = readonly [text: string, count: number, cents: number];

export type Paper = {
  readonly title: string;
  readonly number: string;
  readonly date: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly lines: readonly Line[];
  /** Value-added tax, in percent. */
  readonly tax: number;
  readonly closing: string;
};

const euro = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

const STYLE = `
  body { font: 11pt 'DejaVu Sans', sans-serif; color: #1d1d1f; margin: 0; }
  .sheet { padding: 16mm; page-break-after: always; } .sheet:last-child { page-break-after: auto; }
  header { display: flex; justify-content: space-between; } h1 { font-size: 20pt; letter-spacing: .04em; margin: 10mm 0 2mm; }
  address { font-style: normal; line-height: 1.5; } address b { font-size: 13pt; }
  table { width: 100%; border-collapse: collapse; margin-top: 8mm; } th { text-align: left; border-bottom: 2px solid #1d1d1f; }
  th, td { padding: 2mm 1mm; } td { border-bottom: 1px solid #c8c8cc; } td + td, th + th { text-align: right; }
  .sum { margin: 6mm 0 0 auto; width: 70mm; } .sum td { border: 0; padding: 1mm; } .sum tr:last-child { font-weight: bold; font-size: 13pt; }
  footer { margin-top: 16mm; font-size: 9pt; color: #55555a; }
  .receipt { width: 300px; padding: 18px; font-size: 12px; } .receipt h1 { font-size: 16px; margin: 10px 0; } .receipt .sum { width: 100%; }`;

/** Invoices as small firms write them, one per sheet. All names and numbers are made up. */
export function page(papers: readonly Paper[], kind: 'sheet' | 'receipt' = 'sheet'): string {
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><style>${STYLE}</style>${papers.map((paper) => paperSheet(paper, kind)).join('')}</html>`;
}

function paperSheet(paper: Paper, kind: string): string {
  const net = paper.lines.reduce((sum, [, count, cents]) => sum + count * cents, 0);
  const tax = Math.round((net * paper.tax) / 100);
  return `<section class="${kind}">
    <header>${address(paper.from)}${address(paper.to)}</header>
    <h1>${paper.title}</h1><div>N° ${paper.number} · ${paper.date}</div>
    <table><tr><th>Désignation</th><th>Qté</th><th>PU HT</th><th>Total HT</th></tr>${paper.lines.map(row).join('')}</table>
    <table class="sum"><tr><td>Total HT</td><td>${money(net)}</td></tr><tr><td>TVA ${paper.tax} %</td><td>${money(tax)}</td></tr>
    <tr><td>Total TTC</td><td>${money(net + tax)}</td></tr></table>
    <footer>${paper.closing}</footer></section>`;
}

function address([name = '', ...lines]: readonly string[]): string {
  return name === '' ? '' : `<address><b>${name}</b><br>${lines.join('<br>')}</address>`;
}

function row([text, count, cents]: Line): string {
  return `<tr><td>${text}</td><td>${count}</td><td>${money(cents)}</td><td>${money(count * cents)}</td></tr>`;
}

function money(cents: number): string {
  return euro.format(cents / 100);
}

const HEADERS = 62;
/** 200 dots per inch, as fax-like scans have. */
const DOTS_PER_METRE = 7_874;

/** A black-and-white scan, one bit per pixel, as old scanner programs write it. */
export function monochromeBmp(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const rowBytes = Math.ceil(width / 32) * 4;
  const bmp = Buffer.alloc(HEADERS + rowBytes * height);
  bmp.write('BM', 0, 'latin1');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(HEADERS, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(1, 28);
  bmp.writeUInt32LE(rowBytes * height, 34);
  bmp.writeInt32LE(DOTS_PER_METRE, 38);
  bmp.writeInt32LE(DOTS_PER_METRE, 42);
  bmp.writeUInt32LE(0x00_ff_ff_ff, 58);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // Rows go from the bottom up. The three colours are about equal, so one of them tells light from dark.
      if ((data[((height - 1 - y) * width + x) * 4 + 1] ?? 0) < 160) continue;
      const at = HEADERS + y * rowBytes + (x >> 3);
      bmp.writeUInt8(bmp.readUInt8(at) | (0x80 >> (x & 7)), at);
    }
  }
  return bmp;
}

/** A valid PDF without a page, as some programs export an empty selection. */
export function noPages(): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xrefAt = text.length;
  text += `xref\n0 3\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n${xrefAt}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Small files of types that the service does not accept, each with the beginning of its format. */
export const FOREIGN: Readonly<Record<string, Buffer>> = {
  'scan-ancien.tiff': tiff(),
  'logo.gif': Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  'photo.webp': Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64'),
  'photo-de-telephone.heic': Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')), box('mdat', Buffer.alloc(64, 7))]),
  'facture-electronique.xml': Buffer.from(xml()),
  'factures-de-janvier.zip': zip('facture.txt', Buffer.from('Facture d’essai\n')),
  'lettre.docx': zip('[Content_Types].xml', Buffer.from('<?xml version="1.0"?><Types/>')),
  'a-lire.txt': Buffer.from('Les factures du mois sont dans l’armoire.\r\nMerci !\r\n'),
  'vide.pdf': Buffer.alloc(0),
};

/** One white pixel, little-endian. */
function tiff(): Buffer {
  const tags = [
    [256, 1],
    [257, 1],
    [258, 1],
    [259, 1],
    [262, 0],
    [273, 8],
    [278, 1],
    [279, 1],
  ];
  const file = Buffer.alloc(10 + 2 + tags.length * 12 + 4);
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(10, 4);
  file.writeUInt16LE(tags.length, 10);
  for (const [n, [tag = 0, value = 0]] of tags.entries()) {
    file.writeUInt16LE(tag, 12 + n * 12);
    file.writeUInt16LE(3, 14 + n * 12);
    file.writeUInt32LE(1, 16 + n * 12);
    file.writeUInt16LE(value, 20 + n * 12);
  }
  return file;
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function xml(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">
  <rsm:ExchangedDocument><ID>2026-031</ID></rsm:ExchangedDocument>
</rsm:CrossIndustryInvoice>
`;
}

/** An archive with one file. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt16LE(0x5c_21, 8);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(content.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
