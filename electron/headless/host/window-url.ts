import type { Random } from '#shared/ports/random.ts';

/** Where the window is served during one start of the host. */
export type HostAddress = {
  /** Unique to this start: `….localhost`, which browsers resolve to this computer without DNS. */
  readonly name: string;
  readonly port: number;
};

/** 96 bits. Guessing it would only give the address, not a token that opens it. */
const NAME_BYTES = 12;

/**
 * A fresh name for each start, and so a fresh origin: whatever another program served on this port before, such as a service worker, has no
 * influence on the pages of this start.
 */
export function freshHostName(random: Random): string {
  return `${Buffer.from(random.bytes(NAME_BYTES)).toString('hex')}.localhost`;
}

/** The token is in the fragment, which a browser does not send to a server. */
export function windowUrl(at: HostAddress, token: string): string {
  return `http://${hostOf(at)}/#token=${token}`;
}

/** The Host header that a browser sends. */
export function hostOf({ name, port }: HostAddress): string {
  return port === 80 ? name : `${name}:${port}`;
}

/** A command asks here whether the host answers. */
export const PING_PATH = '/ping';
/** Monitoring asks here whether the process serves requests. */
export const HEALTH_PATH = '/healthz';
