import { foldText } from '../../lib/text/fold-text.ts';

/** A document as it arrived. Days are counted from 1970 on, in one time zone. */
export type Arrival = {
  /** Its number in the journal. */
  readonly n: number;
  readonly day: number;
  /** The import type, and the folder in which it was found. */
  readonly scope: string;
  readonly name: string;
  /** The path below that folder; empty for a file directly in it. */
  readonly subfolder: string;
  /** The user's note to the accountant: it stands for a name that tells nothing. */
  readonly note: string | null;
};

/** `of`: the day that its name tells, or the middle of the month; null if it tells none that fits to when it arrived. */
export type Doc = { readonly n: number; readonly day: number; readonly of: number | null };

/** The documents of one supplier, or customer, as far as folder and names tell. */
export type Series = { readonly key: string; readonly scope: string; readonly words: readonly string[]; readonly docs: Doc[] };

/** All series of a company by their key, and the days on which anything arrived. */
export type History = { readonly series: Map<string, Series>; readonly days: Set<number> };

export function newHistory(): History {
  return { series: new Map(), days: new Set() };
}

/** Adds one document. `instead`: the refused or unsent one whose place it took: both are one document, of the day of the first. */
export function addArrival(history: History, arrival: Arrival, instead: Arrival | null = null): void {
  history.days.add(arrival.day);
  if (instead !== null) removeArrival(history, instead);
  const found = readArrival(arrival);
  if (found === null) return;
  const { key, words, dates } = found;
  const day = Math.min(arrival.day, instead?.day ?? arrival.day);
  const series = history.series.get(key) ?? { key, scope: arrival.scope, words, docs: [] };
  series.docs.push({ n: arrival.n, day, of: fitting(dates, day) });
  // A hundred at a time, since an array is moved each time.
  if (series.docs.length >= DOCS_MAX + 100) series.docs.splice(0, 100);
  history.series.set(key, series);
}

/** Of one supplier; who sends more than one on each working day is not missed for want of a single one. */
const DOCS_MAX = 400;

function removeArrival({ series }: History, arrival: Arrival): void {
  const docs = series.get(readArrival(arrival)?.key ?? '')?.docs ?? [];
  const at = docs.findIndex(({ n }) => n === arrival.n);
  if (at >= 0) docs.splice(at, 1);
}

/** A sentence is no pattern. */
const NOTE_WORDS_MAX = 5;

function readArrival({ scope, name, subfolder, note }: Arrival) {
  const named = readName(name, subfolder);
  if (named.words.length > 0) return { ...named, key: keyOf(scope, named.words) };
  const noted = readName(note ?? '');
  if (noted.words.length === 0 || noted.words.length > NOTE_WORDS_MAX) return null;
  return { ...noted, key: keyOf(scope, noted.words) };
}

function keyOf(scope: string, words: readonly string[]): string {
  return `${scope} ${words.join(' ')}`;
}

/** An invoice may be of the month to come, and may be handed in a few months late; what is further away is another number. */
const [EARLY_DAYS, LATE_DAYS] = [40, 150];

function fitting(dates: Iterable<NamedDate>, day: number): number | null {
  for (const { year, month, day: dayOfMonth } of dates) {
    const there = year ?? nearestYear(month, day);
    const of = dayOf(there, month - 1, dayOfMonth ?? 15);
    if (day - of >= -EARLY_DAYS && day - of <= LATE_DAYS) return of;
  }
  return null;
}

function nearestYear(month: number, day: number): number {
  const { year, month: arrived } = monthOf(day);
  const behind = arrived + 1 - month;
  // December's arrives in January; January's may arrive in December.
  if (behind < -2) return year - 1;
  return behind > 9 ? year + 1 : year;
}

const DAY_MS = 86_400_000;

export function dayOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month, day) / DAY_MS);
}

/** The months count from 0. */
export function monthOf(day: number): { readonly year: number; readonly month: number; readonly part: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), part: (date.getUTCDate() - 1) / 31 };
}

/** What the name of a file says beside its numbers: whose document it is, and of when. */
export type ReadName = {
  /**
   * The words that tell whose it is, folded, each once, in the order of the alphabet. Numbers, dates, articles and words that any invoice may have are
   * left out; so nothing is left of the names that scanners and cameras give.
   */
  readonly words: readonly string[];
  /** The days and months that are named, the most exact first; found one by one, since most names have only one. */
  readonly dates: Iterable<NamedDate>;
};

/** Without a year, the one that is nearest to the arrival is meant; without a day, the whole month. */
export type NamedDate = { readonly year: number | null; readonly month: number; readonly day: number | null };

/** Reads a file's name, in French or English. `subfolder`: the path to it within the watched folder, which may name the supplier, or the month. */
export function readName(name: string, subfolder = ''): ReadName {
  const [own, above] = [chunksOf(withoutEnding(name)), chunksOf(subfolder)];
  const words = own.flatMap(wordsOf);
  const isScanned = words.some((word) => SCANNER.has(word));
  const isBilled = words.some((word) => BILL.has(word));
  const isWord = (word: string): boolean =>
    !SCANNER.has(word) &&
    !BILL.has(word) &&
    !FILLER.has(word) &&
    !isMonth(word) &&
    !(isScanned && APPS.has(word)) &&
    !(DEVICES.has(word) && (isScanned || !isBilled));
  const known = words.filter(isWord);
  const folders = above.flatMap(wordsOf).filter(isWord);
  // A scanner's name tells nothing, wherever its file lies.
  const told = isScanned && known.length === 0 ? [] : [...known, ...folders];
  const left = told.length > 0 || isScanned ? told : own.filter((chunk) => SHORT_NAME.test(chunk) && !SHORT_NUMBER.test(chunk));
  return { words: [...new Set(left)].toSorted(), dates: datesIn([own, above]) };
}

/** How a supplier is called to the user: the last name that was seen, without its numbers and dates. */
export function labelOf(name: string, subfolder = ''): string {
  const own = shown(withoutEnding(name));
  const { words } = readName(name);
  return words.length > 0 || subfolder === '' ? own : `${shown(subfolder)} ${own}`.trim();
}

function shown(text: string): string {
  return text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}&'’]+/u)
    .filter((piece) => chunksOf(piece).every(isShown))
    .map((piece) => piece.replace(/^\d+|\d+$/gu, ''))
    .filter((piece) => piece !== '')
    .join(' ');
}

function isShown(chunk: string): boolean {
  if (isMonth(chunk) || COPIES.has(chunk)) return false;
  return /^\p{L}+$/u.test(chunk) || wordsOf(chunk).length > 0 || (SHORT_NAME.test(chunk) && !SHORT_NUMBER.test(chunk));
}

/** Longer texts are cut: nothing after that tells more. */
const CHARACTERS_MAX = 200;

/** Pieces of letters and digits, folded. "FactureOrange" is two. */
function chunksOf(text: string): readonly string[] {
  const apart = text.slice(0, CHARACTERS_MAX).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return foldText(apart)
    .split(' ')
    .filter((chunk) => chunk !== '');
}

function withoutEnding(name: string): string {
  return name.replace(/(?<=.)(?:\.\p{L}[\p{L}\p{N}]{1,4})+$/u, '');
}

const RUN = /\p{L}+|\p{N}+/gu;
/** "o2", "3m", "n26": names if nothing else is left of a file's name. */
const SHORT_NAME = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}]{2,3}$/u;
/** "v2", "p1", "t3", "n12": a version, a page, a quarter, a number. */
const SHORT_NUMBER = /^(?:[vpftqnsx]\d+|\d+(?:e|er|eme|nd|rd|st|th|h))$/;

/** The words of a piece; of "orange202609" its word, of "f2026" and "a8f3e2" none: these are numbers. */
function wordsOf(chunk: string): readonly string[] {
  const runs = chunk.match(RUN) ?? [];
  if (runs.length === 1) return /\p{L}/u.test(chunk) && chunk.length > 1 ? [chunk] : [];
  if (runs.length > 3) return [];
  return runs.filter((run) => run.length > 2 && /\p{L}/u.test(run));
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

const SCANNER = wordSet(
  'scan scans scanned scanner scn img image images imgs dsc dscn dscf pic picture photo photos pxl mvimg camscanner scansnap document documents doc docs file fichier fichiers numerisation numerise numerisee page pages untitled sans titre unnamed download telechargement screenshot capture ecran attachment piece jointe',
);
/** Programs that scan, and companies that send invoices as well. */
const APPS = wordSet(
  'adobe genius tiny turbo swift snap cam microsoft lens office whatsapp whats app notes iphone ipad phone at to email mail',
);
const DEVICES = wordSet('epson canon brother hp xerox ricoh konica minolta kyocera lexmark fujitsu mfp bizhub');
const BILL = wordSet(
  'facture factures fact fac facturation invoice invoices inv bill bills billing receipt receipts recu recus justificatif achat achats vente ventes purchase purchases sale sales',
);
const COPIES = wordSet('copie copy copies duplicata final finale signe signee signed version original originale ok');
const FILLER: ReadonlySet<string> = new Set([
  ...COPIES,
  ...wordSet(
    'de du des la le les un une et en au aux pour par the of for and from no num numero nr ref reference client clients fournisseur fournisseurs supplier suppliers mois month trimestre trim quarter semestre annee year pdf export print impression comptabilite compta comptable accounting envoyer send divers misc archive archives nouveau nouvelle new accepted refused acceptes refuses accepte refuse sent envoyes envoye traites traite lundi mardi mercredi jeudi vendredi samedi dimanche monday tuesday wednesday thursday friday saturday sunday',
  ),
]);

/** From the first month on, as they are written out or shortened. */
const MONTHS: readonly ReadonlySet<string>[] = [
  wordSet('janvier janv jan january'),
  wordSet('fevrier fevr fev february feb'),
  wordSet('mars mar march'),
  wordSet('avril avr apr april'),
  wordSet('mai may'),
  wordSet('juin jun june'),
  wordSet('juillet juil juill jul july'),
  wordSet('aout aou aug august'),
  wordSet('septembre sept sep september'),
  wordSet('octobre oct october'),
  wordSet('novembre nov november'),
  wordSet('decembre dec december'),
];
const MONTH_OF: ReadonlyMap<string, number> = new Map(MONTHS.flatMap((names, at) => [...names].map((name) => [name, at + 1] as const)));

function isMonth(word: string): boolean {
  return MONTH_OF.has(word);
}

/** Only numbers, months and quarters can be part of a date; anything else stands between two. */
function* datesIn(names: readonly (readonly string[])[]): Generator<NamedDate, void, void> {
  for (const chunks of names) {
    const runs = chunks.flatMap((chunk) => (QUARTER.test(chunk) ? [chunk] : (chunk.match(RUN) ?? [])));
    const text = runs.map(datePart).join(' ');
    if (!NUMBER_OR_MONTH.test(text)) continue;
    for (const { form, read } of FORMS) {
      for (const found of text.matchAll(form)) {
        const date = read(found.slice(1).map(Number));
        if (isDate(date)) yield date;
      }
    }
  }
}

function datePart(run: string): string {
  if (QUARTER_WORDS.has(run)) return 'q';
  const month = MONTH_OF.get(run);
  if (month !== undefined) return `m${month}`;
  return QUARTER.test(run) || /^\d{1,8}$/.test(run) ? run : '-';
}

/** The shortest numbers that may be a month or a year. */
const NUMBER_OR_MONTH = /(?<=^|\s)(?:m\d+|\d\d?|20\d\d|\d{6}|\d{8}|[tq][1-4])(?=\s|$)/;
const QUARTER_WORDS = wordSet('trimestre trim quarter');
const QUARTER = /^[tq][1-4]$/;

type Form = { readonly form: RegExp; readonly read: (numbers: readonly number[]) => NamedDate };

const [YEAR, MONTH, DAY, NAMED] = ['(20\\d\\d)', '(0?[1-9]|1[0-2])', '(0?[1-9]|[12]\\d|3[01])', 'm(\\d+)'];
const [MONTH_2, DAY_2] = ['(0[1-9]|1[0-2])', '(0[1-9]|[12]\\d|3[01])'];

function formOf(parts: readonly string[], read: Form['read'], between = ' '): Form {
  return { form: new RegExp(`(?<=^|\\s)${parts.join(between)}(?=\\s|$)`, 'g'), read };
}

const date = (year: number | null = null, month = 0, day: number | null = null): NamedDate => ({ year, month, day });

/** How dates are written, the surest first. */
const FORMS: readonly Form[] = [
  formOf([YEAR, MONTH, DAY], ([y, m, d]) => date(y, m, d)),
  formOf([YEAR, MONTH_2, DAY_2], ([y, m, d]) => date(y, m, d), ''),
  formOf([DAY, MONTH, YEAR], ([d, m, y]) => date(y, m, d)),
  formOf([DAY_2, MONTH_2, YEAR], ([d, m, y]) => date(y, m, d), ''),
  formOf([DAY, NAMED, YEAR], ([d, m, y]) => date(y, m, d)),
  formOf([NAMED, YEAR], ([m, y]) => date(y, m)),
  formOf([YEAR, NAMED], ([y, m]) => date(y, m)),
  formOf([YEAR, MONTH], ([y, m]) => date(y, m)),
  formOf([YEAR, MONTH_2], ([y, m]) => date(y, m), ''),
  formOf([MONTH, YEAR], ([m, y]) => date(y, m)),
  formOf([MONTH_2, YEAR], ([m, y]) => date(y, m), ''),
  formOf(['[tq]([1-4])', YEAR], ([q = 0, y]) => date(y, q * 3)),
  formOf([YEAR, '[tq]([1-4])'], ([y, q = 0]) => date(y, q * 3)),
  formOf(['([1-4])(?: \\S+)? q', YEAR], ([q = 0, y]) => date(y, q * 3)),
  formOf([NAMED, '(\\d\\d)'], ([m, y = 0]) => date(2000 + y, m)),
  formOf([NAMED], ([m]) => date(null, m)),
  formOf([MONTH_2, '(\\d\\d)'], ([m, y = 0]) => date(2000 + y, m)),
  formOf([MONTH_2], ([m]) => date(null, m)),
];

function isDate({ year, month, day }: NamedDate): boolean {
  return month >= 1 && month <= 12 && (year === null || year >= 2000) && (day === null || (day >= 1 && day <= 31));
}
