import type { SignedIn } from '#shared/app-api/browsers-contract.ts';

export type BrowserKind = Pick<SignedIn, 'browser' | 'system'>;

/** Longer than any real user agent; a longer one was made up. */
const CHARACTERS_MAX = 400;
/** "Mozilla/5.0 (its system) its parts", the form that all current browsers use. */
const USUAL = /^Mozilla\/5\.0 \(([^()]+)\) ([\x20-\x7e]+)$/;

/** The first match counts: most browsers also name others. */
const PARTS: Readonly<Record<NonNullable<SignedIn['browser']>, RegExp>> = {
  Edge: /\bEdg(?:A|iOS)?\/\d/,
  Opera: /\bOPR\/\d/,
  Firefox: /\b(?:Firefox|FxiOS)\/\d/,
  Chrome: /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\/\d/,
  Safari: /\bVersion\/\d.*\bSafari\/\d/,
};
const IN_SYSTEM: Readonly<Record<NonNullable<SignedIn['system']>, RegExp>> = {
  Windows: /\bWindows\b/,
  iOS: /\b(?:iPhone|iPad|iPod)\b/,
  macOS: /\bMacintosh\b/,
  ChromeOS: /\bCrOS\b/,
  Android: /\bAndroid\b/,
  Linux: /\bLinux\b/,
};

/**
 * Browser and system of a user agent, only in words of ours. It only helps to tell one's own browsers apart: a client that signs in can send
 * anything, and an unusual user agent is shown as just a browser.
 */
export function browserOf(userAgent: string | null): BrowserKind {
  if (userAgent === null || userAgent.length > CHARACTERS_MAX) return UNKNOWN;
  const [, system = '', parts = ''] = USUAL.exec(userAgent) ?? [];
  const browser = firstThatFits(PARTS, parts);
  return browser === null ? UNKNOWN : { browser, system: firstThatFits(IN_SYSTEM, system) };
}

const UNKNOWN: BrowserKind = { browser: null, system: null };

function firstThatFits<T extends string>(patterns: Readonly<Record<T, RegExp>>, text: string): T | null {
  for (const name in patterns) if (patterns[name].test(text)) return name;
  return null;
}
