import { writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type HeldLoopback, holdLoopback, LoopbackFault } from '#shared/node/http/hold-loopback.ts';
import { anotherUser, whyNotTaken } from '#test/support/another-user.ts';

/** Runs in a network of its own, where IPv6 is switched off and on and ports are scarce; prints what it saw, as one JSON line. */

const scenes = { comesLater, takenBefore, scarcePorts };
const scene = scenes[process.argv[2] as keyof typeof scenes];
process.stdout.write(`${JSON.stringify(await scene())}\n`);
process.exit();

/** There is no ::1 at the start, and then there is. */
async function comesLater() {
  switchIpv6(false);
  const held = await hold(0);
  if (held instanceof LoopbackFault) return held.message;
  const { port, ipv6 } = held;
  const before = await takenBy(port);
  switchIpv6(true);
  return { ipv6, before, after: await takenBy(port), answers: await ask('::1', port) };
}

/** Another user waits at every address of IPv6 before there is any. */
async function takenBefore() {
  switchIpv6(false);
  const theirs = await anotherUser({ host: '::', ipv6Only: true });
  const held = await hold(theirs.port);
  return held instanceof LoopbackFault ? { kind: held.kind, address: held.address } : held.ipv6;
}

/** The system chooses among two ports; another user has ::1 at one of them, then at both. */
async function scarcePorts() {
  writeFileSync('/proc/sys/net/ipv4/ip_local_port_range', '40000 40001');
  await anotherUser({ host: '::1', port: 40_000 });
  const one = await hold(0);
  await anotherUser({ host: '::', ipv6Only: true, port: 40_001 }).catch(() => null);
  if (one instanceof LoopbackFault) return one.message;
  await one.end();
  await anotherUser({ host: '::1', port: 40_001 });
  const none = await hold(0);
  return { one: one.port, none: none instanceof LoopbackFault ? none.kind : none.port };
}

async function hold(port: number): Promise<(HeldLoopback & { end(): Promise<void> }) | LoopbackFault> {
  const server = createServer((_, answer) => answer.end('ours'));
  try {
    const held = await holdLoopback(server, { port, given: [] });
    return { ...held, end: async () => void (await Promise.all([held.close(), new Promise((done) => server.close(done))])) };
  } catch (error) {
    if (error instanceof LoopbackFault) return error;
    throw error;
  }
}

async function takenBy(port: number): Promise<readonly (string | null)[]> {
  const ways = [{ host: '::1' }, { host: '::', ipv6Only: true }, { host: '::' }];
  return Promise.all(ways.map((way) => whyNotTaken({ ...way, port })));
}

async function ask(host: string, port: number): Promise<string> {
  const [answer] = await once(get({ host, port, agent: false }), 'response');
  return text(answer);
}

function switchIpv6(on: boolean): void {
  for (const which of ['all', 'default', 'lo']) writeFileSync(`/proc/sys/net/ipv6/conf/${which}/disable_ipv6`, on ? '0' : '1');
}
