/** The window is served only from here; `app:` is a privileged scheme of ours (standard, secure). */
export const APP_SCHEME = 'app';
export const APP_HOST = 'intray';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`;

/**
 * True for a page of ours. Compares scheme and host: Node gives `null` as the origin of every `app:` address, and a prefix comparison would let
 * `app://intray.evil/` pass.
 */
export function isAppAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
}
