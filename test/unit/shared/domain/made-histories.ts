import type { Arrival } from '#shared/domain/expected/history.ts';
import type { Random } from '#shared/ports/world.ts';
import { seededRandom } from '#test/support/virtual-world.ts';

/** A document that a company's history was made with. `removed`: it is left out of what the program is shown. */
export type MadeDoc = { readonly arrival: Arrival; readonly supplier: number; readonly month: number; readonly removed: boolean };
export type MadeHistory = { readonly docs: readonly MadeDoc[]; readonly suppliers: readonly MadeSupplier[] };

/** The first of January 2024, and two years on. */
export const FROM = Math.round(Date.UTC(2024, 0, 1) / 86_400_000);
export const MONTHS = 24;

type Naming = (of: { readonly name: string; readonly issued: Date; readonly number: number }) => string | readonly [string, string];

const MOIS = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'];
const SHORT = ['janv', 'fév', 'mars', 'avr', 'mai', 'juin', 'juil', 'août', 'sept', 'oct', 'nov', 'déc'];
const ENGLISH = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const two = (value: number): string => String(value).padStart(2, '0');
const year = (date: Date): string => String(date.getUTCFullYear());
const monthOf = (date: Date): string => two(date.getUTCMonth() + 1);
const dayOf = (date: Date): string => two(date.getUTCDate());
const pick = (list: readonly string[], date: Date): string => list[date.getUTCMonth()] ?? '';

/** How people and portals name invoices. */
const NAMINGS: readonly Naming[] = [
  ({ name, issued }) => `Facture_${name}_${year(issued)}-${monthOf(issued)}.pdf`,
  ({ name, issued }) => `${name} ${pick(MOIS, issued)} ${year(issued)}.pdf`,
  ({ name, number }) => `${name.toUpperCase()}-FAC${number}.pdf`,
  ({ name, issued }) => `${name} ${monthOf(issued)}-${year(issued)}.pdf`,
  ({ name, issued }) => `invoice_${name.toLowerCase()}_${year(issued)}${monthOf(issued)}${dayOf(issued)}.pdf`,
  ({ name, issued }) => `${year(issued)}${monthOf(issued)}${dayOf(issued)}_${name}_facture.pdf`,
  ({ name, issued, number }) => `F${year(issued)}-${number} ${name}.pdf`,
  ({ name, issued }) => `${name} ${pick(ENGLISH, issued)} ${year(issued)}.pdf`,
  ({ name, issued }) => `${name} ${pick(SHORT, issued)}.pdf`,
  ({ name, number }) => `${name} invoice no ${number}.pdf`,
  ({ name, issued }) => [`${year(issued)}-${monthOf(issued)}.pdf`, name],
  ({ name, issued }) => [`facture ${pick(MOIS, issued)}.pdf`, `Fournisseurs/${name}/${year(issued)}`],
  ({ name, issued }) => `${name}${monthOf(issued)}${year(issued)}.pdf`,
  ({ name, issued, number }) => `FACTURE ${name} ${number} du ${dayOf(issued)}-${monthOf(issued)}-${year(issued)}.pdf`,
  ({ name, issued }) => [`${name}.pdf`, `${year(issued)}/${monthOf(issued)} ${pick(MOIS, issued)}`],
  ({ number }) => `Facture-${number}.pdf`,
  ({ number }) => `scan-${number}.pdf`,
];
/** The last two say nothing of the supplier. */
const NAMELESS = 2;

const SUPPLIERS = (
  'Orange,EDF,Métro,Loyer SCI Bastide,Engie,Free Pro,Veolia,SFR Business,Axa,Total Énergies,Amazon,Adobe,La Poste,Rentokil,Elis,Sodexo,Transgourmet,Pomona,Brake,' +
  'Lyreco,Bureau Vallée,Urssaf,Malakoff,Swile,Google Workspace,Microsoft,OVH,Ionos,Dropbox,Nespresso,Coca-Cola,Kiloutou,Point P,Würth,Leroy Merlin,Brico Dépôt,' +
  'Moulin de l’Écluse,Grands Moulins,Sucre & Cie,Dupont SARL,Martin et Fils,Garage du Pont,Nettoyage Éclair,Alarme Sécur,Banque Populaire,Crédit Mutuel,Stripe,SumUp'
).split(',');

export type MadeSupplier = {
  readonly name: string;
  readonly naming: number;
  /** Months between two invoices; 0: when it happens. */
  readonly every: number;
  readonly dayOfMonth: number;
  readonly jitter: number;
  readonly perMonth: number;
  readonly from: number;
  readonly until: number;
  readonly season: readonly number[];
  readonly renamedAt: number;
  readonly newName: string;
  readonly newNaming: number;
  readonly hasNotes: boolean;
};

/** A company's two years: regular and irregular suppliers, those that begin, end, pause in August or change their name, holidays, and how the user hands in. */
export function madeHistory(seed: number): MadeHistory {
  const random = seededRandom(seed * 7_919 + 13);
  const chance = (share: number): boolean => random.fraction() < share;
  const between = (low: number, high: number): number => low + Math.floor(random.fraction() * (high - low + 1));
  const names = SUPPLIERS.map((name) => ({ name, at: random.fraction() })).toSorted((one, other) => one.at - other.at);
  const suppliers = names.slice(0, between(8, 26)).map(({ name }, at) => supplierOf(name, { at, random, chance, between }));
  const hands = handInOf({ chance, between });
  const issues = suppliers.flatMap((supplier, at) => issuesOf(supplier, { chance, between }).map((issue) => ({ ...issue, at })));
  const regular = issues.filter(({ at }) => isRegular(suppliers[at]));
  const left = new Set(regular.filter((issue) => mayBeRemoved(issue, regular, suppliers) && chance(0.05)));
  const docs = issues.map((issue, n): MadeDoc => {
    const supplier = suppliers[issue.at];
    if (supplier === undefined) throw new Error('no supplier');
    const handedIn = hands(issue.day + between(0, supplier.jitter));
    const arrival = arrivalOf(supplier, { ...issue, n: n * 10, day: handedIn, chance, between });
    return { arrival, supplier: issue.at, month: issue.month, removed: left.has(issue) };
  });
  return { docs: [...docs, ...noise({ between, hands })].toSorted((one, other) => one.arrival.day - other.arrival.day), suppliers };
}

export function isRegular(supplier: MadeSupplier | undefined): boolean {
  return (
    supplier !== undefined &&
    supplier.every > 0 &&
    supplier.every < 12 &&
    (supplier.naming < NAMINGS.length - NAMELESS || supplier.hasNotes)
  );
}

type Draw = { readonly chance: (share: number) => boolean; readonly between: (low: number, high: number) => number };

function supplierOf(name: string, { at, chance, between }: Draw & { readonly at: number; readonly random: Random }): MadeSupplier {
  const isIrregular = at % 5 === 4;
  const every = isIrregular ? 0 : chance(0.72) ? 1 : chance(0.6) ? 3 : chance(0.7) ? 2 : 12;
  const naming = between(0, NAMINGS.length - 1);
  const season = chance(0.08) ? [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11] : chance(0.05) ? [3, 4, 5, 6, 7, 8, 9] : [];
  const isRenamed = chance(0.08);
  return {
    name,
    naming,
    every,
    dayOfMonth: between(1, 31),
    jitter: chance(0.6) ? 2 : between(3, 8),
    perMonth: every === 1 && chance(0.1) ? (chance(0.7) ? 2 : 5) : 1,
    from: chance(0.2) ? between(1, 14) : 0,
    until: chance(0.1) ? between(10, 22) : MONTHS,
    season,
    renamedAt: isRenamed ? between(8, 18) : MONTHS,
    newName: chance(0.75) ? `${name} Services` : `${SUPPLIERS[(SUPPLIERS.indexOf(name) + 11) % SUPPLIERS.length]} Groupe`,
    newNaming: chance(0.5) ? naming : between(0, NAMINGS.length - 1 - NAMELESS),
    hasNotes: chance(0.5),
  };
}

type Issue = { readonly month: number; readonly day: number; readonly issued: Date };

function issuesOf(supplier: MadeSupplier, { chance, between }: Draw): readonly Issue[] {
  const { every, from, until, season, dayOfMonth, perMonth } = supplier;
  const first = every < 2 ? 0 : between(0, every - 1);
  return Array.from({ length: MONTHS }, (_, month) => month).flatMap((month) => {
    const isOut = month < from || month >= until || (season.length > 0 && !season.includes(month % 12));
    const isDue = every === 0 ? chance(0.3) : month % every === first;
    if (isOut || !isDue) return [];
    return Array.from({ length: perMonth }, (_, one) => {
      const days = Math.round((one * 30) / perMonth) + (every === 0 ? between(0, 25) : dayOfMonth);
      const lastDay = new Date(Date.UTC(2024, month + 1, 0)).getUTCDate();
      const issued = new Date(Date.UTC(2024, month, Math.min(lastDay, 1 + ((days - 1) % 31))));
      return { month, issued, day: Math.round(issued.getTime() / 86_400_000) };
    });
  });
}

/** Its supplier had sent enough before it, and time is left in which it can be missed. */
function mayBeRemoved(
  issue: Issue & { readonly at: number },
  all: readonly (Issue & { readonly at: number })[],
  suppliers: readonly MadeSupplier[],
) {
  const mine = all.filter(({ at }) => at === issue.at);
  const { until = 0, every = 0, perMonth = 1 } = suppliers[issue.at] ?? {};
  // One of many deliveries a month is missed by nobody who does not count them.
  if (perMonth > 2) return false;
  return mine.filter(({ day: before }) => before < issue.day).length >= 5 && issue.month < Math.min(until, MONTHS) - 2 * every;
}

/** The day on which a document is handed in: at once, at the end of the week, or once a month; never in the holidays. */
function handInOf({ chance, between }: Draw): (day: number) => number {
  const way = chance(0.45) ? 'soon' : chance(0.6) ? 'weekly' : 'monthly';
  const [weekday, dayOfMonth, away, length] = [between(0, 4), between(3, 12), between(200, 225), between(10, 21)];
  return (arrived) => {
    let at = arrived + (way === 'soon' ? (chance(0.8) ? between(0, 2) : between(2, 6)) : 0);
    if (way === 'weekly') while (at % 7 !== weekday) at += 1;
    if (way === 'monthly') {
      // One evening a month, for all that is there by then.
      const target = (date: Date): number => dayOfMonth + ((date.getUTCMonth() * 5) % 4);
      while (new Date(at * 86_400_000).getUTCDate() !== target(new Date(at * 86_400_000))) at += 1;
    }
    for (const start of [away, away + 365, 358, 358 + 365]) {
      const end = FROM + start + (start % 365 === 358 ? 9 : length);
      if (at >= FROM + start && at < end) at = end + between(0, 3);
    }
    return at;
  };
}

type Handed = Issue & Draw & { readonly n: number };

function arrivalOf(supplier: MadeSupplier, { n, day: arrived, month: of, issued, chance, between }: Handed): Arrival {
  const isNew = of >= supplier.renamedAt;
  const naming = NAMINGS[isNew ? supplier.newNaming : supplier.naming] ?? NAMINGS[0];
  const made = naming?.({ name: isNew ? supplier.newName : supplier.name, issued, number: 10_000 + n + between(0, 9) }) ?? '';
  const [name, subfolder] = typeof made === 'string' ? [made, ''] : made;
  const isNameless = name.startsWith('scan-') || name.startsWith('Facture-');
  const note = isNameless && supplier.hasNotes ? `${supplier.name} ${pick(MOIS, issued)}` : null;
  // In three of a hundred the user forgets how they name them.
  const shown = chance(0.01) ? `scan-${n}.pdf` : variant(name, { chance, between });
  return { n, day: arrived, scope: 'purchase-invoices a', name: shown, subfolder, note };
}

function variant(name: string, { chance }: Draw): string {
  if (chance(0.9)) return name;
  if (chance(0.3)) return name.replace('.pdf', ' (1).pdf');
  if (chance(0.3)) return name.toUpperCase();
  if (chance(0.3)) return name.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  if (chance(0.3)) return `copie ${name}`;
  return name.replaceAll(' ', '_');
}

const GENERIC = ['scan-', 'IMG_', 'Document', 'Numérisation_', 'SCN_00', 'photo '];
const ONCE = ['hôtel', 'taxi', 'parking', 'restaurant', 'librairie', 'fleuriste', 'péage', 'billet train'];

/** What a scanner names, and what is bought once. */
function noise({ between, hands }: Pick<Draw, 'between'> & { readonly hands: (day: number) => number }): readonly MadeDoc[] {
  return Array.from({ length: between(100, 500) }, (_, at): MadeDoc => {
    const number = between(1, 9_999);
    const name =
      at % 3 === 0
        ? `${ONCE[between(0, ONCE.length - 1)]} ${['Lyon', 'Paris', 'Bar', 'Gare', 'Port'][between(0, 4)]} ${number}.pdf`
        : `${GENERIC[at % GENERIC.length]}${number}.jpg`;
    const day = hands(FROM + between(0, MONTHS * 30));
    return {
      arrival: { n: 100_000 + at, day, scope: 'purchase-invoices a', name, subfolder: '', note: null },
      supplier: -1,
      month: -1,
      removed: false,
    };
  });
}
