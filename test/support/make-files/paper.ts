/** One line of a paper: what, how many, and the unit price without tax in euro cents. */
export type Line = readonly [text: string, count: number, cents: number];

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
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><style>${STYLE}</style>${papers.map((paper) => sheet(paper, kind)).join('')}</html>`;
}

function sheet(paper: Paper, kind: string): string {
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
