/**
 * Chromium does not know our scheme here, so `app://intray/x` is shown as `https://intray.app-scheme.test/x`: an equally secure context,
 * answered by the app's own handler before anything reaches a network.
 */
export function shownAs(address: string, schemes: readonly string[]): string {
  const found = /^([a-z]+):\/\/([^/]*)(.*)$/.exec(address);
  const [, scheme, host, rest] = found ?? [];
  return scheme !== undefined && schemes.includes(scheme) ? `https://${host}.${scheme}-scheme.test${rest || '/'}` : address;
}

/** The address as the app knows it. */
export function meantBy(shown: string): string {
  const found = /^https:\/\/([^/]*)\.([a-z]+)-scheme\.test(.*)$/.exec(shown);
  const [, host, scheme, rest] = found ?? [];
  return host === undefined ? shown : `${scheme}://${host}${rest}`;
}

export function patternsOf(schemes: readonly string[]): { urlPattern: string }[] {
  return schemes.map((scheme) => ({ urlPattern: `https://*.${scheme}-scheme.test/*` }));
}
