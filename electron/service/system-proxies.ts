/** Of a list that a script made, the first are the ones that are meant. */
const PROXIES_MAX = 3;

/**
 * The ways of a PAC result, in order: addresses of proxies, null for the straight way. What cannot be used (SOCKS) is left
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
