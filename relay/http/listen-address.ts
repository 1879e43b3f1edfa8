export type ListenAddress = { readonly host: string; readonly port: number };

const HOST_AND_PORT = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/;

/** Parses `HOST:PORT`, with an IPv6 address in brackets; null if it is not that. */
export function listenAddress(text: string): ListenAddress | null {
  const [, v6, name, digits = ''] = HOST_AND_PORT.exec(text) ?? [];
  const host = v6 ?? name;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? null : { host, port };
}

export function urlOf({ host, port }: ListenAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
