export const RELAY_TROUBLES = ['certificate', 'refused', 'keys', 'odd', 'busy', 'own-files', 'network'] as const;

/**
 * Why the relay cannot be read, derived from the code in the overview. `certificate`: the server is not the one it should be ·
 * `refused`: it does not know this computer · `keys`: the service's public keys cannot be read, so no answer can be checked · `odd`: it sends
 * what no honest relay sends · `busy`: by its own status · `own-files`: what is read cannot be
 * written to our own journal, which is no fault of the relay · `network`: it cannot be reached.
 */
export type RelayTrouble = (typeof RELAY_TROUBLES)[number];

const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA)/;

export function relayTrouble(code: string): RelayTrouble {
  if (CERTIFICATE.test(code)) return 'certificate';
  if (code === 'unsure') return 'keys';
  if (code === 'journal') return 'own-files';
  if (code === 'bad-page' || code === 'not-understood') return 'odd';
  if (code === 'device-unknown' || code === 'no-device' || code === 'refused' || code === 'not-found') return 'refused';
  return code.startsWith('status-') ? 'busy' : 'network';
}
