/** What a relay takes: characters of one name. */
const CHARACTERS_MAX = 100;
const UNFIT = /[\p{Cc}\p{Cs}]/gu;
/** A system need not have given the computer a name. */
const NAMELESS = 'Computer';

/** The computer's name as a relay takes it: without what cannot be shown, and cut where it is too long. */
export function deviceNameOf(hostname: string): string {
  const cut = hostname.replaceAll(UNFIT, '').trim().slice(0, CHARACTERS_MAX);
  // The cut may have left half of a character at the end.
  const name = cut.replaceAll(UNFIT, '');
  return name === '' ? NAMELESS : name;
}
