/** The token stands in the fragment, which a browser sends to nobody. */
export function windowUrl(port: number, token: string): string {
  return `http://127.0.0.1:${port}/#token=${token}`;
}

/** Where a command asks whether the host is there. */
export const PING_PATH = '/ping';
