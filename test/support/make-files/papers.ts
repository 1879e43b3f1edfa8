import type { Paper } from './paper.ts';

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
