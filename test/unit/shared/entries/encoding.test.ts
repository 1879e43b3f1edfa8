import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import type { TableRow } from '#shared/entries/entry-lines.ts';
import { decodeText, type Encoding, letterFaults } from '#shared/entries/encoding.ts';

/** Of the foreign files in test/entries, and typed beside them; each can be written in all five encodings. */
const LABELS = `
Report à nouveau|Minoterie Grâce à Dieu|Électricité Générale Ñandú|Hôtel du N° 7|Çà et là|L'Atelier "Zéphyr"|Devis "spécial" n° 12
Compte à zéro en tête|Écart d'un centime|Règlement Minoterie|Libellé très long|Sécurité sociale|Rémunérations dues|TVA super-réduite
Chèques à encaisser|Capital souscrit appelé|Congés payés|Primes d'émission|Voyages et déplacements|À nouveaux|Tab au milieu, fin après ça
TVA déductible|Achats matières premières|Prévoyance cadres|Amort. matériel de transport|340 mètres à louer|2014 à 2021|Crédit-bail|Bénéfice
Remb. frais kilométriques|Péage A6 Mâcon|Loyer 1er étage|Assurance décennale|Frais de réception|Honoraires avocat Lefèvre|Indemnité repas
Location véhicule|Entretien chaudière|Fournitures de bureau Nîmes|Cotisation retraite complémentaire agréée|Mutuelle santé|Prime de précarité
Acompte salarié|Saisie sur salaire Bénard|Avance sur frais M. Côme|Taxe foncière|Taxe d'apprentissage libérée|Formation continue assurée
Dégrèvement CFE|Pénalité de retard|Majoration URSSAF contestée|Commission apport affaires Zoé|Ristourne annuelle méritée|Escompte accordé
Avoir à recevoir|Facture non parvenue août|Charges à payer|Produits à recevoir|Charges constatées d'avance|Produit constaté d'avance
Dotation amortissement matériel|Provision créance douteuse|Reprise provision litige Jérôme|Cession immobilisation cédée|Valeur comptable nette arrêtée
Ventes de pain à emporter|Ventes pâtisserie|Ventes crème glacée|Recette caisse du marché|Ticket restaurant reçus|Vente à terme|Remise chèque
Virement reçu Gaël|Prélèvement EDF|Frais bancaires trimestriels prélevés|Intérêts débiteurs|Agios débités|Emprunt échéance 12|Caution versée
Compte courant associé|Dividendes versés|Impôt sur les sociétés|CVAE à décaisser|TVA à payer|Régularisation TVA|Crédit de TVA reporté|Arrondi négligé
Achat café et thé|Farine de blé|Beurre salé|Sucre glacé|Pêche et pâté`
  .split(/[|\n]/)
  .concat(
    `
Bière pression|Vin rosé|Eau gazeuse Évian|Jus d'ananas pressé|Purée de marrons|Crêpes|Brûlerie du Nord|Gâteaux secs|Pâte feuilletée|Maïs doux
Naïade SARL|Noël des salariés|Citroën Berlingot|Loïc Le Goff|Anaïs Müller|Benoît et fils|François Poncet|Hélène Dupré|Chloë Martin|Raphaël B.
Garçon de café|Maçonnerie Roux|Façonnage bois|Reçu n° 44|Leçons de conduite|Suçoir industriel|Fonçage de puits|Glaçage|Rançon du succès
Où est la pièce|Là-bas SARL|Au-delà du pont|Déjà facturé|Voilà Voiles|Celui-là|À la une|Payé à Orléans|Reste à vivre|Prix à l'unité
Boîte postale|Maître Dubois|Chaîne froide|Île de Ré|Dîner clients|Fraîcheur SAS|Traîneau|Huître de Cancale|Gîte rural|Câble réseau
Hâtons-nous|Pâques|Bâche 3 mètres|Tâches diverses|Châssis alu|Grâce présidentielle|Mâchefer|Lâcher de ballons|Râteau|Âtre et flammes
Forêt communale|Prêt garanti|Fenêtres PVC|Fêtes de fin d'année|Intérêt légal|Enquête client|Arrêt maladie|Bêche|Tête de lit|Vêtements de travail
Côtes du Rhône|Dépôt de garantie|Hôpital privé|Contrôle technique|Tôle pliée|Rôle de l'eau|Drôle de dame|Clôture grillagée|Aumônerie|Pylône
Goûter|Coût du crédit|Août|Mûres|Sûreté réelle|Dû au Trésor|Crû bourgeois|Bûches 2 stères|Affûtage lames|Dégoût
FRAIS GÉNÉRAUX|CRÉDIT AGRICOLE|SOCIÉTÉ GÉNÉRALE|PRÉLÈVEMENT À LA SOURCE|RÈGLEMENT REÇU|PIÈCE N° 12|DÉCEMBRE|FÉVRIER|IMPÔT|INTÉRÊTS
MATÉRIEL|ÉCHÉANCE|CLÔTURE|FOURNITURES DIVERSES PAYÉES|TÉLÉPHONE|GARANTIE DÉCENNALE|N° 4|Réf. n° 2026-01|Qté 12|Port dû`.split(/[|\n]/),
  )
  .filter((label) => label !== '')
  .slice(0, 200);

/** The bytes from 0x80 on of what may stand in French text, typed from the table of code page 850. */
const CP850 =
  'Ç80 ü81 é82 â83 ä84 à85 å86 ç87 ê88 ë89 è8a ï8b î8c É90 ô93 ö94 û96 ù97 £9c úa3 ña4 Ña5 ½ab «ae »af Âb6 Àb7 Êd2 Ëd3 Èd4 Îd7 Ïd8'
    .concat(' Ôe2 Ûea Ùeb °f8 ·fa ²fd')
    .split(' ');

/** The tables of this computer's ICU, and the one above. */
const BYTES: Readonly<Record<'cp1252' | 'iso-8859-15' | 'macroman' | 'cp850', ReadonlyMap<string, number>>> = {
  cp1252: tableOf('windows-1252'),
  'iso-8859-15': tableOf('iso-8859-15'),
  macroman: tableOf('macintosh'),
  cp850: new Map(CP850.map((pair) => [pair.charAt(0), Number.parseInt(pair.slice(1), 16)])),
};

function tableOf(label: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(label);
  return new Map(Array.from({ length: 0x80 }, (_, index) => [decoder.decode(Uint8Array.of(0x80 + index)), 0x80 + index]));
}

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const table = BYTES[encoding as keyof typeof BYTES];
  return Uint8Array.from(text, (letter) => {
    const byte = letter < '\u0080' ? letter.charCodeAt(0) : table.get(letter);
    if (byte === undefined) throw new Error(`${letter} is not in ${encoding}`);
    return byte;
  });
}

const fileOf = (label: string): string => `Date;Journal;Compte;Libelle;Debit;Credit\n02/01/2026;AC;606300;"${label}";12,00;0,00\n`;

describe('the encoding of a file with one label', () => {
  it('is tried on 200 labels, each with letters beyond ASCII', () => {
    expect(new Set(LABELS).size).toBe(200);
    expect(LABELS.filter((label) => encode(label, 'utf-8').length === label.length)).toEqual([]);
  });

  it.each(['utf-8', 'cp1252', 'iso-8859-15', 'cp850', 'macroman'] as const)('is right for 199 of them or more in %s', (encoding) => {
    const wrong = LABELS.filter((label) => decodeText(encode(fileOf(label), encoding)).text !== fileOf(label));
    expect(wrong).toEqual([]);
    expect(LABELS.length - wrong.length).toBeGreaterThanOrEqual(199);
  });

  /** Of words that no list of ours has, and of letters that one set has and another has not. */
  it.each([
    ['cp1252', 'Cœur d’artichaut|Vente “Zéphyr” – 5 €|Œufs|Nœud papillon|12 €|Dû : 40 €|“À suivre”…|l’hiver'],
    ['iso-8859-15', "Cœur d'artichaut|Œufs|12 €|Nœud papillon|Dû : 40 €|5€ de remise"],
    ['macroman', 'Cœur d’artichaut|Œufs|12 €|Nœud papillon|“À suivre”|l’hiver – 5 €'],
    ['cp850', '« À suivre »|Cale 3 m²'],
  ] as const)('is right for typographic letters in %s', (encoding, labels) => {
    const wrong = labels.split('|').filter((label) => decodeText(encode(fileOf(label), encoding)).text !== fileOf(label));
    expect(wrong).toEqual([]);
  });
});

describe('every byte', () => {
  it.each([
    ['cp1252', 'windows-1252', 'Réglé l’été dernier – 5 €'],
    ['iso-8859-15', 'iso-8859-15', 'Cœurs, nœuds et œufs à 5 €'],
    ['macroman', 'macintosh', 'Libellé réglé à l’été'],
  ] as const)('of %s is read as this computer reads it', (encoding, label, sure) => {
    // Behind so long a word that it says nothing, so that the first line decides.
    const lines = Array.from({ length: 0x80 }, (_, index) => [...encode('x'.repeat(50), 'utf-8'), 0x80 + index, 0x0a]);
    const bytes = Uint8Array.from([...encode(`${sure}\n`, encoding), ...lines.flat()]);
    expect(decodeText(bytes)).toMatchObject({ encoding, text: new TextDecoder(label).decode(bytes) });
  });
});

describe('Unicode', () => {
  const text = 'Crème;12 €;\u{1f950};Œuf';
  it('is taken at its word: plain ASCII, UTF-8 and what a byte order mark says', () => {
    const plain = { guessed: false, other: null, damaged: false };
    expect(decodeText(encode('abc', 'utf-8'))).toEqual({ text: 'abc', encoding: 'utf-8', ...plain });
    expect(decodeText(encode(text, 'utf-8'))).toEqual({ text, encoding: 'utf-8', ...plain });
    expect(decodeText(encode(`\ufeff${text}`, 'utf-8'))).toEqual({ text, encoding: 'utf-8', ...plain });
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(decodeText(little)).toEqual({ text, encoding: 'utf-16le', ...plain });
    expect(decodeText(Buffer.from(little).swap16())).toEqual({ text, encoding: 'utf-16be', ...plain });
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8', ...plain });
  });

  it('with labels that were cut within a letter stays UTF-8, and says which cells are damaged', () => {
    const whole = encode('Libellé réglé;Été;Crédit\nPayé', 'utf-8');
    const decoded = decodeText(whole.subarray(0, -1));
    expect(decoded).toMatchObject({ text: 'Libellé réglé;Été;Crédit\nPay\ufffd', encoding: 'utf-8', damaged: true });
    const rows = [
      { line: 1, cells: ['Libellé réglé', 'Été', 'Crédit'] },
      { line: 2, cells: ['Pay\ufffd'] },
    ];
    expect(letterFaults(decoded, rows, [])).toEqual([{ line: 2, column: 1, kind: 'encoding', value: 'Pay\ufffd' }]);
  });

  it('is damaged by an odd number of bytes and by half a pair in UTF-16', () => {
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0x00, 0x42))).toMatchObject({ text: 'A\ufffd', damaged: true });
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00))).toMatchObject({ text: '\ufffdA', damaged: true });
  });

  it.each([
    ['longer than need be', [0xc0, 0xaf]],
    ['longer than need be, in three bytes', [0xe0, 0x80, 0xaf]],
    ['half a pair', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['cut', [0xc3]],
    ['in the middle of a letter', [0xa9]],
  ])('is not what is %s', (_what, bytes) => {
    expect(decodeText(Uint8Array.from([0x41, ...bytes, 0x42])).encoding).not.toBe('utf-8');
  });

  it('is read like this computer does, for every letter of the first plane and some beyond', () => {
    const letters = Array.from({ length: 0x1_1000 }, (_, code) => (code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code)));
    const all = `a${letters.join('')}`;
    expect(decodeText(encode(all, 'utf-8')).text).toBe(all);
  });
});

const read = (file: string): Uint8Array => readFileSync(`test/entries/open/${file}`);
const rowsOf = (text: string): TableRow[] => text.split('\n').map((line, index) => ({ line: index + 1, cells: line.split('|') }));

describe('the files of other programs', () => {
  it.each([
    ['dolibarr/isuite.csv', 'cp1252'],
    ['datev-gem/EXTF_Buchungsstapel.csv', 'cp1252'],
    ['fecbundle/tab-debit-credit-000000000FEC20260331.txt', 'iso-8859-15'],
    ['fecbundle/pipe-debit-credit-22-000000000FEC20260331.txt', 'iso-8859-15'],
    ['odoo-oca/latin9-pipe-000000000FEC20260331.txt', 'iso-8859-15'],
    ['fec-masked/111111111FEC20221231.TXT', 'cp850'],
  ])('%s is %s, by a guess', (file, encoding) => {
    expect(decodeText(read(file))).toMatchObject({ encoding, guessed: true });
  });

  it('say it where two readings are possible: six degree signs of code page 850', () => {
    const decoded = decodeText(read('fec-masked/111111111FEC20221231.TXT'));
    const faults = letterFaults(decoded, rowsOf(decoded.text), rowsOf(decoded.other?.text ?? ''));
    expect(faults.length).toBe(6);
    expect(faults[0]).toMatchObject({
      kind: 'guessed-letters',
      column: 11,
      value: 'MONEP° TABUGELU LONO        ',
      meant: 'MONEPø TABUGELU LONO        ',
    });
    expect(new Set(faults.map(({ value }) => value?.slice(0, 8)))).toEqual(new Set(['MONEP° T', 'CUTAFOF°']));
  });

  it('leave no doubt where many words speak', () => {
    expect(decodeText(read('dolibarr/isuite.csv')).other).toBe(null);
    expect(decodeText(read('odoo-oca/latin9-pipe-000000000FEC20260331.txt')).other).toBe(null);
    expect(decodeText(read('paheko/export-fec.txt'))).toMatchObject({ encoding: 'utf-8', guessed: false, other: null });
  });
});

describe('a hostile file', () => {
  it.each([0xff, 0xe9, 0x80, 0xc3, 0x00])('of five million bytes %i is text of as many letters', (byte) => {
    expect(decodeText(new Uint8Array(5_000_000).fill(byte)).text.length).toBeGreaterThan(2_400_000);
  });

  it('of a million different words is text of as many letters', () => {
    const words = Uint8Array.from({ length: 5_000_000 }, (_, index) => (index % 3 === 0 ? 0x20 : 0xe0 + ((index * 7) % 31)));
    expect(decodeText(words).text.length).toBe(5_000_000);
  });
});

describe('letters that a person has named', () => {
  const CUT = new Uint8Array([...new TextEncoder().encode('Facture N'), 0xf8]);

  it('are read so without a guess, unless the bytes say otherwise themselves', () => {
    expect(decodeText(CUT, 'cp850')).toMatchObject({ text: 'Facture N°', encoding: 'cp850', guessed: false, other: null });
    expect(decodeText(CUT, 'cp1252')).toMatchObject({ text: 'Facture Nø', encoding: 'cp1252', guessed: false });
    expect(decodeText(new TextEncoder().encode('Facture N°'), 'cp850')).toMatchObject({ text: 'Facture N°', encoding: 'utf-8' });
  });
});
