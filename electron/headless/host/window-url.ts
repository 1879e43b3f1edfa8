import type { Random } from '#shared/ports/random.ts';

/** Where the window of one start of the host is served. */
export type HostAddress = {
  /** Of this start alone: `….localhost`, which browsers resolve to this computer without asking anybody. */
  readonly name: string;
  readonly port: number;
};

/** 96 bits. Who guesses it has gained an address, and nothing that opens it. */
const NAME_BYTES = 12;

/**
 * A fresh name for each start, and so a fresh origin: what another program answered on this port before, a service
 * worker of its own among it, has no say in the pages of this start.
 */
export function freshHostName(random: Random): string {
  return `${Buffer.from(random.bytes(NAME_BYTES)).toString('hex')}.localhost`;
}

/** The token stands in the fragment, which a browser sends to nobody. */
export function windowUrl(at: HostAddress, token: string): string {
  return `http://${hostOf(at)}/#token=${token}`;
}

/** As a browser names it in its Host header. */
export function hostOf({ name, port }: HostAddress): string {
  return port === 80 ? name : `${name}:${port}`;
}

/** Where a command asks whether the host is there. */
export const PING_PATH = '/ping';
/** Where whatever watches the machine asks whether the process serves. */
export const HEALTH_PATH = '/healthz';
