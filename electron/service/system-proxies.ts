/** A script may list many proxies; only the first ones are tried. */
const PROXIES_MAX = 3;

/**
 * The routes of a PAC result, in order: URLs of proxies, null for a direct connection. Unsupported kinds (SOCKS) are left
 * out, so the list can be empty.
 */
export function systemProxies(told: string): readonly (string | null)[] {
  return told
    .split(';')
    .flatMap((entry): (string | null)[] => {
      const [kind = '', place = ''] = entry.trim().split(/\s+/);
      switch (kind.toUpperCase()) {
        case 'DIRECT':
          return [null];
        case 'PROXY':
        case 'HTTP':
          return URL.canParse(`http://${place}`) ? [`http://${place}`] : [];
        case 'HTTPS':
          return URL.canParse(`https://${place}`) ? [`https://${place}`] : [];
        default:
          return [];
      }
    })
    .slice(0, PROXIES_MAX);
}
