import { Buffer } from 'node:buffer';

/** Part of the name of each file that the accountant refuses. */
export const REFUSED = 'illisible';
export const REASON = 'Document illisible : le montant est coupé.';
const REFUSED_COUNT = 12;
/** Number of files that are dropped, all with different names and contents. */
export const FILES = 200;
/** Longest name in bytes on the Linux disks below Wine's; Windows' disks count 255 UTF-16 units. */
const NAME_BYTES_MAX = 255;
/** Longest path for Windows programs that do not opt in to longer ones. */
const PATH_CHARACTERS = 260;
const TAIL = '.pdf';

const WORDS = [
  'Facture',
  'Rechnung Nr 7',
  'Reçu boulangerie été',
  'Ticket à payer – 12 €',
  'Quittance d’œuvre “2026”',
  '領収書',
  '請求書 2026年1月',
  'ใบเสร็จ',
  'فاتورة',
  'חשבונית',
  'Счёт',
  'Übergröße ß',
  'scan 🧾',
  '👩‍👩‍👧 famille',
  '🇫🇷 timbre',
  '100 % & plus',
  '#1 à vérifier',
  "l'original",
  'a+b=c; d,e',
  '%41%2F%00',
  '$HOME `x` ^ !',
  '{0} [1] (2)',
  '@here',
  'a..b...c',
  'two  spaces',
  '_-_',
  '‏rtl',
  'zero​width',
];

/** Names that are unusual in shape rather than in their letters. */
const SHAPES = [
  ' a space in front.pdf',
  'a space behind .pdf',
  'two dots..pdf',
  'UPPER CASE.PDF',
  'Mixed Case.Pdf',
  'été composed'.normalize('NFC') + TAIL,
  'été decomposed'.normalize('NFD') + TAIL,
  'e\u0301te\u0301 twins'.normalize('NFC') + TAIL,
  'e\u0301te\u0301 twins'.normalize('NFD') + TAIL,
  '~tilde.pdf',
  'PROGRA~1.pdf',
  'a~b.pdf',
  'CON1.pdf',
  'nullable.pdf',
  'con-fidential.pdf',
  'auxiliary.pdf',
  '-rf.pdf',
  '--profile.pdf',
  '0.pdf',
  'no ending but pdf.pdf.pdf',
  'semi;colon.pdf',
  'sub folder/in it.pdf',
  'sub folder/Über/tiefer noch.pdf',
  'Été 2026/Reçus/日本/領収書.pdf',
  'a & b/100 %/#.pdf',
];

/** Files that other programs leave in a folder while they work; never sent. */
export const LEFT_ALONE = ['.hidden.pdf', '..two dots.pdf', '~$Facture.pdf', 'download.pdf.part', 'desktop.ini', 'Thumbs.db'];

/** 200 paths below a watched folder whose own path has the given length, with `/` as the separator. */
export function allNames(folderCharacters: number): readonly string[] {
  const odd = [...SHAPES, ...['n', 'é', '長', '🧾'].map(longName), ...atTheLimit(folderCharacters)];
  const refused = Array.from({ length: REFUSED_COUNT }, (_, at) => `${WORDS[at] ?? ''} ${REFUSED} ${at}${TAIL}`);
  const plain = Array.from({ length: FILES - odd.length - refused.length }, (_, at) => {
    const word = WORDS[at % WORDS.length] ?? '';
    return `${at % 2 === 0 ? word.normalize('NFC') : word.normalize('NFD')} ${at}${TAIL}`;
  });
  return [...odd, ...refused, ...plain];
}

/** Names of the maximum length, with characters of one byte and of several. */
function longName(letter: string): string {
  const room = NAME_BYTES_MAX - TAIL.length;
  return letter.repeat(Math.floor(room / Buffer.byteLength(letter))) + TAIL;
}

/** Paths just below, exactly at and far above the former Windows limit of 260 characters. */
function atTheLimit(folderCharacters: number): readonly string[] {
  const deep = `${'d'.repeat(60)}/${'e'.repeat(60)}`;
  const before = folderCharacters + 1 + deep.length + 1;
  const upTo = (characters: number): string => `${deep}/${'f'.repeat(characters - before - TAIL.length)}${TAIL}`;
  return [PATH_CHARACTERS - 2, PATH_CHARACTERS - 1, PATH_CHARACTERS, PATH_CHARACTERS + 1, PATH_CHARACTERS + 40].map(upTo);
}
