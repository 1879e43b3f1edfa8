/** The most characters that a relay accepts in a name. */
const CHARACTERS_MAX = 100;
const UNFIT = /[\p{Cc}\p{Cs}]/gu;
/** Used if the system has given the computer no name. */
const NAMELESS = 'Computer';

/** The computer's name as a relay accepts it: without characters that cannot be shown, and cut if it is too long. */
export function deviceNameOf(hostname: string): string {
  const cut = hostname.replaceAll(UNFIT, '').trim().slice(0, CHARACTERS_MAX);
  // The cut may have left half of a character at the end.
  const name = cut.replaceAll(UNFIT, '');
  return name === '' ? NAMELESS : name;
}
