import { seededRandom } from '#test/support/seeded-random.ts';

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
