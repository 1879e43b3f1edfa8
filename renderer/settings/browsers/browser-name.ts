import type { SignedIn } from '#shared/app-api/browsers-contract.ts';
import type { Translate } from '#shared/i18n/translate.ts';

/** "Firefox on Windows", as far as the browser identified itself. */
export function browserName({ browser, system }: Pick<SignedIn, 'browser' | 'system'>, t: Translate): string {
  if (browser === null) return t('browsers.unknown');
  return system === null ? browser : t('browsers.on', { browser, system });
}
