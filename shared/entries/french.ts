/**
 * How French a word reads that has letters beyond ASCII: positive for what people write, negative for what comes of the wrong table of
 * letters ("CrŠdit", "N¯", "r‚glement"). Letters, their neighbours and a few words decide. `before` is what stands in front of the word and
 * its blank: a `€` alone means something behind a figure.
 */
export function readingScore(word: string, before: string): number {
  let score = 0;
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) < 0x80) continue;
    const place = { letter: word.charAt(at), before: beside(word, at - 1), after: beside(word, at + 1), alone: word.length === 1 };
    if (isLetter(place.letter)) score += letterScore(place, word, at);
    else score += signScore(place.alone ? { ...place, before } : place);
  }
  return score + wordBonus(word);
}

type Place = {
  readonly letter: string;
  /** The neighbours, '' where there is none or a blank. */
  readonly before: string;
  readonly after: string;
  readonly alone: boolean;
};

function beside(word: string, at: number): string {
  const letter = word.charAt(at);
  return letter === '\u00a0' ? '' : letter;
}

/** Signs that Unicode calls letters (`ˆ`, `ª`) are none here. */
function isLetter(letter: string): boolean {
  return /^[\p{Ll}\p{Lu}]$/u.test(letter) && letter !== 'ƒ' && letter !== 'ﬁ' && letter !== 'ﬂ';
}

function isUpper(letter: string): boolean {
  return /^\p{Lu}$/u.test(letter);
}

const FRENCH = new Set('éèàùçâêîôûëïüœ');

function letterScore(place: Place, word: string, at: number): number {
  const { letter, before, after, alone } = place;
  const small = letter.toLowerCase();
  const mixed = caseScore(letter, before, after, word.charAt(at - 2));
  if (!FRENCH.has(small)) return mixed - 2;
  // "À nouveaux", "à payer"; no other letter stands alone.
  if (alone) return small === 'à' ? 3 : -2;
  const left = isLetter(before) ? before.toLowerCase() : '';
  const right = isLetter(after) ? after.toLowerCase() : '';
  const usual = usualPlace(small, left, right);
  return mixed + (usual ? (small === 'é' ? 1.5 : 1) : -3);
}

/** Capitals stand first or among capitals. */
function caseScore(letter: string, before: string, after: string, secondBefore: string): number {
  const [left, right] = [isLetter(before), isLetter(after)];
  // "sociÈtÈ"; "GÉteaux", where the small letter behind says that only the first one is a capital.
  if (isUpper(letter)) return left && !(isUpper(before) && (!right || isUpper(after))) ? -5 : 0;
  if (right && isUpper(after)) return -4;
  return left && isUpper(before) && !right && isUpper(secondBefore) ? -4 : 0;
}

const VOWELS = new Set('aeiouyéèàùâêîôûëïüœ');

/** Whether French has the letter between these neighbours, '' for the word's edge. */
function usualPlace(letter: string, left: string, right: string): boolean {
  switch (letter) {
    case 'é':
      return true;
    case 'à':
      // "déjà", "voilà", "là", "çà", and the word itself behind an apostrophe.
      return right === '' && (left === '' || 'jlç'.includes(left));
    case 'ù':
      return left === 'o' && right === '';
    case 'ç':
      return right !== '' && 'aouâûôéï'.includes(right);
    case 'è':
      return left !== '' && right !== '' && !VOWELS.has(right);
    case 'ë':
    case 'ï':
      return left !== '' && VOWELS.has(left);
    case 'ü':
      return left !== '' && right !== '';
    case 'û':
      return left !== '' && (right !== '' || 'dcrm'.includes(left));
    case 'œ':
      return right !== '' && 'uisctfn'.includes(right);
    case 'â':
      return right !== '' && (left === '' || !'aiou'.includes(left));
    default:
      // `ê`, `î`, `ô` never end a word, nor follow their own vowel.
      return right !== '' && !(letter === 'ê' && left === 'e') && !(letter === 'ô' && left === 'o');
  }
}

/** What is no letter: by where it may stand. Everything that is not named here is a sign that no label has. */
function signScore({ letter, before, after }: Place): number {
  const [left, right] = [isLetter(before), isLetter(after)];
  const figure = /\d/.test(before);
  switch (letter) {
    case '\u00a0':
      return /[\d%:!?;»€)]/.test(before + after) || before === '«' ? 1 : 0;
    case '°':
      return right ? -2 : /[nN\d]/.test(before) ? 3 : left ? -1 : 0;
    case '’':
      return left && right ? 2 : left || right ? -1 : -2;
    case '‘':
    case '“':
    case '«':
    case '„':
      return left ? -4 : before === '' && after !== '' ? 1 : letter === '«' ? 1 : -1;
    case '”':
    case '»':
      return right ? -4 : before !== '' && !figure ? 1 : letter === '»' ? 1 : -1;
    case '–':
    case '—':
      return left || right ? -3 : 1;
    case '…':
      return right ? -4 : !left || after !== '' ? -1 : 0.5;
    case '€':
      return left || right ? -3 : figure || /\d/.test(after) ? 3 : 0;
    case '£':
      return left || right ? -4 : figure || /\d/.test(after) ? 1 : -2;
    case '²':
    case '³':
      return /[m\d]/.test(before) && !right ? 1 : -3;
    case '½':
    case '¼':
      return left || right ? -4 : 0;
    case '\u00a7':
    case '•':
    case '·':
    case '®':
    case '™':
    case '©':
      return right ? -4 : left ? -2 : -1;
    default:
      return /[\u0080-\u009f]/.test(letter) ? -20 : -4;
  }
}

/**
 * Words of accounts and of every day, without plural and without what follows the stem. They decide where one letter could be another one in a
 * place that French has for both.
 */
const STEMS = new Set(
  (
    'société trésor règle crédit débit dépôt intérêt impôt électri énergie téléphon général matéri libell numéro pièce échéan ' +
    'créanc dépens décembre février août période année bénéfic résultat état écart écriture clôture réserve prélèv chèque carte ' +
    'éta éch éco édit élé ému équ été év déj déc déd déf dég dél dém dén dép dér dés dét dév méd mét mén ' +
    'prév prés prép préc réc réd réf rég rém rén rép rés rév séc sér côté hôtel frère père mère première dernière matière manière ' +
    'caractère fête forêt prêt même être août goût coût boîte maître connaître île âge bâtiment château théâtre noël naïf maïs ' +
    'façade reçu français leçon garçon façon ça là déjà voilà où œuvre cœur œuf sœur'
  ).split(' '),
);
const STEM_LENGTH_MAX = 10;

function wordBonus(word: string): number {
  // "l'échéance", "au-delà", "(créance)".
  return word.split(/['’-]/).reduce((sum, part) => sum + (isKnown((/\p{L}+/u.exec(part)?.[0] ?? '').toLowerCase()) ? 3 : 0), 0);
}

function isKnown(word: string): boolean {
  // Of two letters it is the word itself: "là", "où".
  const lengths = Array.from({ length: Math.max(0, Math.min(word.length, STEM_LENGTH_MAX) - 1) }, (_, index) => index + 2);
  return lengths.some((length) => (length > 2 || word.length === 2) && STEMS.has(word.slice(0, length)));
}
