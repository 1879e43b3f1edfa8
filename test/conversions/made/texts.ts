import { seededRandom } from '#test/support/virtual-world.ts';

export type Language = 'fra' | 'eng' | 'deu';

/** What stands on one page of an invoice. All firms, people and numbers are made up. */
export type PageText = {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly (readonly string[])[];
  readonly terms: string;
};

type Words = Omit<PageText, 'rows' | 'sums'> & {
  readonly goods: readonly string[];
  readonly sumNames: readonly string[];
  readonly comma: string;
};

const FRENCH: Words = {
  from: ['Menuiserie des Trois Vallées', '14 chemin de la Fontaine', '99001 Valmorin', 'Téléphone 00 00 00 00 00'],
  to: ['Boulangerie Au Bon Levain', '3 place du Marché', '99002 Saint-Orens-le-Vieux'],
  title: 'Facture',
  heads: ['Désignation', 'Quantité', 'Prix', 'Total'],
  goods: [
    'Panneau de chêne massif raboté',
    'Porte intérieure en sapin avec serrure',
    'Charnières en laiton poli, la paire',
    'Fourniture et pose de plinthes',
    'Vis inoxydables à tête fraisée, boîte de cent',
    'Réparation du comptoir de vente',
    'Étagères réglables pour la réserve',
    'Vernis incolore pour parquet',
    'Déplacement et enlèvement des gravats',
    'Poignée en fer forgé, modèle ancien',
    'Remplacement de la vitre du présentoir',
    'Main-d’œuvre qualifiée, par heure',
  ],
  sumNames: ['Total hors taxes', 'Taxe sur la valeur ajoutée', 'Total toutes taxes comprises'],
  comma: ',',
  terms:
    'Le règlement est attendu dans les trente jours qui suivent la date de la présente facture, par virement ou par chèque. Toute somme qui reste impayée après cette échéance porte intérêt au taux légal sans autre avertissement. ' +
    'Les marchandises livrées demeurent la propriété du vendeur jusqu’au paiement complet. Les réclamations relatives aux travaux sont reçues par écrit pendant dix jours après la fin du chantier; au-delà de ce délai, les ouvrages sont considérés comme acceptés. ' +
    'Les prix comprennent le transport, la protection des sols, le montage et le nettoyage des lieux. Nous remercions nos clients de leur confiance et restons à leur disposition pour chaque question sur cette facture.',
};

const ENGLISH: Words = {
  from: ['Harbour Lane Stationers', '27 Harbour Lane', 'Port Ellsworth XX1 9ZZ', 'Telephone 0000 000 000'],
  to: ['Mill Street Veterinary Practice', '8 Mill Street', 'Upper Wickham XX2 9ZZ'],
  title: 'Invoice',
  heads: ['Description', 'Quantity', 'Price', 'Amount'],
  goods: [
    'Ring binders with printed spine labels',
    'Laser printer paper, white, five reams',
    'Toner cartridge with high capacity, black',
    'Adjustable desk lamp with steel base',
    'Envelopes with window, box of five hundred',
    'Appointment book bound in green cloth',
    'Monthly rental of the copying machine',
    'Service visit and replacement of rollers',
    'Plastic sleeves for certificates',
    'Coloured dividers with numbered tabs',
    'Fountain pen ink in small bottles',
    'Delivery and collection of empty cartons',
  ],
  sumNames: ['Total before tax', 'Value added tax', 'Amount payable'],
  comma: '.',
  terms:
    'Payment is due within thirty days of the date of this invoice by bank transfer or by cheque. Interest is charged on every amount that remains unpaid after this date, without further notice. ' +
    'Goods remain the property of the seller until they have been paid for in full. Please report damaged or missing articles in writing within ten days after the delivery; later complaints cannot be accepted. ' +
    'Articles may be returned in their original packaging within a month, except those that were printed or bound to order. Prices include packing, transport and insurance. We thank our customers for their confidence and gladly answer every question about this invoice.',
};

const GERMAN: Words = {
  from: ['Elektrotechnik am Mühlbach', 'Mühlbachgasse 11', '00001 Oberweiler', 'Telefon 0000 000000'],
  to: ['Gasthof zur alten Brücke', 'Uferstraße 2', '00002 Niederau an der Lohe'],
  title: 'Rechnung',
  heads: ['Bezeichnung', 'Menge', 'Preis', 'Betrag'],
  goods: [
    'Verlegung der Leitungen im Gastraum',
    'Schalter mit Kontrollleuchte, weiß',
    'Prüfung der elektrischen Anlage',
    'Leuchten für die Küche, spritzwassergeschützt',
    'Austausch der Sicherungen im Keller',
    'Steckdosen mit Klappdeckel',
    'Arbeitszeit des Meisters, je Stunde',
    'Arbeitszeit des Gesellen, je Stunde',
    'Anfahrt und Entsorgung des Verpackungsmaterials',
    'Bewegungsmelder für den Hof',
    'Verteilerkasten mit zwölf Plätzen',
    'Kabelkanal, grau, je Meter',
  ],
  sumNames: ['Summe ohne Steuer', 'Umsatzsteuer', 'Rechnungsbetrag'],
  comma: ',',
  terms:
    'Der Rechnungsbetrag ist innerhalb von dreißig Tagen nach dem Datum dieser Rechnung ohne Abzug zu bezahlen. Für verspätete Zahlungen werden Zinsen in gesetzlicher Höhe berechnet, ohne dass es einer weiteren Mahnung bedarf. ' +
    'Die gelieferten Waren bleiben bis zur vollständigen Bezahlung Eigentum des Verkäufers. Mängel sind innerhalb von zehn Tagen nach dem Abschluss der Arbeiten schriftlich anzuzeigen; danach gelten die Leistungen als abgenommen. ' +
    'Die Preise enthalten Anlieferung, Montage und Reinigung der Räume. Wir danken unseren Kunden für ihr Vertrauen und beantworten gern jede Frage zu dieser Rechnung.',
};

const WORDS: Readonly<Record<Language, Words>> = { fra: FRENCH, eng: ENGLISH, deu: GERMAN };
const ROWS = 22;

/** The same seed gives the same page. */
export function pageText(language: Language, seed: number): PageText {
  const { goods, sumNames, comma, title, ...rest } = WORDS[language];
  const random = seededRandom(seed);
  const money = (cents: number): string => `${Math.trunc(cents / 100)}${comma}${String(cents % 100).padStart(2, '0')}`;
  const below = (most: number): number => Math.floor(random.fraction() * most);
  let net = 0;
  const rows = Array.from({ length: ROWS }, () => {
    const [count, cents] = [1 + below(12), 150 + below(40_000)];
    net += count * cents;
    return [goods[below(goods.length)] ?? '', String(count), money(cents), money(count * cents)];
  });
  const tax = Math.round(net / 5);
  const sums = [net, tax, net + tax].map((cents, at) => [sumNames[at] ?? '', money(cents)]);
  return { ...rest, title: `${title} 2026-${1_000 + below(9_000)}`, rows, sums };
}

/** Three bytes for each dot. */
export type Raster = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };
export type Depth = 'bits' | 'grey' | 'colour';
type ScanOf = { readonly seed: number; readonly depth: Depth; readonly degrees: number; readonly noise: number };

const PAPER = [247, 244, 236] as const;
/** How much darker the page is at its lower end: the lamp of a cheap scanner. */
const FADE = 12;
const NOISES = 65_521;
const BLACK_BELOW = 150;

/** A drawn page as a scanner sees it: not quite straight, on paper that is not quite white, with noise. The same seed gives the same dots. */
export function scanned(of: Raster, { seed, depth, degrees, noise }: ScanOf): Buffer {
  const { width, height } = of;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const grain = noiseTable(seed, noise);
  const samples = depth === 'colour' ? 3 : 1;
  const out = Buffer.alloc(width * height * samples);
  let [at, n] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    const light = 1 - (FADE * y) / height / 255;
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = [
        (x - width / 2) * cos + (y - height / 2) * sin + width / 2,
        (y - height / 2) * cos - (x - width / 2) * sin + height / 2,
      ];
      n = (n + 7_919 + (y % 61)) % NOISES;
      if (samples === 3) {
        for (let channel = 0; channel < 3; channel += 1) {
          out[at + channel] = level(
            (sampled(of, fromX, fromY, channel) * (PAPER[channel] ?? 0) * light) / 255 + (grain[(n + channel * 31) % NOISES] ?? 0),
          );
        }
      } else {
        const green = sampled(of, fromX, fromY, 1) * 0.6 + sampled(of, fromX, fromY, 0) * 0.3 + sampled(of, fromX, fromY, 2) * 0.1;
        out[at] = level((green * PAPER[1] * light) / 255 + (grain[n] ?? 0));
      }
      at += samples;
    }
  }
  return depth === 'bits'
    ? portableBitmap(out, of)
    : Buffer.concat([Buffer.from(`P${samples === 3 ? 6 : 5}\n${width} ${height}\n255\n`), out]);
}

/** Normally distributed, with this deviation. */
function noiseTable(seed: number, deviation: number): Float32Array {
  const random = seededRandom(seed);
  const sum = (): number => random.fraction() + random.fraction() + random.fraction() + random.fraction() - 2;
  return Float32Array.from({ length: NOISES }, () => sum() * Math.sqrt(3) * deviation);
}

/** White outside of the page. */
function sampled({ width, height, rgb }: Raster, x: number, y: number, channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return 255;
  const [partX, partY] = [x - left, y - top];
  const first = (top * width + left) * 3 + channel;
  const second = first + width * 3;
  const upper = (rgb[first] ?? 0) * (1 - partX) + (rgb[first + 3] ?? 0) * partX;
  return upper * (1 - partY) + ((rgb[second] ?? 0) * (1 - partX) + (rgb[second + 3] ?? 0) * partX) * partY;
}

function level(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function portableBitmap(grey: Uint8Array, { width, height }: Raster): Buffer {
  const rowBytes = Math.ceil(width / 8);
  const bits = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place = y * rowBytes + (x >> 3);
      if ((grey[y * width + x] ?? 255) < BLACK_BELOW) bits[place] = (bits[place] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), bits]);
}
