import { LOOPBACK_4, LOOPBACK_6, type LoopbackFault } from '#shared/node/http/hold-loopback.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** Why the host cannot listen, as a sentence for the person: what it means, and what they can do. `wanted`: the port that they named, or 0. */
export function sayLoopbackFault({ kind, address, port, code }: LoopbackFault, wanted: number): string {
  switch (kind) {
    case 'taken':
      return wanted === 0 ? `${allTaken(code)} ${ENDED}` : `${taken(address, port, code)} ${ENDED}`;
    case 'refused':
      return `The system does not let Intray listen on port ${port} of ${address} (${code}). Choose another port. ${ENDED}`;
    case 'forbidden':
      return `This computer has the address ${address}, and Intray is not allowed to use it (${code}). ${BOTH} Let the service use IPv6: its unit needs AF_INET6 in RestrictAddressFamilies=. ${ENDED}`;
    case 'not-loopback':
      return `The socket that was handed over listens on ${address}, and Intray listens on this computer alone: write ${listenStreams(port)}. ${ENDED}`;
    case 'other-ports':
      return `The sockets that were handed over have different ports, and Intray needs the same one on both addresses. For port ${port}, write ${listenStreams(port)}. ${ENDED}`;
    case 'lacks':
      return `The socket unit hands over no socket on ${address}. ${BOTH} Add the line ${listenStream(address, port)} to it, then "systemctl daemon-reload" and "systemctl restart intray.socket". ${ENDED}`;
    default:
      return unreachable(kind);
  }
}

/** A browser may ask at either of them. */
const BOTH = `Whoever listens on one of ${LOOPBACK_4} and ${LOOPBACK_6} can answer a browser in place of the window, so Intray runs with both or not at all.`;
const ENDED = 'Intray has ended, and nothing is lost.';

function taken(address: string, port: number, code: string): string {
  return `--port ${port} cannot be listened on: another program, maybe another user's, has it on ${address} (${code}). ${BOTH} End that program (as root, "ss -ltnp sport = :${port}" names it), or choose another port.`;
}

function allTaken(code: string): string {
  return `No port was found that is free on both ${LOOPBACK_4} and ${LOOPBACK_6} (${code}): another program, maybe another user's, takes them. ${BOTH} End that program (as root, "ss -ltnp" names it), or choose a port with --port.`;
}

function listenStreams(port: number): string {
  return `${listenStream(LOOPBACK_4, port)} and ${listenStream(LOOPBACK_6, port)}`;
}

function listenStream(address: string, port: number): string {
  return `ListenStream=${address.includes(':') ? `[${address}]` : address}:${port}`;
}
